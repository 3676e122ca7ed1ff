// The texts of `orthant --help`, `orthant VERB --help` and `orthant --version`.
#pragma once

#include <string>
#include <string_view>

namespace orthant {

std::string version_text();
std::string main_help();
// Of one of verbs().
std::string verb_help(std::string_view name);

}  // namespace orthant
