// Numbers with their nouns, for messages: "1 row", "2 rows".
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace orthant {

// `plural` ends in the s that one thing does without.
inline std::string counted(std::size_t number, std::string_view plural) {
  return fmt::format("{} {}", number, plural.substr(0, plural.size() - (number == 1 ? 1 : 0)));
}

}  // namespace orthant
