// The verbs that simulate, and `check`, which only predicts.
#pragma once

#include "app/config/command_line.hpp"

namespace orthant {

// Each prints its result, returns the exit code and throws ConfigError for the user's mistakes.
int run_verb(const CommandLine& command);
int sweep_verb(const CommandLine& command);
int saturate_verb(const CommandLine& command);
int check_verb(const CommandLine& command);

}  // namespace orthant
