// Tables of the registries, the keys and the columns.
//
// Tested by: tests/app/list_test.cpp
#include "app/command/topics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <tuple>

#include "app/command/verbs.hpp"
#include "app/keys/keys.hpp"
#include "app/keys/spelling.hpp"
#include "base/key_values.hpp"
#include "routing/routing.hpp"
#include "topology/registry.hpp"
#include "traffic/kinds.hpp"
#include "traffic/programs/programs.hpp"

namespace orthant {

namespace {

// Lists the names of keys, `own` first. An algorithm may declare its own keys without "routing.";
// they are listed by their full names in the key table.
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
        words_row({entry.kind, entry.summary, key_names(entry.rows.keys(), entry.keys)}));
  }
  return table;
}

Table routings() {
  Table table = text_table({"name", "summary", "source", "topologies", "vc_classes", "adaptive",
                            "minimal", "deadlock", "keys"});
  for (const auto& entry : routing_registry()) {
    table.rows.push_back(words_row({entry.name, entry.summary, entry.source, entry.topologies,
                                    entry.vc_classes, yes_no(entry.adaptive), yes_no(entry.minimal),
                                    entry.deadlock, key_names(entry.own_keys, entry.keys)}));
  }
  return table;
}

Table patterns() {
  Table table = text_table({"name", "summary", "needs", "keys"});
  for (const auto& entry : pattern_registry()) {
    table.rows.push_back(
        words_row({entry.name, entry.summary, entry.needs, key_names(entry.rows.keys(), {})}));
  }
  return table;
}

Table injections() {
  Table table = text_table({"name", "summary", "keys"});
  for (const auto& entry : injection_registry()) {
    table.rows.push_back(
        words_row({entry.name, entry.summary, key_names(entry.rows.keys(), entry.keys)}));
  }
  return table;
}

// Has a row for every algorithm.
Table workloads() {
  Table table = text_table({"name", "algorithm", "summary", "bytes", "keys"});
  for (const ProgramDescription& kind : program_registry()) {
    for (const ProgramAlgorithm& algorithm : kind.algorithms)
      table.rows.push_back(words_row({kind.kind, algorithm.name,
                                      fmt::format("{}: {}", kind.summary, algorithm.summary),
                                      kind.bytes, key_names(kind.rows.keys(), {})}));
  }
  return table;
}

Table keys() {
  Table table = text_table({"name", "type", "unit", "default", "allowed", "when", "help"});
  for (const Key& key : key_table()) {
    table.rows.push_back(words_row({key.name, key.type_name(), key.unit(), key.fallback,
                                    key.allowed(), key.when.sentence(), key.help}));
  }
  return table;
}

// Has a row for every name and meaning, with all files that have the column.
Table columns() {
  Table table = text_table({"name", "unit", "kind", "verbs", "when", "meaning"});
  std::map<std::tuple<std::string, std::string_view, std::string>, std::size_t> known;
  for (const ColumnSet& set : column_sets()) {
    for (const Column& column : set.columns) {
      const std::string when = column.when.sentence();
      const auto [row, added] =
          known.emplace(std::tuple(column.name, column.meaning, when), known.size());
      if (added)
        table.rows.push_back(words_row({column.name, column.unit, column.text ? "word" : "number",
                                        set.of, when, column.meaning}));
      else
        table.rows[row->second][3] += fmt::format(", {}", set.of);
    }
  }
  return table;
}

Table verbs_table() {
  Table table = text_table({"name", "summary", "usage"});
  for (const Verb& verb : verbs())
    table.rows.push_back(
        words_row({verb.name, verb.summary, fmt::format("orthant {} {}", verb.name, verb.usage)}));
  return table;
}

// Has a row for every option and effect, with all verbs for which it has this effect.
Table options_table() {
  Table table = text_table({"name", "usage", "verbs", "summary"});
  std::map<OptionUse, std::size_t> known;
  const auto add = [&](const OptionUse& use, std::string_view verb) {
    const auto [row, added] = known.emplace(use, known.size());
    if (!added) {
      table.rows[row->second][2] += fmt::format(", {}", verb);
      return;
    }
    const Option& option = option_named(use.option);
    std::string help(use.help);
    std::ranges::replace(help, '\n', ' ');
    table.rows.push_back(words_row(
        {option.name,
         fmt::format("--{}{}{}", option.name, option.argument.empty() ? "" : " ", option.argument),
         verb, help}));
  };
  for (const OptionUse& use : common_uses()) add(use, "all that read a config");
  for (const Verb& verb : verbs())
    for (const OptionUse& use : verb.options) add(use, verb.name);
  return table;
}

constexpr std::array<std::pair<std::string_view, Table (*)()>, 9> kTopics = {{
    {"topologies", topologies},
    {"routings", routings},
    {"patterns", patterns},
    {"injections", injections},
    {"workloads", workloads},
    {"keys", keys},
    {"columns", columns},
    {"verbs", verbs_table},
    {"options", options_table},
}};

}  // namespace

std::vector<std::string_view> topic_names() {
  std::vector<std::string_view> names;
  for (const auto& [name, make] : kTopics) names.push_back(name);
  return names;
}

Table topic_table(std::string_view topic) {
  const auto found =
      std::ranges::find(kTopics, topic, [](const auto& entry) { return entry.first; });
  assert(found != kTopics.end() && "an unknown topic");
  return found->second();
}

}  // namespace orthant
