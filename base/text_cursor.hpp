// Scans a line of text from left to right. Lines may be of any length, where std::regex would use
// stack for every character.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

namespace orthant {

class TextCursor {
 public:
  static constexpr std::string_view kBlanks = " \t\v\f\r";
  static constexpr std::string_view kDigits = "0123456789";
  static constexpr std::string_view kHexadecimalDigits = "0123456789abcdefABCDEF";

  explicit TextCursor(std::string_view text) : rest_(text) {}

  std::string_view rest() const { return rest_; }

  // Each function advances past what it takes, or does nothing if there is no match.
  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  // Takes the longest prefix, possibly empty, of these characters.
  std::string_view take_all(std::string_view characters) {
    const std::string_view taken = rest_.substr(0, rest_.find_first_not_of(characters));
    rest_.remove_prefix(taken.size());
    return taken;
  }
  // Takes two delimiters and the text between them, and returns this text.
  std::optional<std::string_view> take_between(char open, char close) {
    if (!rest_.starts_with(open)) return std::nullopt;
    const std::size_t end = rest_.find(close, 1);
    if (end == rest_.npos) return std::nullopt;
    const std::string_view inside = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return inside;
  }

 private:
  std::string_view rest_;
};

}  // namespace orthant
