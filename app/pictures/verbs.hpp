// The verb that draws result files: a script of the project does it, which is installed beside the
// program.
#pragma once

#include "app/config/command_line.hpp"

namespace orthant {

// Gives the process to its script, whose exit code is the command's, and comes back only to
// throw ConfigError: for files that are not there, for a name that cannot be written, and where
// Python or a package is missing.
int plot_verb(const CommandLine& command);

}  // namespace orthant
