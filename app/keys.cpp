// The table, and looking keys up in it.
//
// Tested by: tests/app/keys_test.cpp
#include "app/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "app/analysis_keys.hpp"
#include "app/network_keys.hpp"
#include "app/path_tables.hpp"
#include "app/run_keys.hpp"
#include "app/schedule_keys.hpp"
#include "app/spelling.hpp"
#include "base/limits.hpp"
#include "routing/option_rows.hpp"
#include "topology/registry.hpp"
#include "traffic/registry.hpp"

namespace orthant {
namespace {

constexpr std::string_view kOwnKeys = "routing.";  // algorithms' own keys may leave this out

// The names of a registry's entries.
template <auto registry, auto name>
std::vector<std::string_view> names_of() {
  std::vector<std::string_view> names;
  for (const auto& entry : registry()) names.push_back(entry.*name);
  return names;
}

class Table {
 public:
  void add(Key key) {
    if (!has(key.name)) keys_.push_back(std::move(key));
  }
  void add(const std::vector<Key>& keys) {
    for (const Key& key : keys) add(key);
  }
  // The keys of topologies, patterns or injections; those that several share stand with the first.
  template <class Registry>
  void add_rows_of(const Registry& registry) {
    for (const auto& entry : registry) add(entry.rows.keys());
  }
  // Algorithms' own keys; those that several share stand behind the last.
  void add_own_keys() {
    std::vector<Key> own;
    for (const auto& entry : routing_registry()) {
      for (Key key : entry.own_keys) {
        key.name = std::string(kOwnKeys) + key.name;
        std::erase_if(own, [&](const Key& known) { return known.name == key.name; });
        own.push_back(std::move(key));
      }
    }
    add(own);
  }

  std::vector<Key> take() {
    for (Key& key : keys_)
      if (key.names != nullptr) key.words = key.names();
    return std::move(keys_);
  }

 private:
  bool has(std::string_view name) const {
    return std::ranges::find(keys_, name, &Key::name) != keys_.end();
  }

  std::vector<Key> keys_;
};

// Section by section.
std::vector<Key> make_table() {
  Table table;
  table.add({.name = "topology.kind",
             .type = KeyType::kWord,
             .names = names_of<topology_registry, &TopologyDescription::kind>,
             .required = true,
             .help = "The kind of network."});
  table.add_rows_of(topology_registry());

  table.add({.name = "routing.algorithm",
             .type = KeyType::kWord,
             .names = names_of<routing_registry, &RoutingDescription::name>,
             .required = true,
             .help = "The routing algorithm."});
  table.add(routing_option_rows().keys());
  table.add(path_table_rows().keys());
  table.add(permission_rows().keys());
  table.add_own_keys();

  table.add(router_rows().keys());
  table.add({.name = "router.output_speedup",
             .type = KeyType::kRational,
             .most = limits::kBandwidthPart,
             .low = 1,
             .high = limits::kSpeedup,
             .when = "not read by this version",
             .help = "Flits per cycle from the switch into an output, as router.speedup; without "
                     "queues at the outputs, more than the channel takes changes nothing."});
  table.add(channel_rows().keys());
  table.add(time_rows().keys());

  table.add({.name = "traffic.pattern",
             .type = KeyType::kWord,
             .names = names_of<pattern_registry, &PatternDescription::name>,
             .required = true,
             .help = "Where messages go; traffic.injection = schedule needs none."});
  table.add({.name = "traffic.injection",
             .type = KeyType::kWord,
             .fallback = std::string(injection_registry().front().name),
             .names = names_of<injection_registry, &InjectionDescription::name>,
             .help = "When messages are born."});
  table.add(load_rows().keys());
  table.add(message_rows().keys());
  table.add_rows_of(pattern_registry());
  table.add_rows_of(injection_registry());

  table.add(window_rows().keys());
  table.add(end_rows().keys());
  table.add(run_rows().keys());
  table.add(output_rows().keys());

  table.add(analysis_rows().keys());
  table.add(design_rows().keys());
  table.add(fault_rows().keys());
  table.add({.name = "faults.link_probability",
             .type = KeyType::kReal,
             .high = 1,
             .refused = true,
             .when = "refused by this version",
             .help = "Probability that a link has failed."});
  table.add(policy_rows().keys());
  table.add(schedule_rows().keys());
  return table.take();
}

const std::map<std::string_view, std::size_t>& key_index() {
  static const std::map<std::string_view, std::size_t> index = [] {
    std::map<std::string_view, std::size_t> made;
    const auto table = key_table();
    for (std::size_t k = 0; k < table.size(); ++k) {
      const std::string_view name = table[k].name;
      made[name] = k;
      if (name.starts_with(kOwnKeys) && std::ranges::count(name, '.') > 1) {
        made[name.substr(kOwnKeys.size())] = k;
      }
    }
    return made;
  }();
  return index;
}

std::string_view last_word(std::string_view name) { return name.substr(name.rfind('.') + 1); }

std::string_view word_of(std::string_view name) { return name.substr(name.find('.') + 1); }

std::vector<std::string_view> sections() {
  std::vector<std::string_view> names;
  for (const Key& key : key_table())
    if (names.empty() || names.back() != key.section()) names.push_back(key.section());
  return names;
}

// The same word in another section, else the nearest spelling if both its section and its word are
// near; else empty.
std::string_view likely_key(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Key& key : key_table()) {
    if (word_of(key.name) == word_of(name)) return key.name;
    names.push_back(key.name);
  }
  const std::string_view guess = nearest(name, names);
  const bool near = is_likely(name.substr(0, name.find('.')), guess.substr(0, guess.find('.'))) &&
                    is_likely(word_of(name), word_of(guess));
  return near ? guess : std::string_view();
}

}  // namespace

std::span<const Key> key_table() {
  static const std::vector<Key> table = make_table();
  return table;
}

Stage stage_of(const Key& key) {
  static const std::map<std::string_view, Stage> stages = {
      {"topology", Stage::kTopology}, {"routing", Stage::kRouting},
      {"router", Stage::kRouting},    {"channel", Stage::kTiming},
      {"time", Stage::kTiming},       {"schedule", Stage::kCollective},
      {"traffic", Stage::kTraffic},   {"analysis", Stage::kAnalysis},
      {"design", Stage::kAnalysis},   {"policy", Stage::kAnalysis},
      {"faults", Stage::kAnalysis},   {"run", Stage::kRun},
      {"output", Stage::kOutput}};
  return key.name == "traffic.load" ? Stage::kLoad : stages.at(key.section());
}

std::optional<std::size_t> find_key(std::string_view name) {
  const auto found = key_index().find(name);
  if (found == key_index().end()) return std::nullopt;
  return found->second;
}

std::string unknown_key_hint(std::string_view name) {
  if (const std::string_view guess = likely_key(name); !guess.empty())
    return fmt::format("unknown key, did you mean {}?", guess);
  const std::string_view section = name.substr(0, name.find('.'));
  if (!is_section(section)) return fmt::format("unknown section; allowed: {}", joined(sections()));
  std::vector<std::string_view> words;
  for (const auto& [known, index] : key_index())
    if (known.substr(0, known.find('.')) == section) words.push_back(word_of(known));
  return fmt::format("unknown key; allowed in [{}]: {}", section, joined(words));
}

std::vector<std::string_view> keys_of_word(std::string_view word) {
  std::vector<std::string_view> words;
  for (const Key& key : key_table()) words.push_back(last_word(key.name));
  const std::string_view guess = nearest(word, words);
  std::vector<std::string_view> names;
  if (!is_likely(word, guess)) return names;
  for (const Key& key : key_table())
    if (last_word(key.name) == guess) names.push_back(key.name);
  return names;
}

bool is_section(std::string_view section) {
  return std::ranges::any_of(key_index(), [&](const auto& entry) {
    const std::string_view name = entry.first;
    return name.size() > section.size() && name.starts_with(section) && name[section.size()] == '.';
  });
}

std::string unknown_section_hint(std::string_view section) {
  const std::vector<std::string_view> names = sections();
  const std::string_view guess = nearest(section, names);
  return is_likely(section, guess) ? fmt::format("did you mean [{}]?", guess)
                                   : fmt::format("allowed: {}", joined(names));
}

}  // namespace orthant
