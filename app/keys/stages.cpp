#include "app/keys/stages.hpp"

#include <algorithm>
#include <map>

#include "app/keys/keys.hpp"
#include "app/keys/network_keys.hpp"

namespace orthant {

Stage stage_of(std::string_view key) {
  static const std::vector<Key> of_routings = router_rows_of_routings().keys();
  if (std::ranges::find(of_routings, key, &Key::name) != of_routings.end()) return Stage::kRouting;
  static const std::map<std::string_view, Stage> stages = {{"topology", Stage::kTopology},
                                                           {"routing", Stage::kRouting},
                                                           {"router", Stage::kRouters},
                                                           {"channel", Stage::kTiming},
                                                           {"time", Stage::kTiming},
                                                           {"schedule", Stage::kCollective},
                                                           {"workload", Stage::kCollective},
                                                           {"traffic", Stage::kTraffic},
                                                           {"analysis", Stage::kAnalysis},
                                                           {"design", Stage::kAnalysis},
                                                           {"policy", Stage::kAnalysis},
                                                           {"faults", Stage::kAnalysis},
                                                           {"run", Stage::kRun},
                                                           {"energy", Stage::kOutput},
                                                           {"output", Stage::kOutput},
                                                           {"trace", Stage::kOutput}};
  return without_name(key) == "traffic.load" ? Stage::kLoad
                                             : stages.at(key.substr(0, key.find('.')));
}

}  // namespace orthant
