// The verb of collective communications.
#pragma once

#include "app/config/command_line.hpp"

namespace orthant {

// Prints its result, returns the exit code and throws ConfigError for the user's mistakes.
int schedule_verb(const CommandLine& command);

}  // namespace orthant
