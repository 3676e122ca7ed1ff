// The verb of this folder.
#pragma once

#include "app/config/command_line.hpp"

namespace orthant {

int import_verb(const CommandLine& command);

}  // namespace orthant
