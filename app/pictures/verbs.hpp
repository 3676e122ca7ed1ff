// The verbs that draw result files: the Python package of the project does it.
#pragma once

#include "app/config/command_line.hpp"

namespace orthant {

// Each gives the process to Python, whose exit code is the command's, and comes back only to
// throw ConfigError: for files that are not there, for a name that cannot be written, and where
// Python or a package is missing.
int plot_verb(const CommandLine& command);
int report_verb(const CommandLine& command);

}  // namespace orthant
