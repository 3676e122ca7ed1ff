// The verbs of this folder.
#pragma once

#include "app/config/command_line.hpp"

namespace orthant {

int merge_verb(const CommandLine& command);

}  // namespace orthant
