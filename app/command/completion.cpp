// `orthant completion SHELL`.
//
// Tested by: tests/app/completion_test.py
#include "app/command/completion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/keys/keys.hpp"
#include "app/keys/spelling.hpp"
#include "app/output/output.hpp"
#include "base/error.hpp"

namespace orthant {
namespace {

constexpr std::array<std::pair<std::string_view, std::string (*)()>, 3> kShells = {
    {{"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}}};

}  // namespace

std::string words_of(const Option& option) {
  if (!option.words.empty()) return fmt::format("{}", fmt::join(option.words, " "));
  if (option.argument == "FILE") return std::string(kAFile);
  if (option.argument == "DIR") return std::string(kAFolder);
  return std::string(option.argument.empty() ? "" : kAnything);
}

std::string words_of(const Key& key) {
  if (key.type == KeyType::kFlag) return "yes no";
  if (key.type == KeyType::kFile) return std::string(kAFile);
  return key.words.empty() ? std::string(kAnything) : fmt::format("{}", fmt::join(key.words, " "));
}

std::string first_words(const Verb& verb) {
  return verb.words == nullptr ? std::string(kAFile)
                               : fmt::format("{}", fmt::join(verb.words(), " "));
}

std::string later_words(const Verb& verb) {
  return std::string(verb.usage.find("FILE") == verb.usage.npos ? kAnything : kAFile);
}

std::string spellings(const Option& option, char separator) {
  return option.letter == 0 ? fmt::format("--{}", option.name)
                            : fmt::format("-{}{}--{}", option.letter, separator, option.name);
}

std::string one_line(const OptionUse& use) {
  std::string text(use.help);
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::string case_function(std::string_view name, const std::string& lines) {
  return fmt::format("_orthant_{}() {{\n    case $1 in\n{}    esac\n}}\n", name, lines);
}

std::string case_line(std::string_view label, std::string_view words) {
  return fmt::format("        ({}) echo '{}' ;;\n", label, words);
}

std::string config_verbs() {
  std::string names;
  for (const Verb& verb : verbs())
    if (verb.takes_config) names += fmt::format("{} ", verb.name);
  return names;
}

std::string argument_functions() {
  std::string arguments, first, later, values;
  for (const Option& option : options())
    if (!option.argument.empty()) arguments += case_line(spellings(option, '|'), words_of(option));
  for (const Verb& verb : verbs()) {
    if (verb.takes_config) continue;
    first += case_line(verb.name, first_words(verb));
    later += case_line(verb.name, later_words(verb));
  }
  for (const Key& key : key_table())
    if (const std::string words = words_of(key); words != kAnything)
      values += case_line(key.name, words);
  return case_function("argument", arguments) + case_function("first", first) +
         case_function("later", later) +
         case_function("values", values + case_line("*", kAnything));
}

std::vector<std::string_view> shell_names() {
  std::vector<std::string_view> names;
  for (const auto& [name, script] : kShells) names.push_back(name);
  return names;
}

int completion_verb(const CommandLine& command) {
  const std::vector<std::string>& words = command.words;
  if (words.empty())
    config_error("command line: completion: the shell is missing; allowed: {}",
                 joined(shell_names()));
  if (words.size() > 1)
    config_error("command line: {}: one word too many for completion", in_quotes(words[1]));
  const auto found =
      std::ranges::find(kShells, words[0], [](const auto& shell) { return shell.first; });
  if (found == kShells.end())
    config_error("command line: {}: unknown shell; allowed: {}", in_quotes(words[0]),
                 joined(shell_names()));
  write_report(command, found->second());
  return kExitDone;
}

}  // namespace orthant
