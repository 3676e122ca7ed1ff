// Boost.Program_options splits the words; their values are checked here, so that every message has
// the same form.
//
// Tested by: tests/app/command_line_test.cpp, tests/bad_configs/
#include "app/command/parsing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <limits>
#include <span>

#include "app/command/help.hpp"
#include "app/command/verbs.hpp"
#include "app/config/values.hpp"
#include "app/config/version.hpp"
#include "app/keys/analysis_keys.hpp"
#include "app/keys/spelling.hpp"
#include "base/error.hpp"

namespace orthant {
namespace {

namespace po = boost::program_options;

constexpr std::int64_t kMaxThreads = 4096;

po::options_description known_options() {
  po::options_description known;
  auto add = known.add_options();
  for (const Option& option : options()) {
    std::string name(option.name);
    if (option.letter != 0) name += fmt::format(",{}", option.letter);
    if (option.argument.empty())
      add(name.c_str(), "");
    else
      add(name.c_str(), po::value<std::string>(), "");
  }
  add("words", po::value<std::vector<std::string>>(), "");
  return known;
}

template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
  throw ConfigError("command line: " + fmt::format(format, std::forward<Args>(args)...));
}

bool knows(const Verb& verb, std::string_view option) {
  const std::vector<OptionUse> uses = uses_of(verb);
  return std::ranges::find(uses, option, &OptionUse::option) != uses.end();
}

// Names of the verbs that know the option.
std::vector<std::string_view> verbs_of(std::string_view option) {
  std::vector<std::string_view> names;
  for (const Verb& verb : verbs())
    if (knows(verb, option)) names.push_back(verb.name);
  return names;
}

bool knows(std::string_view verb, std::string_view option) {
  return verb.empty() || option == "version" || knows(*find_verb(verb), option);
}

// `verb`: the verb given; empty if there is none.
[[noreturn]] void unknown_option(const std::string& option, std::string_view verb) {
  std::vector<std::string_view> own, elsewhere;
  for (const Option& known : options())
    (knows(verb, known.name) ? own : elsewhere).push_back(known.name);
  const std::string_view name = std::string_view(option).substr(0, option.find('='));
  const std::string_view word = name.substr(std::min(name.find_first_not_of('-'), name.size()));
  if (const std::string_view guess = nearest(word, own); is_likely(word, guess))
    fail("{}: unknown option, did you mean --{}?", in_quotes(option), guess);
  if (const std::string_view guess = nearest(word, elsewhere); is_likely(word, guess))
    fail("{}: unknown option; --{} is not an option of {}; allowed with: {}", in_quotes(option),
         guess, verb, joined(verbs_of(guess)));
  fail("{}: unknown option; allowed{}: --{}", in_quotes(option),
       verb.empty() ? "" : fmt::format(" with {}", verb), fmt::join(own, ", --"));
}

// Formats an option as the help does: "-j, --threads".
std::string written(std::string_view name) {
  const auto option = std::ranges::find(options(), name, &Option::name);
  return option == options().end() || option->letter == 0
             ? fmt::format("--{}", name)
             : fmt::format("-{}, --{}", option->letter, name);
}

// `option_name`: the name with its dashes.
[[noreturn]] void missing_argument(const std::string& option_name, std::string_view verb) {
  std::string_view name = option_name;
  name.remove_prefix(std::min(name.find_first_not_of('-'), name.size()));
  const auto option = std::ranges::find(options(), name, &Option::name);
  if (option == std::ranges::end(options())) unknown_option(fmt::format("--{}=", name), verb);
  fail("{}: the {} is missing; allowed: --{} {}", written(name),
       option->argument.ends_with("N") ? "number" : "name", name, option->argument);
}

// Finds the option that `orthant explain --append` names: the first word after the verb, unless it
// is an option of explain, or the last word. Else empty.
std::string_view option_to_explain(std::span<const char* const> words) {
  if (words.size() < 3 || std::string_view(words[1]) != "explain") return {};
  const std::string_view word = words[2];
  const std::string_view name = word.substr(std::min(word.find_first_not_of('-'), word.size()));
  if (!word.starts_with('-') || name.empty() || name == "help" || name == "h" || name == "version")
    return {};
  const auto is_own = [&](const OptionUse& use) {
    const Option& option = option_named(use.option);
    const std::string_view before = name.substr(0, name.find('='));
    return option.name == before ||
           (option.letter != 0 && !word.starts_with("--") && name[0] == option.letter);
  };
  return words.size() == 3 || std::ranges::none_of(uses_of(*find_verb("explain")), is_own)
             ? word
             : std::string_view();
}

// The first word that is a verb; empty if there is none.
std::string_view verb_among(std::span<const char* const> words) {
  const std::vector<std::string_view> names = verb_names();
  for (const std::string_view word : words)
    if (const auto found = std::ranges::find(names, word); found != names.end()) return *found;
  return {};
}

po::variables_map parse_words(std::span<const char* const> words) {
  const po::options_description options = known_options();
  po::positional_options_description positional;
  positional.add("words", -1);
  const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
  po::variables_map values;
  try {
    po::store(po::command_line_parser(static_cast<int>(words.size()), words.data())
                  .options(options)
                  .positional(positional)
                  .style(style)
                  .run(),
              values);
  } catch (const po::unknown_option& error) {
    unknown_option(error.get_option_name(), verb_among(words));
  } catch (const po::multiple_occurrences& error) {
    fail("{}: given twice; allowed: once", error.get_option_name());
  } catch (const po::invalid_command_line_syntax& error) {
    if (error.kind() == error.extra_parameter) fail("{}", error.what());
    missing_argument(error.get_option_name(), verb_among(words));
  } catch (const po::error& error) {
    fail("{}", error.what());
  }
  return values;
}

std::string_view checked_verb(const std::string& word) {
  const std::vector<std::string_view> names = verb_names();
  if (const auto found = std::ranges::find(names, word); found != names.end()) return *found;
  std::vector<std::string_view> guesses = names;
  constexpr std::string_view kOptions[] = {"help", "version"};  // used without a verb
  guesses.insert(guesses.end(), std::begin(kOptions), std::end(kOptions));
  const std::string_view guess = nearest(word, guesses);
  const bool option = std::ranges::find(kOptions, guess) != std::end(kOptions);
  fail("{}: unknown verb{}; allowed: {}", in_quotes(word),
       is_likely(word, guess) ? fmt::format(", did you mean {}{}?", option ? "--" : "", guess) : "",
       joined(names));
}

std::int64_t checked_number(const po::variables_map& values, const char* option, std::int64_t least,
                            std::int64_t most) {
  const std::string text = values[option].as<std::string>();
  const std::optional<std::int64_t> number = parse_whole(text);
  if (!number || *number < least || *number > most) {
    fail("{}: {} is {}; allowed: a whole number, {} to {}", written(option), in_quotes(text),
         number ? "out of range" : "not a whole number", least, most);
  }
  return *number;
}

void read_format(const po::variables_map& values, CommandLine& command) {
  if (!values.count("format")) return;
  const std::string format = values["format"].as<std::string>();
  const bool page = command.verb == "list" && (command.words.empty() || command.words[0] == "keys");
  if (format == "table") {
    command.format = Format::kTable;
  } else if (format == "csv") {
    command.format = Format::kCsv;
  } else if (format == "json") {
    command.format = Format::kJson;
  } else if (format == "markdown" && page) {
    command.markdown = true;
  } else {
    fail("--format: {} is unknown; allowed: table, csv, json{}", in_quotes(format),
         page ? ", markdown" : "");
  }
}

void read_members(const po::variables_map& values, CommandLine& command) {
  const auto text = [&](const Option& option) -> std::optional<std::string> {
    const std::string name(option.name);
    if (!values.count(name)) return std::nullopt;
    if (values[name].as<std::string>().empty() && option.argument != "TEXT")
      fail("--{}: empty; allowed: a {}", name,
           option.argument == "FILE" || option.argument == "DIR" ? "file name" : "name");
    return values[name].as<std::string>();
  };
  for (const Option& option : options()) {
    if (const auto* file = std::get_if<std::optional<std::string> CommandLine::*>(&option.member))
      command.** file = text(option);
    else if (const auto* flag = std::get_if<bool CommandLine::*>(&option.member))
      command.** flag = values.count(std::string(option.name)) != 0;
  }
  command.to_stdout = command.output == kStandardOutput;
  if (command.to_stdout) command.output.reset();
  for (const char* made : {"frames", "goal", "msccl", "teams", "timing"}) {
    if (command.verify_file && values.count(made))
      fail("--verify: given beside --{}; allowed: one of them", made);
  }
  if (command.cache_folder)
    command.overrides.push_back("routing.table_cache=" + *command.cache_folder);
}

void read_options(const po::variables_map& values, CommandLine& command) {
  for (const Option& option : options()) {
    if (values.count(std::string(option.name)) && !knows(command.verb, option.name))
      fail("--{}: not an option of {}; allowed with: {}", option.name, command.verb,
           joined(verbs_of(option.name)));
  }
  read_members(values, command);
  if (command.quiet && command.verbose)
    fail("--verbose: given beside --quiet; allowed: one of them");
  if (command.thresholds && command.counterexample)
    fail("--thresholds: given beside --counterexample; allowed: one of them");
  if (command.map && command.hops) fail("--hops: given beside --map; allowed: one of them");
  for (const Option& option : options())
    if ((command.map || command.hops) && option.beside && values.count(std::string(option.name)))
      fail("--{}: not written beside --{}, which prints something else; allowed: without it",
           option.name, command.map ? "map" : "hops");
  if (command.square && !command.counterexample)
    fail("--square: given without --counterexample; allowed: beside it");
  if (command.no_polynomials && (command.thresholds || command.counterexample))
    fail("--no-polynomials: the result has none; allowed: without --thresholds, --counterexample");
  for (const auto& [name, member] : {std::pair("threads", &CommandLine::threads),
                                     std::pair("threads-per-run", &CommandLine::threads_per_run)})
    if (values.count(name))
      command.*member = static_cast<std::uint32_t>(checked_number(values, name, 1, kMaxThreads));
  if (values.count("shard")) {
    const std::string text = values["shard"].as<std::string>();
    command.shard = parse_shard(text);
    if (!command.shard)
      fail("--shard: {} is no part; allowed: I/N, whole numbers, 1 <= I <= N <= {}",
           in_quotes(text), kMostShards);
  }
  if (values.count("seed")) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    command.overrides.push_back(
        fmt::format("run.seed={}", checked_number(values, "seed", 0, most)));
  }
  if (values.count("max-length")) {
    command.overrides.push_back(fmt::format(
        "design.max_length={}", checked_number(values, "max-length", 1, kMostDesignHops)));
  }
  read_format(values, command);
}

void read_config_words(const std::vector<std::string>& words, bool has_case, CommandLine& command) {
  if (has_case) {
    command.overrides.assign(words.begin() + 1, words.end());
    return;
  }
  if (words.size() < 2) fail("{}: the config is missing; allowed: a file", command.verb);
  command.config_file = words[1];
  command.overrides.assign(words.begin() + 2, words.end());
}

}  // namespace

CommandLine parse_command_line(int argc, const char* const* argv) {
  std::vector<const char*> given(argv, argv + argc);
  const std::string to_explain(option_to_explain(given));
  if (!to_explain.empty()) given.erase(given.begin() + 2);
  const po::variables_map values = parse_words(given);
  CommandLine command;
  std::vector<std::string> words = values.count("words")
                                       ? values["words"].as<std::vector<std::string>>()
                                       : std::vector<std::string>{};
  if (!to_explain.empty()) words.insert(words.begin() + 1, to_explain);
  if (values.count("version")) {
    command.to_print = build_text() + '\n';
    return command;
  }
  if (words.empty()) {
    if (!values.count("help")) {
      fail("a verb is missing; allowed: {}, or --help", joined(verb_names()));
    }
    command.to_print = main_help();
    return command;
  }
  command.verb = checked_verb(words[0]);
  if (values.count("help")) {
    command.to_print = verb_help(command.verb);
    return command;
  }
  if (!find_verb(command.verb)->takes_config) {
    command.words.assign(words.begin() + 1, words.end());
  } else {
    read_config_words(words, values.count("case") != 0, command);
  }
  read_options(values, command);
  return command;
}

}  // namespace orthant
