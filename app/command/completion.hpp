// What completes the words of the command line, from the tables of verbs, options and keys; the
// scripts of shells are made of it.
#pragma once

#include <string>
#include <string_view>

#include "app/command/verbs.hpp"
#include "base/key.hpp"

namespace orthant {

// Words with blanks between them, or one of these.
inline constexpr std::string_view kAFile = "@file", kAFolder = "@folder", kAnything = "@other";

// Empty for a flag.
std::string words_of(const Option& option);
std::string words_of(const Key& key);
// Of the first word behind a verb, and of the others.
std::string first_words(const Verb& verb);
std::string later_words(const Verb& verb);
// "-o|--output" with | as the separator.
std::string spellings(const Option& option, char separator);
// Its help for a verb, on one line.
std::string one_line(const OptionUse& use);

// For bash and zsh: "_orthant_NAME() { case $1 in", the lines, and its end; a line that prints
// words.
std::string case_function(std::string_view name, const std::string& lines);
std::string case_line(std::string_view label, std::string_view words);
// The verbs that take a config, and the functions that print what completes the argument of an
// option, the first word behind another verb, its later words, and the value of a key.
std::string config_verbs();
std::string argument_functions();

std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();

}  // namespace orthant
