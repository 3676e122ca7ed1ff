// Turns the words after `orthant` into a CommandLine.
#pragma once

#include "app/config/command_line.hpp"

namespace orthant {

// Throws ConfigError (exit 2) with one line for anything that is not allowed.
CommandLine parse_command_line(int argc, const char* const* argv);

}  // namespace orthant
