// Formats a count and its noun for messages: "1 row", "2 rows".
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace orthant {

// `plural` is the singular followed by an s.
inline std::string counted(std::size_t number, std::string_view plural) {
  return fmt::format("{} {}", number, plural.substr(0, plural.size() - (number == 1 ? 1 : 0)));
}

}  // namespace orthant
