#include "app/keys/stages.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "app/keys/keys.hpp"

namespace orthant {

Stage stage_of(std::string_view key) {
  // What RoutingOptions hold.
  constexpr std::array<std::string_view, 5> kOfRouting = {
      "router.model", "router.switching", "router.flow_control", "router.flow_control.by_dimension",
      "router.vc_reuse"};
  if (std::ranges::find(kOfRouting, key) != kOfRouting.end()) return Stage::kRouting;
  static const std::map<std::string_view, Stage> stages = {
      {"topology", Stage::kTopology}, {"routing", Stage::kRouting},
      {"router", Stage::kRouters},    {"channel", Stage::kTiming},
      {"time", Stage::kTiming},       {"schedule", Stage::kCollective},
      {"traffic", Stage::kTraffic},   {"analysis", Stage::kAnalysis},
      {"design", Stage::kAnalysis},   {"policy", Stage::kAnalysis},
      {"faults", Stage::kAnalysis},   {"run", Stage::kRun},
      {"energy", Stage::kOutput},     {"output", Stage::kOutput}};
  return without_class(key) == "traffic.load" ? Stage::kLoad
                                              : stages.at(key.substr(0, key.find('.')));
}

}  // namespace orthant
