// The function of every verb. It prints the verb's result, returns the exit code and throws
// ConfigError for the user's mistakes.
#pragma once

#include <string_view>
#include <vector>

#include "app/config/command_line.hpp"

namespace orthant {

using VerbFunction = int(const CommandLine& command);
VerbFunction analyze_verb, check_verb, complete_verb, completion_verb, design_verb, explain_verb,
    help_verb, import_verb, list_verb, man_verb, merge_verb, new_verb, policy_verb, run_verb,
    saturate_verb, schedule_verb, sweep_verb;
// Each replaces this process by Python, whose exit code becomes the command's, and returns only by
// throwing ConfigError: for missing files, for a name that cannot be written, and for a missing
// Python or package.
VerbFunction plot_verb, report_verb;

// Programs whose configs can be imported.
std::vector<std::string_view> import_sources();

}  // namespace orthant
