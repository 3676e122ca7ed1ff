// `orthant list`: the tables of names, for people and programs.
//
// Tested by: tests/app/list_test.cpp
#include <fmt/format.h>

#include <algorithm>

#include "app/command/reference.hpp"
#include "app/command/topics.hpp"
#include "app/command/verbs.hpp"
#include "app/keys/spelling.hpp"
#include "app/output/json.hpp"
#include "app/output/output.hpp"
#include "base/error.hpp"

namespace orthant {
namespace {

// Shows one entry per name for a terminal, with its fields as indented lines.
std::string to_pages(std::string_view topic, const Table& table) {
  std::string out = fmt::format("{}\n", topic);
  for (const Row& row : table.rows) {
    out += fmt::format("  {}\n", row[0]);
    for (std::size_t c = 1; c < row.size(); ++c) {
      if (!row[c].empty()) out += fmt::format("      {}: {}\n", table.columns[c].name, row[c]);
    }
  }
  return out;
}

// Lists a topic with its names, in lines of 80 characters.
std::string overview_of(std::string_view topic, const std::vector<std::string>& names) {
  std::string text, line = fmt::format("{:<12}", topic);
  for (const std::string& name : names) {
    if (line.size() + 1 + name.size() > 80) {
      text += line + '\n';
      line = std::string(12, ' ');
    }
    line += ' ' + name;
  }
  return text + line + '\n';
}

// Lists the names of every topic on one screen; of keys only the sections, of columns the number.
std::string overview() {
  std::string out;
  for (const std::string_view topic : topic_names()) {
    std::vector<std::string> names;
    for (const Row& row : topic_table(topic).rows) {
      const std::string name = topic == "keys" ? row[0].substr(0, row[0].find('.')) : row[0];
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    if (topic == "columns") names = {fmt::format("{} of results", names.size())};
    out += overview_of(topic == "keys" ? "sections" : topic, names);
  }
  return out +
         "\n`orthant list TOPIC`, with a word on the left, says what they mean (of sections: "
         "keys).\n"
         "`orthant explain NAME` says it of one name.\n";
}

}  // namespace

int list_verb(const CommandLine& command) {
  if (command.markdown) {
    write_report(command, reference_page());
    return kExitDone;
  }
  const std::string topic = word_of(command, "topic", true);
  const Format format = command.format.value_or(Format::kTable);
  if (format == Format::kTable && topic.empty()) {
    write_report(command, overview());
    return kExitDone;
  }
  std::vector<std::pair<std::string_view, Table>> tables;
  for (const std::string_view name : topic_names())
    if (topic.empty() || topic == name) tables.emplace_back(name, topic_table(name));
  std::string out;
  if (format == Format::kJson) {
    std::vector<std::string> topics;
    for (const auto& [name, table] : tables) topics.push_back(json_member(name, json_rows(table)));
    out = json_object(topics, 2) + '\n';
  } else if (format == Format::kCsv) {
    if (tables.size() > 1) {
      config_error("command line: --format csv: one table at a time; allowed: orthant list {}",
                   joined(topic_names()));
    }
    out = to_csv(tables.front().second);
  } else {
    out = to_pages(tables.front().first, tables.front().second);
  }
  write_report(command, out);
  return kExitDone;
}

}  // namespace orthant
