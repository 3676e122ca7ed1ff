// `orthant explain NAME`: what a key means, and any other name that stands in a table. Nothing is
// said here that a table does not say.
//
// Tested by: tests/app/explain_test.py, tests/app/sections_test.cpp
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "app/command/topics.hpp"
#include "app/command/verbs.hpp"
#include "app/keys/keys.hpp"
#include "app/keys/sections.hpp"
#include "app/keys/spelling.hpp"
#include "app/output/json.hpp"
#include "app/output/output.hpp"
#include "app/texts/concepts.hpp"
#include "app/texts/example.hpp"
#include "app/texts/trace_words.hpp"
#include "base/error.hpp"
#include "base/key_values.hpp"

namespace orthant {
namespace {

// Entries of one kind: "config key", "routing", "result column".
struct Found {
  std::string_view kind;   // of one of them
  std::string_view group;  // of the list, in JSON
  Table table;
  bool brief = false;     // a line each, for a terminal
  std::size_t shown = 1;  // the column that stands in it
};

constexpr std::string_view kKey = "config key", kKeys = "keys";
constexpr std::string_view kColumnWithIt = "result column of run, sweep with it in the name";

std::vector<Column> key_columns_of_explain() {
  return text_table({"name", "help", "type", "allowed", "default", "unit", "read_by", "when",
                     "stage", "several_values", "instead_of", "example"})
      .columns;
}

// What a key decides; points that agree up to a stage share what is built so far.
std::string_view stage_text(Stage stage) {
  static const std::map<Stage, std::string_view> texts = {
      {Stage::kTopology, "the network's graph"},
      {Stage::kRouting, "the routing"},
      {Stage::kTiming, "channels and units of time"},
      {Stage::kCollective, "the transfers of a schedule, or a program"},
      {Stage::kRouters, "VCs, buffers, delays and allocation of routers"},
      {Stage::kTraffic, "the traffic but its load"},
      {Stage::kAnalysis, "what an exact verb computes"},
      {Stage::kLoad, "the load"},
      {Stage::kRun, "the length and the seed of a simulation"},
      {Stage::kOutput, "what is written"}};
  return texts.at(stage);
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
          std::string(stage_text(stage_of(key.name))),
          key.axis ? "a sweep axis" : "refused",
          joined(key.replaces),
          example_line(key, name)};
}

Found keys_where(const auto& is_meant) {
  Found found{kKey, kKeys, {key_columns_of_explain(), {}}};
  for (const Key& key : key_table())
    if (is_meant(key)) found.table.rows.push_back(explained(key, key.name));
  return found;
}

// A key by its name, also with a class of traffic in it; or by its last word.
Found keys_named(const std::string& word) {
  const std::string plain = without_name(word);
  if (const auto index = find_key(plain)) {
    const Key& key = key_table()[*index];
    if (plain == word || (is_named_section(named_section_of(word)) && may_be_named(key)))
      return {kKey,
              kKeys,
              {key_columns_of_explain(), {explained(key, plain == word ? key.name : word)}}};
  }
  return keys_where([&](const Key& key) { return key.name.ends_with('.' + word); });
}

Found keys_below(const std::string& prefix) {
  Found found = keys_where([&](const Key& key) {
    return key.name.starts_with(prefix + '.') || key.name.starts_with("routing." + prefix + '.');
  });
  found.brief = true;
  return found;
}

// Words that some key takes, but for names that a registry explains.
Found values_named(const std::string& word) {
  Found found = keys_where([&](const Key& key) {
    return key.names == nullptr && std::ranges::find(key.words, word) != key.words.end();
  });
  found.kind = "value of a config key";
  found.group = "values_of";
  found.brief = true;
  return found;
}

Found entries(std::string_view kind, std::string_view group, Table table, const std::string& word) {
  Found found{kind, group, std::move(table)};
  std::erase_if(found.table.rows, [&](const Row& row) { return row[0] != word; });
  return found;
}

Found entries(std::string_view kind, std::string_view topic, const std::string& word) {
  return entries(kind, topic, topic_table(topic), word);
}

Found algorithms_named(const std::string& word) {
  Found found{"algorithm of a workload", "workloads", topic_table("workloads")};
  const std::size_t algorithm = column_of(found.table.columns, "algorithm");
  std::erase_if(found.table.rows, [&](const Row& row) { return row[algorithm] != word; });
  return found;
}

// Whether a word of the text, or a part of a name, begins so. "of" and its like begin nothing.
bool has_word(std::string_view text, std::string_view word) {
  constexpr std::size_t kShortest = 3;
  if (word.size() < kShortest) return false;
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1))
    if (at == 0 || std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0) return true;
  return false;
}

// Columns of words whose meaning names this one: verdicts and their like.
Found columns_that_say(const std::string& word) {
  Found found{"result column that may say so", "columns_that_say", topic_table("columns")};
  const std::size_t kind = column_of(found.table.columns, "kind");
  const std::size_t meaning = column_of(found.table.columns, "meaning");
  std::erase_if(found.table.rows, [&](const Row& row) {
    return row[kind] != "word" || !has_word(row[meaning], word);
  });
  return found;
}

bool is_of_runs(const Table& columns, const Row& row) {
  return row[column_of(columns.columns, "verbs")].starts_with("run, sweep");
}

// Of runs and sweeps, with the word in their names; first those that begin with it.
Found columns_of_runs_with(const std::string& word) {
  Found found{kColumnWithIt, "columns", topic_table("columns"), true};
  found.shown = column_of(found.table.columns, "meaning");
  std::erase_if(found.table.rows, [&](const Row& row) {
    return !is_of_runs(found.table, row) || !has_word(row[0], word);
  });
  std::ranges::stable_partition(found.table.rows,
                                [&](const Row& row) { return row[0].starts_with(word); });
  return found;
}

// For words that name nothing.
Found keys_with(const std::string& word) {
  Found found = keys_where(
      [&](const Key& key) { return has_word(key.name, word) || has_word(key.help, word); });
  found.kind = "config key with it in the name";
  found.brief = true;
  return found;
}

Found entries_with(std::string_view kind, std::string_view topic, std::string_view text,
                   const std::string& word) {
  Found found{kind, topic, topic_table(topic), true};
  found.shown = column_of(found.table.columns, text);
  std::erase_if(found.table.rows, [&](const Row& row) {
    return !has_word(row[0], word) && !has_word(row[found.shown], word);
  });
  return found;
}

Found other_columns_with(const std::string& word) {
  Found found = entries_with("result column with it in the name", "columns", "meaning", word);
  std::erase_if(found.table.rows, [&](const Row& row) {
    return is_of_runs(found.table, row) && has_word(row[0], word);
  });
  return found;
}

// Option --append is that alone, whatever else has its name.
std::vector<Found> options_named(std::string_view word) {
  const std::string_view name = word.substr(std::min(word.find_first_not_of('-'), word.size()));
  for (const Option& option : options())
    if (option.name == name || (word.size() == 2 && word[1] == option.letter))
      return {entries("option", "options", std::string(option.name))};
  return {};
}

// The best first: what has the name, then columns of runs that have it in theirs.
std::vector<Found> find_all(const std::string& word) {
  if (word.starts_with('-')) return options_named(word);
  std::vector<Found> all = {entries("concept", "concepts", concepts_table(), word),
                            keys_named(word),
                            keys_below(word),
                            entries("topology", "topologies", word),
                            entries("routing", "routings", word),
                            entries("pattern", "patterns", word),
                            entries("injection process", "injections", word),
                            entries("workload", "workloads", word),
                            algorithms_named(word),
                            entries("result column", "columns", word),
                            entries("verb", "verbs", word),
                            entries("option", "options", word),
                            entries("event of output.trace", "events", trace_events_table(), word),
                            entries("cause in output.trace", "causes", trace_causes_table(), word),
                            values_named(word)};
  const auto is_empty = [](const Found& found) { return found.table.rows.empty(); };
  std::erase_if(all, is_empty);
  // A column of another file is seldom the one that is meant.
  const bool names_a_result = std::ranges::any_of(all, [](const Found& found) {
    return found.group == "columns" && std::ranges::any_of(found.table.rows, [&](const Row& row) {
             return is_of_runs(found.table, row);
           });
  });
  if (!names_a_result) all.push_back(columns_of_runs_with(word));
  std::erase_if(all, is_empty);
  if (!all.empty() && all[0].kind != kColumnWithIt) return all;
  all.push_back(columns_that_say(word));
  const bool is_said = !is_empty(all.back());
  if (!is_said) {
    all.push_back(keys_with(word));
    all.push_back(other_columns_with(word));
    all.push_back(entries_with("option with it in the name", "options", "summary", word));
  }
  std::erase_if(all, is_empty);
  return all;
}

// Sections, keys and the names of tables.
std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const Key& key : key_table()) {
    if (std::ranges::find(names, key.section()) == names.end()) names.emplace_back(key.section());
    names.push_back(key.name);
  }
  for (const std::string_view topic : topic_names())
    for (const Row& row : topic_table(topic).rows) names.push_back(row[0]);
  for (const Table& table : {concepts_table(), trace_events_table(), trace_causes_table()})
    for (const Row& row : table.rows) names.push_back(row[0]);
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
  // "vc" is no misspelling of a whole name, but of the last word of one.
  if (const auto keys = keys_of_word(word.substr(word.rfind('.') + 1));
      guess.empty() && !keys.empty())
    guess = keys.front();
  config_error(
      "command line: {}: nothing of that name{}; allowed: a config key, a section, a verb, or a "
      "name that `orthant list` shows",
      in_quotes(word), guess.empty() ? "" : fmt::format(", did you mean {}?", guess));
}

// "name (config key)" and a line for each field.
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

// A line for each.
std::string list_of(const Found& found, const std::string& word) {
  std::string out =
      fmt::format("{} ({})\n", word, found.kind == kKey ? "beginning of config keys" : found.kind);
  std::size_t width = 0;
  for (const Row& row : found.table.rows) width = std::max(width, row[0].size());
  for (const Row& row : found.table.rows)
    out += fmt::format("  {:<{}}  {}\n", row[0], width, row[found.shown]);
  return out;
}

std::string text_of(const std::vector<Found>& all, const std::string& word) {
  std::string out;
  for (const Found& found : all) {
    if (found.brief) {
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
    // Keys of that name and keys below it are one list.
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
