// `orthant new KIND`: prints a shipped config to begin with, with the help of its key above each
// setting.
//
// Tested by: tests/app/new_test.py
#include <fmt/format.h>

#include <algorithm>

#include "app/command/new_configs.hpp"
#include "app/command/verbs.hpp"
#include "app/keys/keys.hpp"
#include "app/output/output.hpp"
#include "base/words.hpp"

namespace orthant {

namespace {

// Wraps the text as comment lines.
std::string wrapped(std::string_view text) {
  constexpr std::size_t kWidth = 98;
  std::string out = "#";
  std::size_t width = 1;
  for (const std::string_view word : split(text, ' ')) {
    if (width + 1 + word.size() > kWidth) {
      out += "\n#";
      width = 1;
    }
    out += fmt::format(" {}", word);
    width += 1 + word.size();
  }
  return out + '\n';
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// `file`: name of the config in the command at its head; the result has the same name with another
// ending.
std::string text_of(const NewConfig& config, std::string_view file) {
  std::string head, settings, section;
  for (const std::string_view line : split(config.text, '\n')) {
    const std::string_view setting = line.starts_with("; ") ? line.substr(2) : line;
    if (line.starts_with('[')) {
      section = line.substr(1, line.find(']') - 1);
      settings += fmt::format("\n{}\n", line);
    } else if (const std::size_t end = setting.find(" = ");
               !section.empty() && end < setting.npos) {
      const std::string name = fmt::format("{}.{}", section, setting.substr(0, end));
      if (!line.starts_with('#'))
        settings += wrapped(key_table()[*find_key(name)].help) + fmt::format("{}\n", line);
    } else if (section.empty() && !line.empty()) {
      head += fmt::format("{}\n", line);
    }
  }
  replace_all(head, fmt::format("configs/{}.ini", config.name), file);
  replace_all(head, fmt::format(" {}.csv", config.name),
              fmt::format(" {}.csv", file.substr(0, std::min(file.rfind(".ini"), file.size()))));
  return head + "#\n" +
         wrapped(
             "Keys that are not here have their defaults; `orthant explain KEY` says more of "
             "each. A list a, b, c or a range from:to:step makes a row for every value.") +
         settings;
}

}  // namespace

std::vector<std::string_view> kinds_of_configs() {
  std::vector<std::string_view> kinds;
  for (const NewConfig& config : new_configs()) kinds.push_back(config.kind);
  return kinds;
}

int new_verb(const CommandLine& command) {
  const auto found =
      std::ranges::find(new_configs(), word_of(command, "kind of config"), &NewConfig::kind);
  write_report(command,
               text_of(*found, command.output.value_or(fmt::format("{}.ini", found->kind))));
  return kExitDone;
}

}  // namespace orthant
