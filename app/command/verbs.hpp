// The table of verbs: what each is called and does, its options with their help, and the function
// that does it. Parsing, help and dispatch read it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/config/command_line.hpp"

namespace orthant {

// Exit codes of the command.
inline constexpr int kExitDone = 0;
inline constexpr int kExitInternal = 1;
inline constexpr int kExitConfig = 2;
inline constexpr int kExitUnfinished = 3;
inline constexpr int kExitDeadlock = 4;
inline constexpr int kExitSaturated = 5;
inline constexpr int kExitInterrupted = 130;

// Each prints its result, returns the exit code and throws ConfigError for the user's mistakes.
int run_verb(const CommandLine& command);
int sweep_verb(const CommandLine& command);
int saturate_verb(const CommandLine& command);
int analyze_verb(const CommandLine& command);
int design_verb(const CommandLine& command);
int policy_verb(const CommandLine& command);
int schedule_verb(const CommandLine& command);
int check_verb(const CommandLine& command);
int list_verb(const CommandLine& command);

// A word that begins with --.
struct Option {
  std::string_view name;
  char letter = 0;                 // also -h; 0: none
  std::string_view argument = {};  // "FILE"; empty: a flag
  // What it sets; std::monostate: more than one member, which parsing knows.
  std::variant<std::monostate, bool CommandLine::*, std::optional<std::string> CommandLine::*>
      member = {};
  bool beside = false;  // names a file that is written beside the result
};
// In the order in which messages list them.
const std::vector<Option>& options();

// What an option does for one verb, for its help; lines of at most 56 characters.
struct OptionUse {
  std::string_view option, help;
};
// Of every verb that takes a config.
const std::vector<OptionUse>& common_uses();

struct Verb {
  std::string_view name;
  std::string_view summary;             // a few words
  std::string_view usage;               // what follows its name
  std::string_view purpose;             // some lines
  std::vector<OptionUse> options = {};  // of its own
  bool takes_config = true;             // and with it the common options
  std::string_view example;
  int (*run)(const CommandLine&) = nullptr;
  bool over_ranks = false;  // runs on all ranks of an MPI job
};
const std::vector<Verb>& verbs();
// nullptr where there is none of that name.
const Verb* find_verb(std::string_view name);
// All options that it knows, but --version.
std::vector<OptionUse> uses_of(const Verb& verb);

}  // namespace orthant
