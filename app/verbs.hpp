// The verbs that simulate, analyse or check. Each prints its result, returns the exit code and
// throws ConfigError for the user's mistakes.
#pragma once

#include "app/command_line.hpp"

namespace orthant {

// Exit codes of the command.
inline constexpr int kExitDone = 0;
inline constexpr int kExitInternal = 1;
inline constexpr int kExitConfig = 2;
inline constexpr int kExitUnfinished = 3;
inline constexpr int kExitDeadlock = 4;
inline constexpr int kExitSaturated = 5;
inline constexpr int kExitInterrupted = 130;

int run_verb(const CommandLine& command);
int sweep_verb(const CommandLine& command);
int saturate_verb(const CommandLine& command);
int analyze_verb(const CommandLine& command);
int design_verb(const CommandLine& command);
int policy_verb(const CommandLine& command);
int schedule_verb(const CommandLine& command);
int check_verb(const CommandLine& command);

}  // namespace orthant
