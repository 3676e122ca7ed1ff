// Help texts for people, about one screen each; `orthant list keys` lists the keys.
//
// Tested by: tests/app/command_line_test.cpp
#include "app/command/help.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/command/verbs.hpp"
#include "app/output/output.hpp"
#include "base/words.hpp"

namespace orthant {
namespace {

// Formats an option: "  -o, --output FILE     write the result to FILE ...", with further lines
// below the first.
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

std::string exit_codes_text() {
  std::string text = "Exit codes:\n";
  for (const ExitCode& exit : exit_codes())
    text += fmt::format("  {:<4} {}\n", exit.code, exit.meaning);
  return text + fmt::format("{}\n", kFirstOfSeveralExitCodes);
}

}  // namespace

const std::vector<ExitCode>& exit_codes() {
  static const std::vector<ExitCode> all = {
      {kExitDone, "done"},
      {kExitInternal, "internal error"},
      {kExitConfig, "wrong usage, config or input file"},
      {kExitUnfinished, "not converged; of a sweep only where --require-stable was given"},
      {kExitDeadlock, "deadlock: found, or not excluded by the check"},
      {kExitSaturated, "saturated, where --require-stable was given"},
      {kExitInterrupted, "interrupted; finished points are on disk"}};
  return all;
}

std::string main_help() {
  std::string text =
      fmt::format("{}\n\nUsage: orthant {}\n\nVerbs:\n", kWhatOrthantDoes, kMainUsage);
  for (const Verb& verb : verbs()) {
    text += fmt::format("  {:<10} {}\n", verb.name, verb.summary);
  }
  text += fmt::format(
      "\nA bare section.key=value overrides the file. `orthant VERB --help` explains a verb,\n"
      "`orthant list keys` the config.\n\nOptions:\n{}  --version             print the "
      "version\n\n{}",
      options_text(common_uses()), exit_codes_text());
  return text;
}

std::string verb_help(std::string_view name) {
  const Verb& verb = *find_verb(name);
  return fmt::format("Usage: orthant {} {}\n\n{}\n\nOptions:\n{}\nExample:\n{}\n\n{}", verb.name,
                     verb.usage, verb.purpose, options_text(uses_of(verb)), verb.example,
                     exit_codes_text());
}

int help_verb(const CommandLine& command) {
  const std::string verb = word_of(command, "verb", true);
  write_report(command, verb.empty() ? main_help() : verb_help(verb));
  return kExitDone;
}

}  // namespace orthant
