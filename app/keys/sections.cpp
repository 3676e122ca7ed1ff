// Keys of a section are read by the same verbs, with few exceptions; a row may name its readers.
//
// Tested by: tests/app/sections_test.cpp
#include "app/keys/sections.hpp"

#include <algorithm>
#include <map>

#include "app/keys/keys.hpp"
#include "app/keys/network_keys.hpp"

namespace orthant {
namespace {

using Verbs = std::vector<std::string_view>;

// The verbs that read a config.
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
      {"faults", {Stage::kTopology, all_verbs()}},
      {"schedule", {Stage::kCollective, {"run", "sweep", "saturate", "schedule", "check"}}},
      {"workload", {Stage::kCollective, {"run", "sweep", "schedule", "check"}}}};
  return sections.at(name.substr(0, name.find('.')));
}

bool is_of_routings(std::string_view key) {
  static const std::vector<Key> of_routings = router_rows_of_routings().keys();
  return std::ranges::find(of_routings, key, &Key::name) != of_routings.end();
}

bool is_of_pattern(const Key& key) {
  return key.name == "traffic.pattern" || key.name == "traffic.self" ||
         key.when.conditions[0].key == "traffic.pattern";
}

}  // namespace

Stage stage_of(std::string_view key) {
  if (is_of_routings(key)) return Stage::kRouting;
  const std::string plain = without_name(key);
  return plain == "traffic.load" || plain == "traffic.scale" ? Stage::kLoad
                                                             : section_of_keys(key).stage;
}

std::vector<std::string_view> readers_of(const Key& key) {
  if (key.refused || key.when == kNotRead) return {};
  if (const ReadWhen& when = key.when; !when.readers[0].empty() && when.conditions[0].key.empty())
    return when.readers[1].empty() ? Verbs{when.readers[0]}
                                   : Verbs{when.readers[0], when.readers[1]};
  if (key.name == "faults.routers" || key.name == "faults.link_probability" ||
      key.name == "faults.groups")
    return {"run", "sweep", "saturate", "analyze", "design", "schedule", "check"};
  if (is_of_pattern(key)) return {"run", "sweep", "saturate", "analyze", "design", "check"};
  if (key.name == "router.model") return all_verbs();
  if (key.name == "router.vcs" || key.name == "router.message_classes" ||
      key.name == "traffic.message_class")
    return {"run", "sweep", "saturate", "analyze", "check"};
  return section_of_keys(is_of_routings(key.name) ? "routing" : key.name).readers;
}

}  // namespace orthant
