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
  // Number of virtual channels per port; nullopt: enough for all classes. If there are fewer VCs
  // than classes, a class without a VC of its own shares VC (class mod vcs).
  std::optional<std::uint32_t> vcs;
  // A channel sends its waiting packets in the priority_order() of their classes, even packets that
  // were refused before. A packet then also waits for packets of higher priority on its channel.
  bool strict_priority = false;
  std::size_t threads = 1;  // for walking paths; the report does not depend on it
};

// A channel in a cycle of dependencies. Its holder waits for the channel of the next step, which
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
  // Why freedom from deadlock is not proved although no cycle was found, for example a state
  // without an escape, or a path that does not arrive.
  std::string problem;
  // The channels of a cycle: each starts where the previous one ends, and the first starts where
  // the last one ends. With strict priority a channel may also be followed by itself in a class of
  // higher priority.
  std::vector<DependencyStep> cycle;
  bool by_priority = false;      // dependencies include those on higher priorities
  std::size_t dependencies = 0;  // edges of the searched graph
};

}  // namespace orthant
