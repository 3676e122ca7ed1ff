// The routing of OpenSM's engine torus-2QoS: dimension order that takes the long way round an
// interrupted ring, and turns early where the router at a corner of its path is down.
//
// Source: OpenSM 3.3, manual page torus-2QoS(8).
// VCs: the virtual lanes of one of its two levels of service. Bit 0 tells whether the path crosses
//   the dateline of the ring, counted on the whole torus; bit 1 is set for the hop after a turn
//   that dimension order does not allow. A lane that no path uses has no class.
// Deadlock: proved for each network by the check. Paths of a whole ring stay in one lane and take
//   at most half of the ring, and an interrupted ring closes no cycle; with one router down, or
//   several that are adjacent in the last dimension, a cycle would have to go around them and so
//   through a hop in lane 2 or 3. With others down there can be a cycle.
// Ties: plus.
// Own node: no hops.
// Tested by: tests/routing/torus_2qos_test.cpp
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/error.hpp"
#include "routing/descriptions.hpp"
#include "routing/grid/free_runs.hpp"
#include "routing/grid/grid_paths.hpp"
#include "topology/names.hpp"

namespace orthant {
namespace {

constexpr std::size_t kMostDimensions = 3;
constexpr std::uint8_t kAfterTurn = 2;  // the bit of a lane

// The VC class of each virtual lane.
using Lanes = std::array<std::uint8_t, 4>;

class Torus2Qos final : public ObliviousRouting {
 public:
  Torus2Qos(RoutingTraits traits, const FreeRuns& runs, const Lanes& lanes)
      : ObliviousRouting(std::move(traits)), runs_(runs), grid_(runs_.grid()), lanes_(lanes) {}

  void enumerate(RouterId s, RouterId t,
                 FunctionRef<void(const Path&, double)> visit) const override {
    Path path;
    if (build(s, t, path)) visit(path, 1);
  }
  void sample(RouterId s, RouterId t, RandomStream&, Path& path) const override {
    build(s, t, path);
  }
  // A run in each dimension; an early turn adds a run, a hop and a run.
  std::size_t max_legs() const override { return 4 * grid_.dimensions(); }

  // Builds the path; returns false if there is none.
  bool build(RouterId s, RouterId t, Path& path) const {
    path.clear();
    RouterId here = s;
    for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
      const std::uint32_t to = grid_.coordinate(t, d);
      if (grid_.coordinate(here, d) == to) continue;
      const std::uint8_t lane = crosses_dateline(s, t, d) ? 1 : 0;
      const RouterId corner = runs_.end_of(here, d, to);
      const std::optional<RouterId> end = runs_.has_channels(corner)
                                              ? straight(here, d, to, lane, path)
                                              : turn_early(here, s, t, d, path);
      if (!end) return false;
      here = *end;
    }
    return true;
  }

 private:
  bool shortest_is_plus(RouterId s, RouterId t, std::size_t d) const {
    return grid_.offset(s, t, d) > 0;
  }
  bool crosses_dateline(RouterId s, RouterId t, std::size_t d) const {
    const bool ahead = grid_.coordinate(t, d) > grid_.coordinate(s, d);
    return grid_.has_ring(d) && ahead != shortest_is_plus(s, t, d);
  }
  static PortId port(std::size_t d, bool plus) {
    return plus ? Grid::plus_port(d) : Grid::minus_port(d);
  }
  void append(std::size_t d, bool plus, std::uint32_t hops, std::size_t lane, Path& path) const {
    if (hops == 0) return;
    const std::uint8_t vc_class = lanes_[lane];
    if (!path.empty() && path.back().port == port(d, plus) && path.back().vc_class == vc_class) {
      path.back().hops = static_cast<std::uint16_t>(path.back().hops + hops);
      return;
    }
    path.push_back(
        {.port = port(d, plus), .hops = static_cast<std::uint16_t>(hops), .vc_class = vc_class});
  }

  // Appends a run to coordinate `to`, the long way if the short one is interrupted.
  std::optional<RouterId> straight(RouterId here, std::size_t d, std::uint32_t to,
                                   std::uint8_t lane, Path& path) const {
    const FreeRuns::Directions open = runs_.directions(here, d, to, true);
    if (open == 0) return std::nullopt;
    const bool plus = (open & FreeRuns::kPlus) != 0;
    append(d, plus, runs_.hops(here, d, to, plus), lane, path);
    return runs_.end_of(here, d, to);
  }

  // The corner in dimension d is down: goes as far as it can before it, turns into the next
  // dimension, and takes the other hops in d from the first router there that has all of them.
  std::optional<RouterId> turn_early(RouterId here, RouterId s, RouterId t, std::size_t d,
                                     Path& path) const {
    std::size_t e = d + 1;
    while (e < grid_.dimensions() && grid_.coordinate(here, e) == grid_.coordinate(t, e)) ++e;
    if (e == grid_.dimensions()) return std::nullopt;  // t itself is down
    const std::uint8_t lane_d = crosses_dateline(s, t, d) ? 1 : 0;
    const std::uint8_t lane_e = crosses_dateline(s, t, e) ? 1 : 0;
    const bool shortest = shortest_is_plus(here, t, d), up = shortest_is_plus(here, t, e);
    for (const bool plus : {shortest, !shortest}) {
      const std::uint32_t hops = runs_.hops(here, d, grid_.coordinate(t, d), plus);
      if (hops == FreeRuns::kBlocked) continue;
      const std::uint32_t before = runs_.length(here, port(d, plus));
      const RouterId turn = moved(here, d, plus, before);
      const std::uint32_t climb = hops_to_turn(turn, t, e, up, port(d, plus), hops - before);
      if (climb == 0) continue;
      append(d, plus, before, lane_d, path);
      append(e, up, climb, lane_e, path);
      append(d, plus, 1, lane_d | kAfterTurn, path);
      append(d, plus, hops - before - 1, lane_d, path);
      return moved(moved(turn, e, up, climb), d, plus, hops - before);
    }
    return std::nullopt;
  }
  // Hops from `turn` in dimension e, the short way, to the first router with a run of `hops`
  // through `port`; 0 if there is none up to t's coordinate.
  std::uint32_t hops_to_turn(RouterId turn, RouterId t, std::size_t e, bool up, PortId port_d,
                             std::uint32_t hops) const {
    const std::uint32_t most =
        std::min(runs_.hops(turn, e, grid_.coordinate(t, e), up), runs_.length(turn, port(e, up)));
    for (std::uint32_t climb = 1; climb <= most; ++climb)
      if (runs_.length(moved(turn, e, up, climb), port_d) >= hops) return climb;
    return 0;
  }
  RouterId moved(RouterId r, std::size_t d, bool plus, std::uint32_t hops) const {
    const std::uint32_t radix = grid_.radix(d);
    return runs_.end_of(r, d, (grid_.coordinate(r, d) + (plus ? hops : radix - hops)) % radix);
  }

  FreeRuns runs_;
  const Grid& grid_;
  Lanes lanes_;
};

// The lanes that the paths between routers with nodes use, one bit each. Throws
// UnroutableError if a pair has no path.
std::uint32_t lanes_in_use(const Topology& topology, const FreeRuns& runs) {
  const Torus2Qos all_lanes({.vc_classes = {}}, runs, {0, 1, 2, 3});
  std::uint32_t used = 1;
  Path path;
  for (std::size_t s = 0; s < topology.router_count(); ++s) {
    for (std::size_t t = 0; t < topology.router_count(); ++t) {
      const RouterId from{s}, to{t};
      if (!topology.has_nodes(from) || !topology.has_nodes(to)) continue;
      if (!all_lanes.build(from, to, path))
        throw UnroutableError(
            "routing.algorithm",
            fmt::format("torus_2qos has no path from {} to {}, where neither way along a dimension "
                        "nor an early turn is up; allowed: dor with routing.detour = "
                        "intermediate, minimal_adaptive, up_down",
                        router_text(topology, from), router_text(topology, to)));
      for (const Leg& leg : path) used |= 1u << leg.vc_class;
    }
  }
  return used;
}

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  const Grid& grid = required_grid_under(topology, options, "torus_2qos");
  if (grid.dimensions() > kMostDimensions)
    key_error("routing.algorithm",
              "torus_2qos routes in {} dimensions, and the network has {}; allowed: wild_first or "
              "minimal_adaptive",
              kMostDimensions, grid.dimensions());
  const FreeRuns runs(topology, grid);
  const bool whole = topology.grid() != nullptr;
  const std::uint32_t used =
      whole ? (topology.has_rings() ? 0b11 : 0b1) : lanes_in_use(topology, runs);
  RoutingTraits traits{.vc_classes = {},
                       .theorem = DeadlockTheorem::kAcyclicDependencies,
                       .minimal = whole,
                       .this_network_only = !whole};
  Lanes lanes{};
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    if ((used >> lane & 1) == 0) continue;
    lanes[lane] = static_cast<std::uint8_t>(traits.vc_classes.size());
    traits.vc_classes.push_back({fmt::format("lane {}", lane)});
  }
  return std::make_unique<Torus2Qos>(std::move(traits), runs, lanes);
}

}  // namespace

RoutingDescription describe_torus_2qos() {
  return {.name = "torus_2qos",
          .summary = "dimension order, the long way round interrupted rings, as OpenSM does it",
          .source = "OpenSM, torus-2QoS(8)",
          .topologies = "torus, mesh, of 1 to 3 dimensions, whole or broken",
          .vc_classes = "torus: 2, mesh: 1; with routers down up to 4",
          .deadlock = "acyclic channel dependencies; not with all sets of routers down",
          .adaptive = false,
          .minimal = true,
          .keys = {},
          .excluded_from_interpolation = true,
          .make = make};
}

}  // namespace orthant
