// Keys of a section are for the same, with few exceptions; a row whose `when` begins with verbs
// names who reads it.
//
// Tested by: tests/app/sections_test.cpp
#include "app/keys/sections.hpp"

#include <algorithm>
#include <map>

#include "app/keys/keys.hpp"
#include "app/keys/network_keys.hpp"
#include "base/words.hpp"

namespace orthant {
namespace {

using Verbs = std::vector<std::string_view>;

// That read a config.
const Verbs& all_verbs() {
  static const Verbs verbs = {"run",    "sweep",  "saturate", "analyze",
                              "design", "policy", "schedule", "check"};
  return verbs;
}

struct Section {
  Stage stage;
  Verbs readers;
};

const Section& section_of_keys(std::string_view name) {
  static const Verbs routed = {"run", "sweep", "saturate", "analyze", "schedule", "check"};
  static const Verbs simulated = {"run", "sweep", "saturate", "check"};
  static const std::map<std::string_view, Section> sections = {
      {"topology", {Stage::kTopology, all_verbs()}},
      {"routing", {Stage::kRouting, routed}},
      {"router", {Stage::kRouters, simulated}},
      {"channel", {Stage::kTiming, all_verbs()}},
      {"time", {Stage::kTiming, all_verbs()}},
      {"traffic", {Stage::kTraffic, simulated}},
      {"run", {Stage::kRun, simulated}},
      {"energy", {Stage::kOutput, {"run", "sweep", "check"}}},
      {"output", {Stage::kOutput, all_verbs()}},
      {"trace", {Stage::kOutput, {"run", "check"}}},
      {"analysis", {Stage::kAnalysis, {"analyze", "design"}}},
      {"design", {Stage::kAnalysis, {"design"}}},
      {"policy", {Stage::kAnalysis, {"policy"}}},
      {"faults", {Stage::kAnalysis, {"policy"}}},
      {"schedule", {Stage::kCollective, {"run", "sweep", "saturate", "schedule", "check"}}},
      {"workload", {Stage::kCollective, {"run", "sweep", "schedule", "check"}}}};
  return sections.at(name.substr(0, name.find('.')));
}

bool is_of_routings(std::string_view key) {
  static const std::vector<Key> of_routings = router_rows_of_routings().keys();
  return std::ranges::find(of_routings, key, &Key::name) != of_routings.end();
}

// "analyze and design", "policy --faults": verbs and their options alone.
Verbs named_in(std::string_view when) {
  Verbs named;
  for (std::string_view word : split(when, ' ')) {
    if (std::ranges::find(all_verbs(), word) != all_verbs().end())
      named.push_back(word);
    else if (word != "and" && !word.starts_with("--"))
      return {};
  }
  return named;
}

bool is_of_pattern(const Key& key) {
  return key.name == "traffic.pattern" || key.name == "traffic.self" ||
         key.when.starts_with("traffic.pattern = ");
}

}  // namespace

Stage stage_of(std::string_view key) {
  if (is_of_routings(key)) return Stage::kRouting;
  const std::string plain = without_name(key);
  return plain == "traffic.load" || plain == "traffic.scale" ? Stage::kLoad
                                                             : section_of_keys(key).stage;
}

std::vector<std::string_view> readers_of(const Key& key) {
  if (key.when.starts_with("not read") || key.when.starts_with("refused")) return {};
  if (const Verbs named = named_in(key.when); !named.empty()) return named;
  if (is_of_pattern(key)) return {"run", "sweep", "saturate", "analyze", "design", "check"};
  if (key.name == "router.model") return all_verbs();
  if (key.name == "router.vcs" || key.name == "router.message_classes" ||
      key.name == "traffic.message_class")
    return {"run", "sweep", "saturate", "analyze", "check"};
  return section_of_keys(is_of_routings(key.name) ? "routing" : key.name).readers;
}

}  // namespace orthant
