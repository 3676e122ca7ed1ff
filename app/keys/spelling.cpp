// Edit distance after Damerau 1964, in the form that edits no substring more than once.
#include "app/keys/spelling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace orthant {
namespace {

constexpr std::size_t kLongestCompared = 64;   // longer words are cut to this length
constexpr std::size_t kShortestBeginning = 3;  // that may match a whole word
constexpr std::size_t kLongestQuoted = 60;

bool begins(std::string_view word, std::string_view guess) {
  return word.size() >= kShortestBeginning && guess.starts_with(word);
}

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<std::size_t> before(width), previous(width), current(width);
  for (std::size_t j = 0; j < width; ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j < width; ++j) {
      const std::size_t replaced = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before[j - 2] + 1);
      }
    }
    before.swap(previous);
    previous.swap(current);
  }
  return previous[b.size()];
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> words) {
  const std::string start = in_lower_case(word.substr(0, kLongestCompared));
  const auto closest = std::ranges::min_element(words, {}, [&](std::string_view known) {
    return std::pair(!begins(word, known), edit_distance(start, known));
  });
  return closest == words.end() ? std::string_view{} : *closest;
}

bool is_likely(std::string_view word, std::string_view guess) {
  if (word.empty() || guess.empty() || word.size() > kLongestCompared) return false;
  if (begins(word, guess)) return true;
  const std::size_t changes = edit_distance(in_lower_case(word), guess);
  return changes < word.size() &&  // some letter must remain
         changes <= std::max<std::size_t>(1, std::min(word.size(), guess.size()) / 3);
}

std::string on_one_line(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, kLongestQuoted)) {
    if (c >= ' ' && c <= '~') {
      out += c;
    } else {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return out + (text.size() > kLongestQuoted ? "..." : "");
}

std::string in_quotes(std::string_view text) { return fmt::format("'{}'", on_one_line(text)); }

std::string joined(std::span<const std::string_view> words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace orthant
