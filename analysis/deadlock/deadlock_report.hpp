// Options and result of the check for deadlock freedom.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "routing/routing.hpp"
#include "topology/topology.hpp"

namespace orthant {

struct DeadlockOptions {
  Switching switching = Switching::kWormhole;
  FlowControl flow_control = FlowControl::kCredit;
  DimensionMask bubble_dimensions = kAllDimensions;  // with bubbles
  VcReuse vc_reuse = VcReuse::kSafe;
  // Virtual channels of a port; nullopt: enough for all classes. If there are fewer than classes, a
  // class without a VC of its own shares VC (class mod vcs).
  std::optional<std::uint32_t> vcs;
  // A channel sends its waiting packets by priority_order() of their classes, even if they were
  // refused before: a class also waits for those of higher priority on the same channel.
  bool strict_priority = false;
  std::size_t threads = 1;  // for walking paths; the report does not depend on it
};

// A channel in a cycle of dependencies: its holder waits for the channel of the next step, which
// with strict priority may be the same channel in a class of higher priority.
struct DependencyStep {
  RouterId from;
  RouterId to;
  PortId port;  // of `from`
  std::uint8_t vc_class = 0;
  std::string text;  // "router 3 (3,0) port 0 (+x) to router 0 (0,0), dateline 0"
};

struct DeadlockReport {
  bool free = false;
  DeadlockTheorem theorem = DeadlockTheorem::kNone;  // the theorem that was tried
  std::string walked;  // the walked network: "all 4096 pairs of the 8x8 torus"
  // The reason, if there is no cycle: a state without an escape, or a path that does not arrive.
  std::string problem;
  // Channels, each starting where the previous one ends (or the same channel in a class of higher
  // priority), the first one where the last one ends.
  std::vector<DependencyStep> cycle;
  bool by_priority = false;      // dependencies include those on higher priorities
  std::size_t dependencies = 0;  // edges of the searched graph
};

}  // namespace orthant
