#include "base/words.hpp"

#include <algorithm>

namespace orthant {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  if (separator == ' ') {
    for (text = trimmed(text); !text.empty();) {
      const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
      parts.push_back(text.substr(0, end));
      text = trimmed(text.substr(end));
    }
    return parts;
  }
  for (std::size_t start = 0;;) {
    const std::size_t end = text.find(separator, start);
    parts.push_back(text.substr(start, end == text.npos ? text.npos : end - start));
    if (end == text.npos) return parts;
    start = end + 1;
  }
}

std::vector<std::string_view> lines_of(std::string_view text) {
  if (text.empty()) return {};
  if (text.ends_with('\n')) text.remove_suffix(1);
  return split(text, '\n');
}

}  // namespace orthant
