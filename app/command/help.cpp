// Help for people, about one screen each. What keys there are is said by `orthant list keys`.
//
// Tested by: tests/app/command_line_test.cpp
#include "app/command/help.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/command/verbs.hpp"
#include "app/keys/spelling.hpp"
#include "base/words.hpp"

namespace orthant {
namespace {

// "  -o, --output FILE     write the result to FILE ...", with further lines below the first.
std::string option_text(const OptionUse& use) {
  const Option& option = option_named(use.option);
  std::string head = "  ";
  if (option.letter != 0) head += fmt::format("-{}, ", option.letter);
  head += fmt::format("--{}", option.name);
  if (!option.argument.empty()) head += fmt::format(" {}", option.argument);
  std::string text;
  for (const std::string_view line : split(use.help, '\n')) {
    text += fmt::format("{:<24}{}\n", head, line);
    head.clear();
  }
  return text;
}

std::string options_text(const std::vector<OptionUse>& uses) {
  std::string text;
  for (const OptionUse& use : uses) text += option_text(use);
  return text;
}

constexpr std::string_view kExitCodes =
    "Exit codes:\n"
    "  0    done\n"
    "  1    internal error\n"
    "  2    wrong usage, config or input file\n"
    "  3    not converged; of a sweep only where --require-stable was given\n"
    "  4    deadlock: found, or not excluded by the check\n"
    "  5    saturated, where --require-stable was given\n"
    "  130  interrupted; finished points are on disk\n"
    "Where several apply: 4, then 5, then 3.\n";

}  // namespace

std::string main_help() {
  std::string text =
      "Orthant designs, analyses and simulates the routing of tori, meshes, hypercubes and\n"
      "irregular networks.\n\n"
      "Usage: orthant VERB CONFIG.ini [section.key=value ...] [options]\n\n"
      "Verbs:\n";
  for (const Verb& verb : verbs()) {
    text += fmt::format("  {:<10} {}\n", verb.name, verb.summary);
  }
  text += fmt::format(
      "\nA bare section.key=value overrides the file. `orthant VERB --help` explains a verb,\n"
      "`orthant list keys` the config.\n\nOptions:\n{}  --version             print the "
      "version\n\n{}",
      options_text(common_uses()), kExitCodes);
  return text;
}

std::string verb_help(std::string_view name) {
  const Verb& verb = *find_verb(name);
  return fmt::format("Usage: orthant {} {}\n\n{}\n\nOptions:\n{}\nExample:\n{}\n\n{}", verb.name,
                     verb.usage, verb.purpose, options_text(uses_of(verb)), verb.example,
                     kExitCodes);
}

}  // namespace orthant
