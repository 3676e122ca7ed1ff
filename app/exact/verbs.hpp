// The verbs of exact analysis.
#pragma once

#include "app/config/command_line.hpp"

namespace orthant {

// Each prints its result, returns the exit code and throws ConfigError for the user's mistakes.
int analyze_verb(const CommandLine& command);
int design_verb(const CommandLine& command);
int policy_verb(const CommandLine& command);

}  // namespace orthant
