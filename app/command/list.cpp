// `orthant list`: the tables of names, for people and programs.
//
// Tested by: tests/app/list_test.cpp
#include <fmt/format.h>

#include "app/command/reference.hpp"
#include "app/command/topics.hpp"
#include "app/command/verbs.hpp"
#include "app/keys/spelling.hpp"
#include "app/output/json.hpp"
#include "app/output/output.hpp"
#include "app/texts/schema.hpp"
#include "base/error.hpp"

namespace orthant {
namespace {

// For a terminal: one entry per name, its fields as indented lines.
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

}  // namespace

std::vector<std::string_view> names_to_list() { return topic_names(); }

int list_verb(const CommandLine& command) {
  if (command.markdown) {
    write_report(command, reference_page());
    return kExitDone;
  }
  if (command.json_schema) {
    write_report(command, config_schema());
    return kExitDone;
  }
  std::vector<std::pair<std::string_view, Table>> tables;
  for (const std::string_view name : topic_names())
    if (command.topic.empty() || command.topic == name)
      tables.emplace_back(name, topic_table(name));
  const Format format = command.format.value_or(Format::kTable);
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
    for (const auto& [name, table] : tables) out += to_pages(name, table);
  }
  write_report(command, out);
  return kExitDone;
}

}  // namespace orthant
