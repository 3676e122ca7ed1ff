// The texts of `orthant --help` and `orthant VERB --help`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/config/command_line.hpp"

namespace orthant {

inline constexpr std::string_view kWhatOrthantDoes =
    "Orthant designs, analyses and simulates the routing of tori, meshes, hypercubes and\n"
    "irregular networks.";
inline constexpr std::string_view kMainUsage = "VERB CONFIG.ini [section.key=value ...] [options]";

struct ExitCode {
  int code;
  std::string_view meaning;
};
const std::vector<ExitCode>& exit_codes();
inline constexpr std::string_view kFirstOfSeveralExitCodes =
    "Where several apply: 4, then 5, then 3.";

std::string main_help();
// Help of the verb of this name, which is in verbs().
std::string verb_help(std::string_view name);

}  // namespace orthant
