// `orthant explain NAME`: the meaning of a key, or of any other name in a table. All text comes
// from the tables.
//
// Tested by: tests/app/explain_test.py, tests/app/sections_test.cpp
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/command/topics.hpp"
#include "app/command/verbs.hpp"
#include "app/keys/keys.hpp"
#include "app/keys/sections.hpp"
#include "app/keys/spelling.hpp"
#include "app/output/json.hpp"
#include "app/output/output.hpp"
#include "app/records/trace_file.hpp"
#include "base/error.hpp"
#include "base/key_values.hpp"
#include "base/words.hpp"

namespace orthant {
namespace {

// Entries of one kind: "config key", "routing", "result column".
struct Found {
  std::string_view kind;   // of one entry
  std::string_view group;  // of the list, in JSON
  Table table;
  std::size_t brief = 0;  // column shown in a line per entry; 0: a page per entry
};

// All tables of names except that of keys.
std::vector<Found> tables_of_names() {
  constexpr std::pair<std::string_view, std::string_view> kTopics[] = {
      {"topology", "topologies"}, {"routing", "routings"},
      {"pattern", "patterns"},    {"injection process", "injections"},
      {"workload", "workloads"},  {"result column", "columns"},
      {"verb", "verbs"},          {"option", "options"}};
  std::vector<Found> all = {{"concept", "concepts", concepts_table()}};
  for (const auto& [kind, topic] : kTopics) all.push_back({kind, topic, topic_table(topic)});
  all.push_back({"event of output.trace", "events", trace_events_table()});
  all.push_back({"cause in output.trace", "causes", trace_causes_table()});
  return all;
}

Table key_fields_of_explain() {
  return text_table({"name", "help", "type", "allowed", "default", "unit", "read_by", "when",
                     "several_values", "instead_of", "example"});
}

Row explained(const Key& key, const std::string& name) {
  return {name,
          std::string(key.help),
          std::string(key.type_name()),
          key.allowed(),
          key.required ? "none, must be given" : key.fallback,
          std::string(key.unit()),
          joined(readers_of(key)),
          key.when.sentence(),
          key.axis ? "a sweep axis" : "refused",
          joined(key.replaces),
          example_line(key, name)};
}

// `brief`: shows the help in a line per key.
Found keys_where(std::string_view kind, bool brief, const auto& is_meant) {
  Found found{kind, "keys", key_fields_of_explain(), brief ? 1u : 0u};
  for (const Key& key : key_table())
    if (is_meant(key)) found.table.rows.push_back(explained(key, key.name));
  return found;
}

// Finds a key by its name, with or without a class of traffic in it, or by its last word.
Found keys_named(const std::string& word) {
  constexpr std::string_view kKind = "config key";
  const std::string plain = without_name(word);
  if (const auto index = find_key(plain)) {
    const Key& key = key_table()[*index];
    Found found{kKind, "keys", key_fields_of_explain()};
    if (plain == word || (is_named_section(named_section_of(word)) && may_be_named(key))) {
      found.table.rows = {explained(key, plain == word ? key.name : word)};
      return found;
    }
  }
  return keys_where(kKind, false, [&](const Key& key) { return key.name.ends_with('.' + word); });
}

// Lists keys below a section or an algorithm.
Found keys_below(const std::string& prefix) {
  return keys_where("beginning of config keys", true, [&](const Key& key) {
    return key.name.starts_with(prefix + '.') || key.name.starts_with("routing." + prefix + '.');
  });
}

// Finds words that some key takes, except names that a registry explains.
Found values_named(const std::string& word) {
  Found found = keys_where("value of a config key", true, [&](const Key& key) {
    return key.names == nullptr && std::ranges::find(key.words, word) != key.words.end();
  });
  found.group = "values_of";
  return found;
}

// Keeps rows with this name, or with it in a list of words.
Found named(Found found, std::string_view word) {
  const auto has_it = [&](const Row& row) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string& column = found.table.columns[c].name;
      if (c > 0 && column != "words" && column != "algorithm") continue;
      for (const std::string_view part : split(row[c], ','))
        if (trimmed(part) == word) return true;
    }
    return false;
  };
  std::erase_if(found.table.rows, [&](const Row& row) { return !has_it(row); });
  return found;
}

// True if the name, or a part of it, begins with the word. Words like "of" are too short.
bool has_part(std::string_view name, std::string_view word) {
  constexpr std::size_t kShortest = 3;
  if (word.size() < kShortest) return false;
  for (std::size_t at = name.find(word); at != name.npos; at = name.find(word, at + 1))
    if (at == 0 || name[at - 1] == '_' || name[at - 1] == '.' || name[at - 1] == '-') return true;
  return false;
}

bool is_of_runs(const Table& columns, const Row& row) {
  return row[column_of(columns.columns, "verbs")].starts_with("run, sweep");
}

// Finds longer names that contain the word, those that begin with it first; among columns, then
// those of runs.
Found with_it_in_the_name(std::string_view kind, std::string_view topic, std::string_view shown,
                          std::string_view word) {
  Found found{kind, topic, topic_table(topic)};
  found.brief = column_of(found.table.columns, shown);
  std::erase_if(found.table.rows,
                [&](const Row& row) { return row[0] == word || !has_part(row[0], word); });
  std::ranges::stable_sort(found.table.rows, {}, [&](const Row& row) {
    return std::pair(!row[0].starts_with(word),
                     topic == "columns" && !is_of_runs(found.table, row));
  });
  return found;
}

// Finds only the option for "--append", although other entries have this name.
std::vector<Found> options_named(std::string_view word) {
  const std::string_view name = word.substr(std::min(word.find_first_not_of('-'), word.size()));
  for (const Option& option : options())
    if (option.name == name || (word.size() == 2 && word[1] == option.letter))
      return {named({"option", "options", topic_table("options")}, option.name)};
  return {};
}

// Finds all entries of this name. For a word of results that names no column of runs, adds columns
// with the word in their names, since a column of another file is seldom meant. Adds keys and
// options with the word in their names only if no entry has the name.
std::vector<Found> find_all(const std::string& word) {
  if (word.starts_with('-')) return options_named(word);
  std::vector<Found> all;
  for (Found& table : tables_of_names()) {
    const bool is_first = all.empty();
    all.push_back(named(std::move(table), word));
    if (!is_first) continue;
    all.push_back(keys_named(word));
    all.push_back(keys_below(word));
  }
  all.push_back(values_named(word));
  const auto is_empty = [](const Found& found) { return found.table.rows.empty(); };
  std::erase_if(all, is_empty);
  const bool is_name = !all.empty();
  bool is_of_results = !is_name, names_a_result = false;
  for (const Found& found : all) {
    is_of_results |= found.group == "concepts" || found.group == "columns";
    names_a_result |= found.group == "columns" && is_of_runs(found.table, found.table.rows[0]);
  }
  if (is_of_results && !names_a_result)
    all.push_back(
        with_it_in_the_name("result column with it in the name", "columns", "meaning", word));
  if (!is_name) {
    all.push_back(keys_where("config key with it in the name", true,
                             [&](const Key& key) { return has_part(key.name, word); }));
    all.push_back(with_it_in_the_name("option with it in the name", "options", "summary", word));
  }
  std::erase_if(all, is_empty);
  return all;
}

// The names of sections, keys and all entries of tables.
std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const Key& key : key_table()) {
    if (std::ranges::find(names, key.section()) == names.end()) names.emplace_back(key.section());
    names.push_back(key.name);
  }
  for (const Found& found : tables_of_names())
    for (const Row& row : found.table.rows) names.push_back(row[0]);
  return names;
}

[[noreturn]] void no_such_option(const std::string& word) {
  std::vector<std::string_view> names;
  for (const Option& option : options()) names.push_back(option.name);
  const std::string_view name =
      std::string_view(word).substr(std::min(word.find_first_not_of('-'), word.size()));
  const std::string_view guess = nearest(name, names);
  config_error("command line: {}: no option of that name{}; allowed: one of `orthant list options`",
               in_quotes(word),
               is_likely(name, guess) ? fmt::format(", did you mean --{}?", guess) : "");
}

[[noreturn]] void nothing_to_explain(const std::string& word) {
  if (word.starts_with('-')) no_such_option(word);
  std::string_view guess = nearest(word, names_to_explain());
  if (!is_likely(word, guess)) guess = {};
  // Corrects "vc" by the last words of names, since it resembles no whole name.
  if (const auto keys = keys_of_word(word.substr(word.rfind('.') + 1));
      guess.empty() && !keys.empty())
    guess = keys.front();
  config_error(
      "command line: {}: nothing of that name{}; allowed: a config key, a section, a verb, or a "
      "name that `orthant list` shows",
      in_quotes(word), guess.empty() ? "" : fmt::format(", did you mean {}?", guess));
}

// Prints "name (config key)" and a line for each field.
std::string page_of(const Found& found, const Row& row) {
  std::string out = fmt::format("{} ({})\n", row[0], found.kind);
  for (std::size_t c = 1; c < row.size(); ++c) {
    if (row[c].empty()) continue;
    std::string value = row[c];
    for (std::size_t end = value.find('\n'); end != value.npos; end = value.find('\n', end + 1))
      value.insert(end + 1, 18, ' ');
    out += fmt::format("  {:<16}{}\n", found.table.columns[c].name, value);
  }
  return out;
}

// Prints a line for each row.
std::string list_of(const Found& found, const std::string& word) {
  std::string out = fmt::format("{} ({})\n", word, found.kind);
  std::size_t width = 0;
  for (const Row& row : found.table.rows) width = std::max(width, row[0].size());
  for (const Row& row : found.table.rows)
    out += fmt::format("  {:<{}}  {}\n", row[0], width, row[found.brief]);
  return out;
}

std::string text_of(const std::vector<Found>& all, const std::string& word) {
  std::string out;
  for (const Found& found : all) {
    if (found.brief != 0) {
      out += fmt::format("{}{}", out.empty() ? "" : "\n", list_of(found, word));
      continue;
    }
    for (const Row& row : found.table.rows)
      out += fmt::format("{}{}", out.empty() ? "" : "\n", page_of(found, row));
  }
  return out;
}

std::string json_of(const std::vector<Found>& all) {
  std::vector<std::string> members;
  for (const Found& found : all) {
    Table table = found.table;
    if (&found != &all.front() && found.group == all.front().group) continue;
    // Joins keys of that name and keys below it in one list.
    for (const Found& more : all)
      if (&more != &found && more.group == found.group)
        table.rows.insert(table.rows.end(), more.table.rows.begin(), more.table.rows.end());
    members.push_back(json_member(found.group, json_rows(table)));
  }
  return json_object(members, 2) + '\n';
}

}  // namespace

std::vector<std::string_view> names_to_explain() {
  static const std::vector<std::string> names = all_names();
  return {names.begin(), names.end()};
}

int explain_verb(const CommandLine& command) {
  if (command.words.empty())
    config_error(
        "command line: explain: the name is missing; allowed: a config key, a section, a "
        "verb, or a name that `orthant list` shows");
  if (command.words.size() > 1)
    config_error("command line: {}: one word too many for explain", in_quotes(command.words[1]));
  if (command.format == Format::kCsv)
    config_error("command line: --format: 'csv' is not for explain; allowed: table, json");
  const std::string& word = command.words[0];
  const std::vector<Found> all = find_all(word);
  if (all.empty()) nothing_to_explain(word);
  write_report(command, command.format == Format::kJson ? json_of(all) : text_of(all, word));
  return kExitDone;
}

}  // namespace orthant
