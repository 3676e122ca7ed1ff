// `orthant import PROGRAM FILE`.
//
// Tested by: tests/app/booksim_test.py
#include <fmt/format.h>

#include <algorithm>

#include "app/import/booksim.hpp"
#include "app/import/verbs.hpp"
#include "app/keys/spelling.hpp"
#include "app/output/output.hpp"
#include "base/error.hpp"

namespace orthant {

std::vector<std::string_view> import_sources() { return {"booksim"}; }

int import_verb(const CommandLine& command) {
  const std::vector<std::string>& words = command.words;
  if (words.empty())
    config_error("command line: import: the program is missing; allowed: booksim FILE");
  if (const auto known = import_sources(); std::ranges::find(known, words[0]) == known.end())
    config_error("command line: {}: nothing to import from; allowed: {}", in_quotes(words[0]),
                 joined(known));
  if (words.size() == 1)
    config_error("command line: import booksim: the config is missing; allowed: a file");
  if (words.size() > 2)
    config_error("command line: {}: one word too many for import", in_quotes(words[2]));
  write_report(command, import_booksim(words[1]));
  return kExitDone;
}

}  // namespace orthant
