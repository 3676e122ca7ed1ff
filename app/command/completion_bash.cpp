// Tables as `case` statements, then the function that bash calls. It needs no package beside
// bash 4.4.
//
// Tested by: tests/app/completion_test.py
#include <fmt/format.h>

#include "app/command/completion.hpp"
#include "app/keys/keys.hpp"

namespace orthant {
namespace {

constexpr std::string_view kBashProgram = R"~(
# Walks over the words so far, then completes the one under the cursor: `kind` says by what, `start`
# is the part of it that is settled, such as "routing.algorithm=dor,".
_orthant() {
    local line=${COMP_LINE:0:COMP_POINT} verb='' before='' word kind start=''
    local -a words
    local -i place=0
    read -ra words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=('')
    local cur=${words[-1]}
    for word in "${words[@]:1:${#words[@]}-2}"; do
        if [[ -n $before && -n $(_orthant_argument "$before") ]]; then before=''
        elif [[ $word == -* ]]; then before=$word
        else
            before=''
            if [[ -z $verb ]]; then verb=$word; else place+=1; fi
        fi
    done
    [[ -n $before ]] && kind=$(_orthant_argument "$before")
    if [[ -n $kind ]]; then :
    elif [[ $cur == --*=* ]]; then
        start=${cur%%=*}=
        kind=$(_orthant_argument "${cur%%=*}")
    elif [[ $cur == -* ]]; then kind=$(_orthant_options "$verb")
    elif [[ -z $verb ]]; then kind=$_orthant_verbs
    elif [[ $_orthant_config_verbs != *" $verb "* ]]; then
        if [[ $place == 0 ]]; then kind=$(_orthant_first "$verb"); else kind=$(_orthant_later "$verb"); fi
    elif [[ $place == 0 ]]; then kind=@file
    elif [[ $cur == *=* ]]; then
        start=${cur%"${cur##*[=,]}"}
        kind=$(_orthant_values "${cur%%=*}")
    else
        kind=$_orthant_keys
        compopt -o nospace
    fi
    case $kind in
        @file) mapfile -t COMPREPLY < <(compgen -f -- "${cur#"$start"}"); compopt -o filenames ;;
        @folder) mapfile -t COMPREPLY < <(compgen -d -- "${cur#"$start"}"); compopt -o filenames ;;
        @*) COMPREPLY=() ;;
        *) mapfile -t COMPREPLY < <(compgen -W "$kind" -- "${cur#"$start"}") ;;
    esac
    # bash puts a reply in the place of what follows the last = of the word, unless told otherwise.
    [[ $COMP_WORDBREAKS == *=* ]] && start=${start##*=}
    [[ -n $start ]] && COMPREPLY=("${COMPREPLY[@]/#/$start}")
}
complete -F _orthant orthant
)~";

}  // namespace

std::string bash_completion() {
  std::string names, own_options, keys;
  for (const Verb& verb : verbs()) {
    names += fmt::format("{} ", verb.name);
    std::string options;
    for (const OptionUse& use : uses_of(verb))
      options += spellings(option_named(use.option), ' ') + ' ';
    own_options += case_line(verb.name, options);
  }
  for (const Key& key : key_table()) keys += key.name + "= ";
  return fmt::format(
             "# Completion of orthant for bash, made by `orthant completion bash`.\n"
             "_orthant_verbs='{}--help --version'\n_orthant_config_verbs=' {}'\n"
             "_orthant_keys='{}'\n",
             names, config_verbs(), keys) +
         case_function("options", own_options + case_line("*", "--help --version")) +
         argument_functions() + std::string(kBashProgram.substr(1));
}

}  // namespace orthant
