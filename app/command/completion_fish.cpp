// A `complete` line for every verb, option and first word; keys by a function.
//
// Tested by: tests/app/completion_test.py
#include <fmt/format.h>

#include "app/command/completion.hpp"
#include "app/keys/keys.hpp"

namespace orthant {
namespace {

constexpr std::string_view kFishProgram = R"~(
# "key=" for what is typed without a value, else "key=value", also behind a comma.
function __orthant_settings
    set -l token (commandline -ct)
    if string match -q -- '*=*' $token
        set -l start (string replace -r -- '[^=,]*$' '' $token)
        for word in (__orthant_values (string split -m 1 = -- $token)[1])
            echo $start$word
        end
    else
        __orthant_keys
    end
end
# The verb and the words behind it, without options and their arguments.
function __orthant_words
    set -l before
    for word in (commandline -opc)[2..-1]
        if contains -- "$before" $__orthant_with_argument
            set before
        else
            set before $word
            string match -v -- '-*' $word
        end
    end
end
function __orthant_verb
    set -l words (__orthant_words)
    test (count $words) -ge 1; and contains -- $words[1] $argv
end
# Where the first word behind the verb stands.
function __orthant_first
    test (count (__orthant_words)) -eq 1; and __orthant_verb $argv
end
# Where a file may stand: behind a key that names one.
function __orthant_file
    set -l key (string match -r -- '^[^=]*(?==)' (commandline -ct))
    and contains -- $key $__orthant_file_keys
end
function __orthant_none
    test (count (__orthant_words)) -eq 0
end
)~";

// As one word of fish, where a backslash and a quote are the same behind a backslash.
std::string fish_word(std::string_view text) {
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') word += '\\';
    word += c;
  }
  return word + "'";
}

std::string option_line(const Verb& verb, const OptionUse& use) {
  const Option& option = option_named(use.option);
  std::string text =
      fmt::format("complete -c orthant -n '__orthant_verb {}' -l {}", verb.name, option.name);
  if (option.letter != 0) text += fmt::format(" -s {}", option.letter);
  const std::string words = words_of(option);
  if (words == kAFile)
    text += " -r -F";
  else if (words == kAFolder)
    text += " -x -a '(__fish_complete_directories)'";
  else if (words == kAnything)
    text += " -x";
  else if (!words.empty())
    text += fmt::format(" -x -a {}", fish_word(words));
  return text + fmt::format(" -d {}\n", fish_word(one_line(use)));
}

}  // namespace

std::string fish_completion() {
  std::string lines, config_verbs, keys, values, file_keys, with_argument;
  for (const Verb& verb : verbs()) {
    lines += fmt::format("complete -c orthant -f -n __orthant_none -a {} -d {}\n", verb.name,
                         fish_word(verb.summary));
    for (const OptionUse& use : uses_of(verb)) lines += option_line(verb, use);
    if (verb.takes_config) {
      config_verbs += fmt::format(" {}", verb.name);
    } else if (const std::string words = first_words(verb); words != kAFile) {
      lines += fmt::format("complete -c orthant -f -n '__orthant_first {}' -a {}\n", verb.name,
                           fish_word(words));
      if (later_words(verb) != kAFile)
        lines += fmt::format("complete -c orthant -f -n '__orthant_verb {}'\n", verb.name);
    }
  }
  for (const Option& option : options())
    if (!option.argument.empty()) with_argument += ' ' + spellings(option, ' ');
  for (const Key& key : key_table()) {
    keys += fmt::format("    printf '%s\\t%s\\n' {}= {}\n", key.name, fish_word(key.help));
    if (const std::string words = words_of(key); words == kAFile)
      file_keys += ' ' + key.name;
    else if (words != kAnything)
      values += fmt::format("        case {}\n            string split ' ' {}\n", key.name,
                            fish_word(words));
  }
  const std::string behind_config =
      fmt::format("__orthant_verb{0}; and not __orthant_first{0}", config_verbs);
  return fmt::format(
      "# Completion of orthant for fish, made by `orthant completion fish`.\n"
      "set -g __orthant_file_keys{}\nset -g __orthant_with_argument{}\nfunction "
      "__orthant_keys\n{}end\n"
      "function __orthant_values\n    switch $argv[1]\n{}    end\nend{}"
      "complete -c orthant -n __orthant_none -l help -s h -d 'the verbs'\n"
      "complete -c orthant -n __orthant_none -l version -d 'the version'\n{}"
      "complete -c orthant -n '{}' -a '(__orthant_settings)'\n"
      "complete -c orthant -n '{}; and not __orthant_file' -f\n",
      file_keys, with_argument, keys, values, kFishProgram, lines, behind_config, behind_config);
}

}  // namespace orthant
