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

 private:
  const Topology& topology_;
  std::vector<std::uint32_t> strides_;
};

}  // namespace orthant
