// The table of verbs: what each is called and does, its options with their help, and the function
// that does it. Parsing, help and dispatch read it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/config/verbs.hpp"

namespace orthant {

// What the first word behind the verb may be.
std::vector<std::string_view> topic_names();
std::vector<std::string_view> names_to_explain();
std::vector<std::string_view> shell_names();
std::vector<std::string_view> kinds_of_configs();
std::vector<std::string_view> verb_names();

// What an option does for one verb, for its help; lines of at most 56 characters.
struct OptionUse {
  std::string_view option, help;
  auto operator<=>(const OptionUse&) const = default;
};
// Of every verb that takes a config.
const std::vector<OptionUse>& common_uses();

struct Verb {
  std::string_view name;
  std::string_view summary;                                                 // a few words
  std::string_view usage = "CONFIG.ini [section.key=value ...] [options]";  // behind its name
  std::string_view purpose;                                                 // some lines
  std::vector<OptionUse> options = {};                                      // of its own
  bool takes_config = true;  // and with it the common options
  std::vector<std::string_view> (*words)() =
      nullptr;  // what the first word behind it may be; nullptr: a file
  std::string_view example;
  VerbFunction* run = nullptr;
  bool over_ranks = false;  // runs on all ranks of an MPI job
};
const std::vector<Verb>& verbs();
// nullptr where there is none of that name.
const Verb* find_verb(std::string_view name);
// The word behind the verb of a command, one of its `words`, which `what` are: "shell". Empty where
// there is none and there need not be one. Throws ConfigError for another word, or several.
std::string word_of(const CommandLine& command, std::string_view what, bool optional = false);
// All options that it knows, but --version.
std::vector<OptionUse> uses_of(const Verb& verb);

}  // namespace orthant
