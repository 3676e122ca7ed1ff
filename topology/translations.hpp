// The group of translations of a torus, which takes every router to every other one. A dimension of
// two routers has one too, which exchanges them; so a hypercube is translated like a torus.
#pragma once

#include <vector>

#include "topology/topology.hpp"

namespace orthant {

class Translations {
 public:
  // True where every dimension of the network is a ring or has at most two routers.
  static bool fit(const Topology& topology);
  // Requires fit(). The topology must outlive the object.
  explicit Translations(const Topology& topology);

  // Coordinates are added or subtracted modulo the radices: add(subtract(a, b), b) == a.
  RouterId add(RouterId a, RouterId b) const;
  RouterId subtract(RouterId a, RouterId b) const;
  // Where the translation that takes router 0 to `by` takes a channel. Requires that the network
  // has the channel there.
  ChannelId shifted(ChannelId c, RouterId by) const;
  // The same for the port by which a router sends. The port stays the same except in a dimension of
  // two routers: there one sends by plus, the other by minus.
  PortId shifted(PortId port, RouterId by) const {
    const Grid& grid = *topology_.grid();
    const std::size_t d = Grid::dimension_of(port);
    const bool other = !grid.has_ring(d) && grid.coordinate(by, d) != 0;
    return other ? PortId{port.index() ^ 1} : port;
  }

 private:
  const Topology& topology_;
  std::vector<std::uint32_t> strides_;
};

}  // namespace orthant
