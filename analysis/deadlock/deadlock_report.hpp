// What the check for deadlock freedom is asked and answers.
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
  // Virtual channels of a port; nullopt: enough for all classes. With fewer than classes, a class
  // that gets none of its own shares VC (class mod vcs).
  std::optional<std::uint32_t> vcs;
  // Waiting packets of a channel are sent by priority_order() of their classes, refused ones too: a
  // class also waits for those before it on the same channel.
  bool strict_priority = false;
  std::size_t threads = 1;  // to walk paths with; does not change the report
};

// A channel in a cycle of dependencies: its holder waits for that of the next step, which with
// strict priority may be the same channel in a class that is sent first.
struct DependencyStep {
  RouterId from;
  RouterId to;
  PortId port;  // of `from`
  std::uint8_t vc_class = 0;
  std::string text;  // "router 3 (3,0) port 0 (+x) to router 0 (0,0), dateline 0"
};

struct DeadlockReport {
  bool free = false;
  DeadlockTheorem theorem = DeadlockTheorem::kNone;  // the one that was tried
  std::string walked;  // what was walked: "all 4096 pairs of the 8x8 torus"
  // Why not, where there is no cycle to show: a state without an escape, a path that goes astray.
  std::string problem;
  // Channels, each beginning where the one before it ends (or the same one in a class that is sent
  // first), the first where the last one ends.
  std::vector<DependencyStep> cycle;
  bool by_priority = false;      // channels wait for classes that are sent first, too
  std::size_t dependencies = 0;  // edges of the graph that was searched
};

}  // namespace orthant
