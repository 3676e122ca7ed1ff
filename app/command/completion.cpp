// `orthant complete -- WORD...`, which lists continuations of the words so far, and `orthant
// completion SHELL`, which prints a script that lets the shell call it.
//
// Tested by: tests/app/completion_test.py
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "app/command/verbs.hpp"
#include "app/keys/keys.hpp"
#include "app/output/output.hpp"
#include "base/error.hpp"

namespace orthant {
namespace {

// The first line names the kind of completion: `words`; `open` words, which continue without a
// blank; a `file` or a `folder`, after the start of the word that follows; or `nothing`. Every
// other line is a whole word, with its help after a tab.
struct Completion {
  std::string kind = "nothing";
  std::string lines = {};
};

class Completer {
 public:
  explicit Completer(std::string_view current) : current_(current) {}

  Completion files(std::string_view kind, std::string_view start = {}) const {
    return {.kind = fmt::format("{} {}", kind, start)};
  }

  void add(std::string_view word, std::string_view help = {}) {
    if (!word.starts_with(current_) || !seen_.emplace(word).second) return;
    std::string line = fmt::format("{}\t{}", word, help);
    std::ranges::replace(line, '\n', ' ');
    lines_ += line + '\n';
  }
  Completion words(std::string_view kind = "words") const {
    return {.kind = std::string(kind), .lines = lines_};
  }

  // Completes the rest of a word after its fixed start: "routing.algorithm=dor,".
  Completion one_of(const std::vector<std::string_view>& names, std::string_view start = {}) {
    for (const std::string_view name : names) add(fmt::format("{}{}", start, name));
    return words();
  }

  Completion argument_of(const Option& option, std::string_view start = {}) {
    if (!option.words.empty()) return one_of(option.words, start);
    if (option.argument == "FILE") return files("file", start);
    if (option.argument == "DIR") return files("folder", start);
    return {};
  }

  Completion options_of(const Verb* verb) {
    if (verb == nullptr) {
      add("--help", "print this help");
      add("--version", "print the version");
      return words();
    }
    for (const OptionUse& use : uses_of(*verb)) {
      const Option& option = option_named(use.option);
      add(fmt::format("--{}", option.name), use.help);
      if (option.letter != 0) add(fmt::format("-{}", option.letter), use.help);
    }
    return words();
  }

  Completion setting() {
    const std::string_view name = current_.substr(0, current_.find('='));
    if (name.size() == current_.size()) {
      for (const Key& key : key_table()) add(key.name + "=", key.help);
      return words("open");
    }
    const auto key = std::ranges::find(key_table(), name, &Key::name);
    if (key == key_table().end()) return {};
    const std::string_view start = current_.substr(0, current_.find_last_of("=,") + 1);
    if (key->type == KeyType::kFile) return files("file", start);
    if (key->type == KeyType::kFlag) return one_of({"yes", "no"}, start);
    return key->words.empty() ? Completion{} : one_of(key->words, start);
  }

 private:
  std::string_view current_;
  std::string lines_;
  std::set<std::string, std::less<>> seen_;  // a name may be a key and a column
};

// Finds an option by its word with dashes; nullptr if there is none, or it takes no argument.
const Option* option_with_argument(std::string_view word) {
  const auto found = std::ranges::find_if(options(), [&](const Option& option) {
    return !option.argument.empty() &&
           (word == fmt::format("--{}", option.name) || word == fmt::format("-{}", option.letter));
  });
  return found == options().end() ? nullptr : &*found;
}

// `words`: the words after `orthant`, ending with the word under the cursor.
Completion complete(const std::vector<std::string>& words) {
  const std::string_view current = words.back();
  const Verb* verb = nullptr;
  const Option* asks = nullptr;  // the option whose argument comes next
  std::size_t place = 0;         // words after the verb that belong to no option
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const bool is_argument = asks != nullptr;
    asks = is_argument ? nullptr : option_with_argument(words[i]);
    if (is_argument || words[i].starts_with('-')) continue;
    if (verb != nullptr)
      ++place;
    else if ((verb = find_verb(words[i])) == nullptr)
      return {};
  }
  Completer completer(current);
  if (asks != nullptr) return completer.argument_of(*asks);
  if (const std::size_t equals = current.find('=');
      current.starts_with("--") && equals != current.npos) {
    const Option* option = option_with_argument(current.substr(0, equals));
    return option == nullptr ? Completion{}
                             : completer.argument_of(*option, current.substr(0, equals + 1));
  }
  if (current.starts_with('-')) return completer.options_of(verb);
  if (verb == nullptr) {
    for (const Verb& known : verbs()) completer.add(known.name, known.summary);
    return completer.words();
  }
  if (verb->takes_config) return place == 0 ? completer.files("file") : completer.setting();
  if (place == 0 && verb->words != nullptr) return completer.one_of(verb->words());
  return place == 0 || verb->usage.find("FILE") != verb->usage.npos ? completer.files("file")
                                                                    : Completion{};
}

constexpr std::string_view kBash = R"~(# Completion of orthant for bash 4.4 and later.
_orthant() {
    local line=${COMP_LINE:0:COMP_POINT} start
    local -a words found
    read -ra words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=('')
    mapfile -t found < <(command "${words[0]}" complete -- "${words[@]:1}" 2> /dev/null)
    start=${found[0]#* }
    case ${found[0]} in
        file\ *) mapfile -t COMPREPLY < <(compgen -f -P "$start" -- "${words[-1]#"$start"}"); compopt -o filenames ;;
        folder\ *) mapfile -t COMPREPLY < <(compgen -d -P "$start" -- "${words[-1]#"$start"}"); compopt -o filenames ;;
        *) COMPREPLY=("${found[@]:1}"); COMPREPLY=("${COMPREPLY[@]%%$'\t'*}") ;;
    esac
    [[ ${found[0]} == open ]] && compopt -o nospace
    # bash replaces what follows the last = of the word.
    start=${words[-1]%"${words[-1]##*=}"}
    [[ $COMP_WORDBREAKS == *=* ]] && COMPREPLY=("${COMPREPLY[@]#"$start"}")
}
complete -F _orthant orthant
)~";

constexpr std::string_view kZsh = R"~(#compdef orthant
# Completion of orthant for zsh.
_orthant() {
    local -a found
    found=("${(@f)$(command ${words[1]} complete -- "${(@)words[2,CURRENT-1]}" "$PREFIX" 2> /dev/null)}")
    local kind=${found[1]%% *} start=${found[1]#* }
    shift found
    found=("${(@)found/$'\t'/:}")
    case $kind in
        file) compset -P "${(b)start}"; _files ;;
        folder) compset -P "${(b)start}"; _files -/ ;;
        open) _describe key found -S '' ;;
        words) _describe word found ;;
        *) _message 'a value' ;;
    esac
}
# Loaded by its name it is called at once; sourced it only says what it is for.
if [[ $funcstack[1] == _orthant ]]; then _orthant "$@"; else compdef _orthant orthant; fi
)~";

constexpr std::string_view kFish = R"~(# Completion of orthant for fish.
function __orthant_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found (command $words[1] complete -- $words[2..-1] 2> /dev/null)
    set -l start (string replace -r '^\S+ ?' '' -- $found[1])
    set -l path (string sub -s (math 1 + (string length -- "$start")) -- $words[-1])
    switch $found[1]
        case 'file *'
            string replace -r '^' "$start" -- (__fish_complete_path $path)
        case 'folder *'
            string replace -r '^' "$start" -- (__fish_complete_directories $path)
        case '*'
            string join \n -- $found[2..-1]
    end
end
complete -c orthant -f -a '(__orthant_complete)'
)~";

constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kShells = {
    {{"bash", kBash}, {"zsh", kZsh}, {"fish", kFish}}};

}  // namespace

std::vector<std::string_view> shell_names() {
  std::vector<std::string_view> names;
  for (const auto& [name, script] : kShells) names.push_back(name);
  return names;
}

int complete_verb(const CommandLine& command) {
  if (command.words.empty())
    config_error("command line: complete: the words are missing; allowed: -- and what was typed");
  const Completion found = complete(command.words);
  write_text(fmt::format("{}\n{}", found.kind, found.lines), std::nullopt);
  return kExitDone;
}

int completion_verb(const CommandLine& command) {
  const auto found = std::ranges::find(kShells, word_of(command, "shell"),
                                       [](const auto& shell) { return shell.first; });
  write_report(command, std::string(found->second));
  return kExitDone;
}

}  // namespace orthant
