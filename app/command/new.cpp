// `orthant new KIND`: a config to begin with.
//
// Tested by: tests/app/new_test.py
#include <fmt/format.h>

#include <algorithm>

#include "app/command/verbs.hpp"
#include "app/keys/spelling.hpp"
#include "app/output/output.hpp"
#include "app/texts/templates.hpp"
#include "base/error.hpp"

namespace orthant {

int new_verb(const CommandLine& command) {
  const std::vector<std::string_view> kinds = template_kinds();
  const std::vector<std::string>& words = command.words;
  if (words.empty())
    config_error("command line: new: the kind is missing; allowed: {}", joined(kinds));
  if (words.size() > 1)
    config_error("command line: {}: one word too many for new", in_quotes(words[1]));
  const auto found = std::ranges::find(templates(), words[0], &Template::kind);
  if (found == templates().end()) {
    const std::string_view guess = nearest(words[0], kinds);
    config_error("command line: {}: unknown kind of config{}; allowed: {}", in_quotes(words[0]),
                 is_likely(words[0], guess) ? fmt::format(", did you mean {}?", guess) : "",
                 joined(kinds));
  }
  write_report(command,
               template_text(*found, command.output.value_or(fmt::format("{}.ini", found->kind))));
  return kExitDone;
}

}  // namespace orthant
