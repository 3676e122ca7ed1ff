// Straight runs over the channels of a grid that are up.
#pragma once

#include <cstdint>
#include <vector>

#include "topology/topology.hpp"

namespace orthant {

class FreeRuns {
 public:
  // Set of directions, one bit each.
  using Directions = std::uint8_t;
  static constexpr Directions kPlus = 1, kMinus = 2;
  static constexpr std::uint32_t kBlocked = ~std::uint32_t{0};

  // The grid must outlive the object.
  FreeRuns(const Topology& topology, const Grid& grid);

  const Grid& grid() const { return grid_; }
  // False for a router that is down.
  bool has_channels(RouterId r) const { return length_of_any(r) != 0; }
  // Hops from r through `port` over channels that are up; at most one less than the radix.
  std::uint32_t length(RouterId r, PortId port) const {
    return lengths_[r.index() * ports_ + port.index()];
  }
  // Hops from r to coordinate `to` of dimension d in one direction, whether up or not; kBlocked if
  // the edge of the grid is between.
  std::uint32_t hops(RouterId r, std::size_t d, std::uint32_t to, bool plus) const;
  // The router where such a run ends.
  RouterId end_of(RouterId r, std::size_t d, std::uint32_t to) const;
  // True if such a run is up.
  bool is_up(RouterId r, std::size_t d, std::uint32_t to, bool plus) const {
    const std::uint32_t n = hops(r, d, to, plus);
    return n != kBlocked && n <= length(r, plus ? Grid::plus_port(d) : Grid::minus_port(d));
  }
  // The directions in which a run from r to another coordinate `to` is shortest and up. With
  // `long_way`, the longer direction if none of these is up and it is.
  Directions directions(RouterId r, std::size_t d, std::uint32_t to, bool long_way) const;
  // Hops of dimension order in such directions; kBlocked if a run is not up.
  std::uint32_t dimension_order(RouterId s, RouterId t, bool long_way) const;

 private:
  // Finds the lengths along the line of `first`, whose coordinate along it is 0.
  void find_line(const Topology& topology, RouterId first, PortId port);
  std::uint32_t length_of_any(RouterId r) const;

  const Grid& grid_;
  std::size_t ports_;
  std::vector<std::uint16_t> lengths_;  // [router][port]
};

}  // namespace orthant
