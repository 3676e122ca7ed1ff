// Occupancy and the profit formula.
//
// The formula is a ratio of occupied space, so flits and packet slots are equally valid units.
// Tested by: tests/routing/derouting_test.cpp
#include "routing/grid/derouting.hpp"

#include <algorithm>
#include <cassert>

namespace orthant {

Profits::Profits(const DeroutingRules& rules, const Topology& topology, RouterId s,
                 std::span<const VcClass> classes, const LocalOccupancy& occupancy)
    : rules_(rules) {
  double most_free = 0;
  for (std::size_t p = 0; p < topology.channel_port_count(s); ++p) {
    const PortId port{p};
    if (!topology.channel_from(s, port)) continue;
    buffer_ = 0;
    for (std::size_t c = 0; c < classes.size(); ++c) {
      if (rules.adaptive_queues_only && !classes[c].adaptive) continue;
      const auto vc_class = static_cast<std::uint8_t>(c);
      free_[p] += occupancy.free_flits(port, vc_class);
      buffer_ += occupancy.buffer_flits(port, vc_class);
    }
    most_free = std::max(most_free, free_[p]);
  }
  least_used_ = buffer_ - most_free;
}

double Profits::free_behind(const OrthantRoute& route) const {
  double sum = 0;
  for (std::size_t d = 0; d < limits::kDimensions; ++d) {
    if ((route.used >> d & 1) == 0) continue;
    const bool minus = (route.orthant >> d & 1) != 0;
    sum += free_[(minus ? Grid::minus_port(d) : Grid::plus_port(d)).index()];
  }
  return sum;
}

double Profits::profit(double mean_free, double dilation) const {
  if (rules_.zero_if_full && mean_free == 0) return 0;
  const double used = buffer_ - mean_free;
  const bool idle = least_used_ == 0 && (rules_.idle_term_of_router || used == 0);
  return (idle ? 1 : least_used_ / used) + rules_.eta / dilation;
}

}  // namespace orthant
