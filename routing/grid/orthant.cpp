// Shortest routes with their ties, and the hops of a packet within its orthant.
#include "routing/grid/orthant.hpp"

#include <cassert>
#include <cstdlib>

namespace orthant {

ShortestRoutes::ShortestRoutes(const Grid& grid, Ties ties)
    : grid_(grid), ties_(grid, ties, RingClasses::kOne), split_(ties == Ties::kSplit) {
  for (std::size_t d = 0; d < grid.dimensions(); ++d) {
    if (split_ && grid.has_ring(d) && grid.radix(d) % 2 == 0) open_ |= Draw{1} << d;
  }
}

OrthantRoute ShortestRoutes::between(RouterId s, RouterId t, Draw draw) const {
  const Draw plus = ties_.resolve(s, t, draw);
  OrthantRoute route;
  for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
    const int offset = grid_.offset(s, t, d);
    if (offset == 0) continue;
    const bool tie = grid_.has_ring(d) && 2 * offset == static_cast<int>(grid_.radix(d));
    const bool minus = tie ? (plus >> d & 1) == 0 : offset < 0;
    route.used = static_cast<std::uint8_t>(route.used | 1u << d);
    route.orthant = static_cast<Orthant>(route.orthant | (minus ? 1u : 0u) << d);
    route.hops += static_cast<std::uint32_t>(std::abs(offset));
  }
  return route;
}

OrthantRoute ShortestRoutes::within(RouterId s, RouterId t, Orthant orthant) const {
  OrthantRoute route;
  for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
    const std::uint32_t from = grid_.coordinate(s, d);
    const std::uint32_t to = grid_.coordinate(t, d);
    if (from == to) continue;
    const bool minus = (orthant >> d & 1) != 0;
    assert(grid_.has_ring(d) || minus == (to < from));
    const std::uint32_t k = grid_.radix(d);
    route.used = static_cast<std::uint8_t>(route.used | 1u << d);
    route.orthant = static_cast<Orthant>(route.orthant | (minus ? 1u : 0u) << d);
    route.hops += (minus ? from + k - to : to + k - from) % k;
  }
  return route;
}

bool ShortestRoutes::is_longer(RouterId s, RouterId t, const OrthantRoute& route) const {
  const OrthantRoute shortest = between(s, t, 0);
  if (route.hops > shortest.hops) return true;
  return !split_ && route.orthant != shortest.orthant;
}

RoutingTraits orthant_traits(const Topology& topology, const RoutingOptions& options,
                             OrthantClasses classes) {
  RoutingTraits traits{.vc_classes = {}, .theorem = DeadlockTheorem::kDuatoEscape};
  const auto add_escape = [&](const std::string& name, std::uint8_t phase) {
    if (classes.rings == RingClasses::kOne) {
      traits.vc_classes.push_back({.name = name, .phase = phase});
    } else {
      for (const char* dateline : {" dateline 0", " dateline 1"})
        traits.vc_classes.push_back({.name = name + dateline, .phase = phase});
    }
  };
  add_escape("escape", 1);
  if (classes.intermediate) add_escape("intermediate escape", 0);
  traits.vc_classes.push_back({"adaptive", true});
  if (topology.has_rings(bubbles_of(options))) traits.theorem = DeadlockTheorem::kBubble;
  return traits;
}

void OrthantRouting::candidates(RouterId here, const Header& header, const LocalOccupancy*,
                                CandidateList& out) const {
  out.clear();
  std::uint32_t bits = header.bits;
  if ((bits & kToVia) != 0 && here == header.via) bits = bits >> 8 & 0xff;
  const bool to_via = (bits & kToVia) != 0;
  const RouterId target = to_via ? header.via : header.destination;
  const std::uint8_t adaptive = adaptive_class();
  for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
    const std::uint32_t from = grid_.coordinate(here, d);
    const std::uint32_t to = grid_.coordinate(target, d);
    if (from == to) continue;
    const bool minus = (bits >> d & 1) != 0;
    const PortId port = minus ? Grid::minus_port(d) : Grid::plus_port(d);
    out.push_back({.port = port, .vc_class = adaptive, .next_bits = bits});
  }
  if (out.empty()) return;
  const PortId port = out.front().port;
  std::size_t vc_class = to_via ? class_count(classes_.rings) : 0;
  const std::size_t d = Grid::dimension_of(port);
  vc_class += ring_class(grid_, classes_.rings, d, grid_.coordinate(here, d),
                         grid_.coordinate(target, d), Grid::is_plus(port));
  out.push_back({.port = port,
                 .vc_class = static_cast<std::uint8_t>(vc_class),
                 .escape = true,
                 .next_bits = bits});
}

}  // namespace orthant
