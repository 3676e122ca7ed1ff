// Finds corrections of misspelt words, and formats the user's input for messages.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orthant {

// Number of single-character insertions, deletions, replacements and swaps of neighbours that turn
// `a` into `b` (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b);

// The word with the smallest edit distance (the first of equals), chosen from the words that begin
// with `word` if there are any; empty if `words` is.
std::string_view nearest(std::string_view word, std::span<const std::string_view> words);

// True when `guess` is close enough to `word`, or begins with it, to be offered as its correction.
bool is_likely(std::string_view word, std::string_view guess);

// The text on one line: bytes that are not printable ASCII as \xNN, cut after 60 characters;
// in_quotes() puts it in single quotes.
std::string on_one_line(std::string_view text);
std::string in_quotes(std::string_view text);

// Formats "a, b, c".
std::string joined(std::span<const std::string_view> words);

}  // namespace orthant
