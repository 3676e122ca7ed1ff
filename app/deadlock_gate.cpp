// One proof per network, routing and VC count, however many loads and seeds are simulated on it.
#include "app/deadlock_gate.hpp"

#include <fmt/format.h>

#include "analysis/deadlock.hpp"
#include "base/error.hpp"

namespace orthant {
namespace {

// Everything that could matter to the proof: all settings but those of sections that say nothing
// about the network.
std::string network_of(const Point& point) {
  std::string text;
  for (const auto& [key, value] : point.effective_settings()) {
    const std::string section = key.substr(0, key.find('.'));
    if (section == "traffic" || section == "run" || section == "output" || section == "time" ||
        section == "channel" || section == "analysis")
      continue;
    text += fmt::format("{}={}\n", key, value);
  }
  return text;
}

std::string prove(const Point& point, const Setup& setup) {
  try {
    const DeadlockReport report =
        prove_deadlock_freedom(*setup.topology, *find_routing(point.text("routing.algorithm")),
                               setup.routing_options, setup.router.vcs);
    return report.free ? std::string() : written(report);
  } catch (const KeyError& error) {
    point.fail(error.key(), error.what());
  }
}

}  // namespace

const std::string& DeadlockGate::refusal(const Point& point, const Setup& setup) {
  const std::string network = setup.allow_deadlock ? std::string() : network_of(point);
  const auto known = answers_.find(network);
  if (known != answers_.end()) return known->second;
  return answers_[network] = setup.allow_deadlock ? std::string() : prove(point, setup);
}

}  // namespace orthant
