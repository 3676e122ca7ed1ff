// `orthant man [VERB]`: the help in the language of man(7).
//
// Tested by: tests/app/man_test.py
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>

#include "app/command/help.hpp"
#include "app/command/verbs.hpp"
#include "app/config/version.hpp"
#include "app/output/output.hpp"
#include "base/words.hpp"

namespace orthant {
namespace {

// Escapes characters that roff would take for a command or would print differently.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      default:
        if (c == '.' && (out.empty() || out.back() == '\n')) out += "\\&";
        out += c;
    }
  }
  return out;
}

std::string page_name(const Verb& verb) { return fmt::format("orthant-{}", verb.name); }

std::string head(std::string_view page, std::string_view summary) {
  std::string title(page);
  std::ranges::transform(title, title.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return fmt::format(
      ".\\\" Made by `orthant man`.\n.TH {} 1 {} \"{}\" \"Orthant\"\n.SH NAME\n{} \\- {}\n",
      roff(title), version_date(), version_text(), roff(page), roff(summary));
}

// Prints `text` without the indents of its lines as an example that is not filled.
std::string example(std::string_view text) {
  std::string out = ".SH EXAMPLES\n.nf\n";
  for (const std::string_view line : split(text, '\n')) out += roff(trimmed(line)) + '\n';
  return out + ".fi\n";
}

std::string option_entry(const OptionUse& use) {
  const Option& option = option_named(use.option);
  std::string head;
  if (option.letter != 0) head += fmt::format("\\fB\\-{}\\fR, ", option.letter);
  head += fmt::format("\\fB\\-\\-{}\\fR", roff(option.name));
  if (!option.argument.empty()) head += fmt::format(" \\fI{}\\fR", roff(option.argument));
  return fmt::format(".TP\n{}\n{}\n", head, roff(use.help));
}

std::string options_section(const std::vector<OptionUse>& uses) {
  std::string text = ".SH OPTIONS\n";
  for (const OptionUse& use : uses) text += option_entry(use);
  return text;
}

std::string exit_section() {
  std::string text = ".SH EXIT STATUS\n";
  for (const ExitCode& exit : exit_codes())
    text += fmt::format(".TP\n.B {}\n{}\n", exit.code, roff(exit.meaning));
  return text + fmt::format(".PP\n{}\n", kFirstOfSeveralExitCodes);
}

std::string verb_page(const Verb& verb) {
  return head(page_name(verb), verb.summary) +
         fmt::format(".SH SYNOPSIS\n.B orthant {}\n{}\n.SH DESCRIPTION\n{}\n", verb.name,
                     roff(verb.usage), roff(verb.purpose)) +
         options_section(uses_of(verb)) + example(verb.example) + exit_section() +
         ".SH SEE ALSO\n.BR orthant (1)\n";
}

std::string main_page() {
  std::string verb_entries, pages;
  for (const Verb& verb : verbs()) {
    verb_entries += fmt::format(".TP\n.B {}\n{}\n", verb.name, roff(verb.summary));
    pages += fmt::format("{}.BR {} (1)", pages.empty() ? "" : " ,\n", roff(page_name(verb)));
  }
  return head("orthant", "routing of interconnection networks") +
         fmt::format(
             ".SH SYNOPSIS\n.B orthant\n{}\n.SH DESCRIPTION\n{}\n.PP\n"
             "CONFIG.ini is a text of sections and keys; a bare section.key=value overrides it.\n"
             "\\fBorthant new\\fR prints one to begin with,\n\\fBorthant list keys\\fR shows all "
             "keys,\n"
             "\\fBorthant explain\\fR \\fIKEY\\fR says what one means.\n.SH VERBS\n{}",
             roff(kMainUsage), roff(kWhatOrthantDoes), verb_entries) +
         options_section(common_uses()) + ".TP\n\\fB\\-\\-version\\fR\nprint the version\n" +
         exit_section() + fmt::format(".SH SEE ALSO\n{}\n", pages);
}

// Formats the page with the system's man. False if there is none that can.
bool show_page(const std::string& page) {
  std::signal(SIGPIPE, SIG_IGN);  // a reader may leave the pager early
  std::FILE* man = ::popen("command -v man > /dev/null && exec man -l -", "w");
  if (man == nullptr) return false;
  const bool written = std::fwrite(page.data(), 1, page.size(), man) == page.size();
  return ::pclose(man) == 0 && written;
}

}  // namespace

int man_verb(const CommandLine& command) {
  const Verb* verb = find_verb(word_of(command, "verb", true));
  const std::string page = verb == nullptr ? main_page() : verb_page(*verb);
  if (command.output || command.to_stdout || ::isatty(STDOUT_FILENO) == 0 || !show_page(page))
    write_report(command, page);
  return kExitDone;
}

}  // namespace orthant
