// Tested by: tests/routing/dor_round_faults_test.cpp
#include "routing/grid/free_runs.hpp"

#include <algorithm>

namespace orthant {

FreeRuns::FreeRuns(const Topology& topology, const Grid& grid)
    : grid_(grid), ports_(2 * grid.dimensions()), lengths_(topology.router_count() * ports_, 0) {
  for (std::size_t p = 0; p < ports_; ++p) {
    const PortId port{p};
    const std::size_t d = Grid::dimension_of(port);
    for (std::size_t r = 0; r < topology.router_count(); ++r)
      if (grid.coordinate(RouterId{r}, d) == 0) find_line(topology, RouterId{r}, port);
  }
}

// Goes against the port's direction, where the length at the next router is known; twice, as the
// line may be a ring.
void FreeRuns::find_line(const Topology& topology, RouterId first, PortId port) {
  const std::size_t d = Grid::dimension_of(port);
  const std::uint32_t radix = grid_.radix(d);
  const bool plus = port == Grid::plus_port(d);
  std::uint32_t length = 0;
  for (std::uint32_t step = 0; step < 2 * radix; ++step) {
    const std::uint32_t at = step % radix;
    const RouterId here = end_of(first, d, plus ? radix - 1 - at : at);
    length = topology.channel_from(here, port) ? std::min(length + 1, radix - 1) : 0;
    lengths_[here.index() * ports_ + port.index()] = static_cast<std::uint16_t>(length);
  }
}

std::uint32_t FreeRuns::length_of_any(RouterId r) const {
  const auto first = lengths_.begin() + static_cast<std::ptrdiff_t>(r.index() * ports_);
  return *std::max_element(first, first + static_cast<std::ptrdiff_t>(ports_));
}

std::uint32_t FreeRuns::hops(RouterId r, std::size_t d, std::uint32_t to, bool plus) const {
  const std::uint32_t from = grid_.coordinate(r, d);
  const std::uint32_t straight = plus ? to - from : from - to;
  if (plus ? to >= from : from >= to) return straight;
  return grid_.has_ring(d) ? straight + grid_.radix(d) : kBlocked;  // wraps around 0
}

RouterId FreeRuns::end_of(RouterId r, std::size_t d, std::uint32_t to) const {
  return RouterId{r.index() + std::size_t{to} * grid_.stride(d) -
                  std::size_t{grid_.coordinate(r, d)} * grid_.stride(d)};
}

FreeRuns::Directions FreeRuns::directions(RouterId r, std::size_t d, std::uint32_t to,
                                          bool long_way) const {
  const std::uint32_t plus = hops(r, d, to, true), minus = hops(r, d, to, false);
  const Directions up = static_cast<Directions>((is_up(r, d, to, true) ? kPlus : 0) |
                                                (is_up(r, d, to, false) ? kMinus : 0));
  const Directions shortest =
      static_cast<Directions>((plus <= minus ? kPlus : 0) | (minus <= plus ? kMinus : 0));
  const Directions both = up & shortest;
  return both != 0 || !long_way ? both : up;
}

std::uint32_t FreeRuns::dimension_order(RouterId s, RouterId t, bool long_way) const {
  std::uint32_t sum = 0;
  RouterId here = s;
  for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
    const std::uint32_t to = grid_.coordinate(t, d);
    if (grid_.coordinate(here, d) == to) continue;
    const Directions open = directions(here, d, to, long_way);
    if (open == 0) return kBlocked;
    sum += hops(here, d, to, (open & kPlus) != 0);
    here = end_of(here, d, to);
  }
  return sum;
}

}  // namespace orthant
