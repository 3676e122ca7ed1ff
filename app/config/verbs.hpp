// The function of every verb. It prints its result, returns the exit code and throws ConfigError
// for the user's mistakes.
#pragma once

#include <string_view>
#include <vector>

#include "app/config/command_line.hpp"

namespace orthant {

using VerbFunction = int(const CommandLine& command);
VerbFunction analyze_verb, check_verb, complete_verb, completion_verb, design_verb, explain_verb,
    help_verb, import_verb, list_verb, man_verb, merge_verb, new_verb, policy_verb, run_verb,
    saturate_verb, schedule_verb, sweep_verb;
// Each gives the process to Python, whose exit code is the command's, and comes back only to throw
// ConfigError: for files that are not there, for a name that cannot be written, and where Python or
// a package is missing.
VerbFunction plot_verb, report_verb;

// Programs whose configs can be imported.
std::vector<std::string_view> import_sources();

}  // namespace orthant
