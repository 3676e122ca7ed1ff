// The translation group of a torus, which maps every router to every other. A dimension of two
// routers is translated by exchanging them, so hypercubes are covered; a twisted torus is, too.
#pragma once

#include <vector>

#include "topology/topology.hpp"

namespace orthant {

class Translations {
 public:
  // True if every dimension of the network is a ring or has at most two routers, or it is a
  // twisted torus.
  static bool exist_for(const Topology& topology);
  // Requires exist_for(). The topology must outlive the object.
  explicit Translations(const Topology& topology);

  // Add or subtract coordinates modulo the radices: add(subtract(a, b), b) == a.
  RouterId add(RouterId a, RouterId b) const;
  RouterId subtract(RouterId a, RouterId b) const;
  // The image of a channel under the translation that maps router 0 to `by`. Requires a fitting
  // network with that channel.
  ChannelId translated(ChannelId c, RouterId by) const;
  // The image of an output port. It differs from the port only in a dimension of two routers, where
  // one sends through plus, the other through minus.
  PortId translated(PortId port, RouterId by) const {
    if (topology_.twisted_grid()) return port;
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
