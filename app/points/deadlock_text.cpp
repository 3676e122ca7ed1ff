// Tested by: tests/app/deadlock_text_test.cpp
#include "app/points/deadlock_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include "base/counted.hpp"
#include "topology/names.hpp"

namespace orthant {

std::string deadlock_text(const Topology& topology, RouterModel model,
                          const SimulationResult& result, bool all) {
  if (result.starving)
    return fmt::format(
        "deadlock: in cycle {} everything has arrived, but operation {} of rank {} waits for a "
        "message that a receive of any source or tag took before it",
        result.deadlock_cycle, result.starving->operation, result.starving->rank);
  if (result.knots.empty())
    return fmt::format(
        "deadlock: seen in cycle {}; nothing moves: routers send the same packets again and again "
        "and all are refused. There is no knot, so some that wait would be accepted, but "
        "their turn never comes",
        result.deadlock_cycle);
  const bool queues = model == RouterModel::kOutputQueued;
  constexpr std::size_t kMostPlaces = 20;
  const std::size_t knots = result.knots.size();
  std::size_t places = 0;
  for (const std::vector<BlockedVc>& knot : result.knots) places += knot.size();
  std::string text = fmt::format("deadlock: seen in cycle {}; {} of {} that wait for each other",
                                 result.deadlock_cycle, counted(knots, "knots"),
                                 counted(places, queues ? "output queues" : "VC buffers"));
  if (result.stuck_behind > 0) text += fmt::format(", {} more wait for them", result.stuck_behind);
  const std::size_t shown = all ? knots : std::min<std::size_t>(knots, 1);
  for (std::size_t k = 0; k < shown; ++k) {
    const std::vector<BlockedVc>& knot = result.knots[k];
    text += fmt::format("\nknot of {} {}:", knot.size(),
                        queues ? "queues of output ports" : "buffers behind input ports");
    const std::size_t most = all ? knot.size() : std::min(knot.size(), kMostPlaces);
    for (const BlockedVc& place : std::span(knot).first(most))
      text += fmt::format("\n  {} {}, {} {}", router_text(topology, place.router),
                          port_text(topology, place.router, place.port), queues ? "queue" : "vc",
                          place.vc.value);
    if (most < knot.size()) text += fmt::format("\n  ... and {} more (-v)", knot.size() - most);
  }
  if (shown < knots) text += fmt::format("\n... and {} (-v)", counted(knots - shown, "more knots"));
  return text;
}

}  // namespace orthant
