// The texts of `orthant --help` and `orthant VERB --help`.
#pragma once

#include <string>
#include <string_view>

namespace orthant {

std::string main_help();
// Of one of verbs().
std::string verb_help(std::string_view name);

}  // namespace orthant
