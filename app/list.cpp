// Tables of the registries and of the keys.
//
// Tested by: tests/app/list_test.cpp
#include "app/list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <map>

#include "app/columns.hpp"
#include "app/keys.hpp"
#include "app/output.hpp"
#include "app/reference.hpp"
#include "app/spelling.hpp"
#include "app/verbs.hpp"
#include "base/error.hpp"
#include "routing/routing.hpp"
#include "topology/registry.hpp"
#include "traffic/registry.hpp"

namespace orthant {
namespace {

Table text_table(std::initializer_list<const char*> names) {
  Table table;
  for (const char* name : names) table.columns.push_back({name, true});
  return table;
}

std::string text(std::string_view view) { return std::string(view); }
std::string yes_no(bool value) { return value ? "yes" : "no"; }

// Keys by the names of the table: an algorithm's own under "routing.".
std::string key_names(const std::vector<Key>& own, const std::vector<std::string_view>& others) {
  std::vector<std::string_view> names;
  for (const Key& key : own) names.push_back(key_table()[*find_key(key.name)].name);
  names.insert(names.end(), others.begin(), others.end());
  return joined(names);
}

Table topologies() {
  Table table = text_table({"name", "summary", "keys"});
  for (const auto& entry : topology_registry()) {
    table.rows.push_back(
        {text(entry.kind), text(entry.summary), key_names(entry.rows.keys(), entry.keys)});
  }
  return table;
}

Table routings() {
  Table table = text_table({"name", "summary", "source", "topologies", "vc_classes", "adaptive",
                            "minimal", "deadlock", "keys"});
  for (const auto& entry : routing_registry()) {
    table.rows.push_back({text(entry.name), text(entry.summary), text(entry.source),
                          text(entry.topologies), text(entry.vc_classes), yes_no(entry.adaptive),
                          yes_no(entry.minimal), text(entry.deadlock),
                          key_names(entry.own_keys, entry.keys)});
  }
  return table;
}

Table patterns() {
  Table table = text_table({"name", "summary", "needs", "keys"});
  for (const auto& entry : pattern_registry()) {
    table.rows.push_back({text(entry.name), text(entry.summary), text(entry.needs),
                          key_names(entry.rows.keys(), {})});
  }
  return table;
}

Table injections() {
  Table table = text_table({"name", "summary", "keys"});
  for (const auto& entry : injection_registry()) {
    table.rows.push_back(
        {text(entry.name), text(entry.summary), key_names(entry.rows.keys(), entry.keys)});
  }
  return table;
}

Table keys() {
  Table table = text_table({"name", "type", "unit", "default", "allowed", "when", "help"});
  for (const Key& key : key_table()) {
    table.rows.push_back({text(key.name), text(key.type_name()), text(key.unit()),
                          text(key.fallback), key.allowed(), text(key.when), text(key.help)});
  }
  return table;
}

// A row for every name and meaning, with all files that have it.
Table columns() {
  Table table = text_table({"name", "unit", "kind", "verbs", "meaning"});
  std::map<std::pair<std::string, std::string_view>, std::size_t> known;
  for (const ColumnSet& set : column_sets()) {
    for (const Column& column : set.columns) {
      const auto [row, added] = known.emplace(std::pair(column.name, column.meaning), known.size());
      if (added)
        table.rows.push_back({column.name, text(column.unit), column.text ? "word" : "number",
                              text(set.of), text(column.meaning)});
      else
        table.rows[row->second][3] += fmt::format(", {}", set.of);
    }
  }
  return table;
}

constexpr std::array<std::pair<std::string_view, Table (*)()>, 6> kTopics = {{
    {"topologies", topologies},
    {"routings", routings},
    {"patterns", patterns},
    {"injections", injections},
    {"keys", keys},
    {"columns", columns},
}};

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

// An object with one array of objects per topic.
std::string to_json_object(const std::vector<std::pair<std::string_view, Table>>& tables) {
  std::string out = "{\n";
  for (std::size_t t = 0; t < tables.size(); ++t) {
    const auto& [topic, table] = tables[t];
    out += fmt::format("  {}: [\n", json_string(topic));
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      out += "    {";
      for (std::size_t c = 0; c < table.columns.size(); ++c) {
        out += fmt::format("{}{}: {}", c == 0 ? "" : ", ", json_string(table.columns[c].name),
                           json_value(table.columns[c], table.rows[r][c]));
      }
      out += r + 1 < table.rows.size() ? "},\n" : "}\n";
    }
    out += t + 1 < tables.size() ? "  ],\n" : "  ]\n";
  }
  return out + "}\n";
}

}  // namespace

Table topic_table(std::string_view topic) {
  for (const auto& [name, make] : kTopics) {
    if (name == topic) return make();
  }
  assert(false && "an unknown topic");
  return {};
}

int list_verb(const CommandLine& command) {
  if (command.markdown) {
    write_report(command, reference_page());
    return kExitDone;
  }
  std::vector<std::pair<std::string_view, Table>> tables;
  for (const auto& [name, make] : kTopics) {
    if (command.topic.empty() || command.topic == name) tables.emplace_back(name, make());
  }
  const Format format = command.format.value_or(Format::kTable);
  std::string out;
  if (format == Format::kJson) {
    out = to_json_object(tables);
  } else if (format == Format::kCsv) {
    if (tables.size() > 1) {
      config_error(
          "command line: --format csv: one table at a time; allowed: orthant list "
          "topologies, routings, patterns, injections, keys or columns");
    }
    out = to_csv(tables.front().second);
  } else {
    for (const auto& [name, table] : tables) out += to_pages(name, table);
  }
  write_report(command, out);
  return kExitDone;
}

}  // namespace orthant
