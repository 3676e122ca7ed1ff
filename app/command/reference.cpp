// The reference page in Markdown.
//
// Tested by: the ctest `reference_page`
#include "app/command/reference.hpp"

#include <fmt/format.h>

#include "app/command/topics.hpp"
#include "app/keys/keys.hpp"

namespace orthant {
namespace {

constexpr std::string_view kIntroduction = R"(# Reference

Made by `orthant list --format markdown`; do not edit by hand.

## The config file

`[section]` lines and `key = value` lines; a comment begins with `;` or `#` at the start of a
line or after a blank. On the command line a key is `section.key=value` and wins over the
file. A file that a key of the config names is looked for beside the config, then in the working directory; one on the command line in the working directory.

- **Several values** make a sweep axis, on any key but those marked "one value": a list
  `a, b, c`, a range `from:to:step` of numbers (ascending; the last value is at most `to`), or
  both: `0.1, 0.2:0.8:0.2`. Ranges are exact decimals: `0.1:0.9:0.1` has nine values. The axes
  of a config make at most 1000000 points; the first in the file varies slowest.
- **Numbers** may have an exponent (`1e6`), those of bytes a unit (`64KiB`, `1MB`), loads,
  shares and tolerances a percent sign (`10%`).
- **Values that are lists themselves** have blanks between their parts: `1 1 4`. In
  `traffic.packet_flits` a part with one colon is a length with its share (`1:0.5 5:0.5`), and
  an item with two colons is a range (`1:8:1`).
- **An algorithm's own keys** stand in `[routing]` under its name: `dor.dateline = static`. On
  the command line `routing.dor.dateline=static` or `dor.dateline=static`.
- A key of a later version is accepted and checked although nothing reads it; one that would
  change results is refused.
- `orthant check` lists keys that a config sets but does not use.
)";

// Escapes line ends and bars for a table cell.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

std::string code(std::string_view text) { return text.empty() ? "" : fmt::format("`{}`", text); }

void append_topic(std::string& page, std::string_view title, std::string_view topic) {
  const Table table = topic_table(topic);
  if (!title.empty()) page += fmt::format("\n## {}\n", title);
  page += "\n|";
  for (const Column& column : table.columns) page += fmt::format(" {} |", column.name);
  page += "\n|";
  for (std::size_t c = 0; c < table.columns.size(); ++c) page += "---|";
  page += '\n';
  for (const Row& row : table.rows) {
    page += fmt::format("| {} |", code(row[0]));
    for (std::size_t c = 1; c < row.size(); ++c) page += fmt::format(" {} |", cell(row[c]));
    page += '\n';
  }
}

void append_keys(std::string& page) {
  std::string_view section;
  page += "\n## Keys\n";
  for (const Key& key : key_table()) {
    if (key.section() != section) {
      section = key.section();
      page += fmt::format(
          "\n### [{}]\n\n| key | default | allowed | unit | read when | meaning |\n"
          "|---|---|---|---|---|---|\n",
          section);
    }
    const std::string fallback = key.required ? "none, must be given" : code(key.fallback);
    page +=
        fmt::format("| `{}` | {} | {}{} | {} | {} | {} |\n", key.name.substr(section.size() + 1),
                    fallback, cell(key.allowed()), key.axis ? "" : "; one value", key.unit(),
                    cell(key.when.sentence()), cell(key.help));
  }
}

}  // namespace

std::string reference_page() {
  std::string page(kIntroduction);
  append_keys(page);
  append_topic(page, "Topologies", "topologies");
  append_topic(page, "Routings", "routings");
  append_topic(page, "Patterns", "patterns");
  append_topic(page, "Injection processes", "injections");
  append_topic(page, "Workloads", "workloads");
  page +=
      "\n## Result columns\n\n"
      "A column without a unit holds a number of things, an id or a word. An empty field means "
      "\"does not apply\". Keys that\na config gives several values are columns of their names "
      "too. A column with a condition is there where the config,\nor a point of it, fulfils that, "
      "and in a file that has it already.\n";
  append_topic(page, "", "columns");
  return page;
}

}  // namespace orthant
