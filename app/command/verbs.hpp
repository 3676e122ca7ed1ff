// The table of verbs: the name and purpose of each, its options with their help, and its function.
// Parsing, help and dispatch read it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/config/verbs.hpp"

namespace orthant {

// Values that the first word after the verb may have.
std::vector<std::string_view> topic_names();
std::vector<std::string_view> names_to_explain();
std::vector<std::string_view> shell_names();
std::vector<std::string_view> kinds_of_configs();
std::vector<std::string_view> verb_names();

// The effect of an option for one verb, as its help text; lines have at most 56 characters.
struct OptionUse {
  std::string_view option, help;
  auto operator<=>(const OptionUse&) const = default;
};
// Options of every verb that takes a config.
const std::vector<OptionUse>& common_uses();

struct Verb {
  std::string_view name;
  std::string_view summary;                                                 // a few words
  std::string_view usage = "CONFIG.ini [section.key=value ...] [options]";  // after its name
  std::string_view purpose;                                                 // a few lines
  std::vector<OptionUse> options = {};                                      // the verb's own
  bool takes_config = true;  // if so, the common options too
  std::vector<std::string_view> (*words)() =
      nullptr;  // values of the first word after the verb; nullptr: a file
  std::string_view example;
  VerbFunction* run = nullptr;
  bool over_ranks = false;  // runs on all ranks of an MPI job
};
const std::vector<Verb>& verbs();
// Returns nullptr if no verb has this name.
const Verb* find_verb(std::string_view name);
// Returns the word after the verb, which must be one of the verb's `words`; `what` describes them:
// "shell". Empty if the word is missing and optional. Throws ConfigError for another word, or
// several.
std::string word_of(const CommandLine& command, std::string_view what, bool optional = false);
// All options of the verb except --version.
std::vector<OptionUse> uses_of(const Verb& verb);

}  // namespace orthant
