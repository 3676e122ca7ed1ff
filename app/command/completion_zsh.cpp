// Tables of "word:help", then the function that zsh calls.
//
// Tested by: tests/app/completion_test.py
#include <fmt/format.h>

#include "app/command/completion.hpp"
#include "app/keys/keys.hpp"
#include "app/output/shell.hpp"

namespace orthant {
namespace {

constexpr std::string_view kZshProgram = R"~(
_orthant_add() {  # what completes: words, @file, @folder or @other
    case $1 in
        @file) _files ;;
        @folder) _files -/ ;;
        @*) _message 'a value' ;;
        *) compadd -- ${=1} ;;
    esac
}

# Walks over the words so far, then completes the one under the cursor.
_orthant() {
    local verb='' before='' word argument=''
    local -i place=0
    local -a found
    for word in "${(@)words[2,CURRENT-1]}"; do
        if [[ -n $before && -n $(_orthant_argument $before) ]]; then before=''
        elif [[ $word == -* ]]; then before=$word
        else
            before=''
            if [[ -z $verb ]]; then verb=$word; else place+=1; fi
        fi
    done
    [[ -n $before ]] && argument=$(_orthant_argument $before)
    if [[ -n $argument ]]; then _orthant_add $argument
    elif [[ $PREFIX == --*=* ]]; then
        argument=$(_orthant_argument ${PREFIX%%=*})
        compset -P '*='
        _orthant_add $argument
    elif [[ $PREFIX == -* ]]; then
        _orthant_options "$verb"
        _describe -o option found
    elif [[ -z $verb ]]; then _describe verb _orthant_verbs
    elif [[ $_orthant_config_verbs != *" $verb "* ]]; then
        if (( place == 0 )); then _orthant_add "$(_orthant_first $verb)"
        else _orthant_add "$(_orthant_later $verb)"; fi
    elif (( place == 0 )); then _files
    elif [[ $PREFIX == *=* ]]; then
        argument=$(_orthant_values ${PREFIX%%=*})
        compset -P '*='
        compset -P '*,'
        _orthant_add $argument
    else _describe key _orthant_keys -S =
    fi
}
# Loaded by its name it is called at once; sourced it only says what it is for.
if [[ $funcstack[1] == _orthant ]]; then _orthant "$@"; else compdef _orthant orthant; fi
)~";

// A word of _describe: "--seed:the same as run.seed=N".
std::string described(std::string_view word, std::string_view help) {
  std::string text(word);
  text += ':';
  text += help;
  return shell_word(text);
}

}  // namespace

std::string zsh_completion() {
  std::string names, own_options, keys;
  for (const Verb& verb : verbs()) {
    names += fmt::format("    {}\n", described(verb.name, verb.summary));
    std::string options;
    for (const OptionUse& use : uses_of(verb)) {
      const Option& option = option_named(use.option);
      if (option.letter != 0)
        options += ' ' + described(fmt::format("-{}", option.letter), one_line(use));
      options += ' ' + described(fmt::format("--{}", option.name), one_line(use));
    }
    own_options += fmt::format("        ({}) found=({} ) ;;\n", verb.name, options);
  }
  own_options += "        (*) found=( --help --version ) ;;\n";
  for (const Key& key : key_table()) keys += fmt::format("    {}\n", described(key.name, key.help));
  return fmt::format(
             "#compdef orthant\n# Completion of orthant for zsh, made by `orthant completion "
             "zsh`.\ntypeset -ga _orthant_verbs=(\n{})\ntypeset -g _orthant_config_verbs=' {}'\n"
             "typeset -ga _orthant_keys=(\n{})\n",
             names, config_verbs(), keys) +
         case_function("options", own_options) + argument_functions() + std::string(kZshProgram);
}

}  // namespace orthant
