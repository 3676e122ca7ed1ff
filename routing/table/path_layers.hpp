// VC classes for the paths of any table on any network: layers of its channel dependencies.
#pragma once

#include <cstdint>
#include <vector>

#include "routing/table/path_table.hpp"

namespace orthant {

// A packet starts in layer 0. At each hop it stays in its layer if the layer allows the step from
// this channel to the next one, else it moves up to the next layer. The steps that a layer allows
// form no cycle, and layers only rise, so the dependencies are acyclic.
//
// Whether a step is allowed depends on layer and step only, not on the path. Layers are found one
// after another. Of the steps that packets have left when they reach a layer, those with the most
// paths are tried first; a step is allowed unless it closes a cycle with the steps allowed before.
//
// Source: layers as in Skeie, Lysne & Theiss 2002 (LASH), where a whole path stays in one; moving
//   up, as in the sets of Dally & Seitz 1987, needs fewer.
class PathLayers {
 public:
  // The channels of a ring along the dimensions `bubbles` form one vertex per layer, and continuing
  // along the ring is always allowed. The table must outlive the object.
  PathLayers(const PathTable& table, DimensionMask bubbles);

  // At least 1.
  std::size_t count() const { return forbidden_.size(); }
  // Largest number of legs of any path.
  std::size_t max_legs() const { return max_legs_; }
  // Appends path number `index` of source s, with layers as VC classes.
  void append(RouterId s, std::size_t index, Path& path) const;

  // Returns the sum of the hops of all paths; finding a layer takes two walks over them.
  static double hops_to_walk(const PathTable& table);

 private:
  struct Step;
  // Calls visit(s, index) for all paths of all sources.
  template <class Visit>
  void for_each(const Visit& visit) const;
  // Calls visit(channel, layer) for every hop; paths that reach the last known layer stay in it.
  template <class Visit>
  void walk(RouterId s, std::size_t index, const Visit& visit) const;
  std::size_t step_of(ChannelId held, PortId next) const {
    return held.index() * ports_ + next.index();
  }
  std::uint32_t vertex_of(ChannelId channel) const;
  std::vector<Step> steps_in_last() const;
  void forbid_cycles();

  const PathTable& table_;
  DimensionMask bubbles_;
  std::size_t ports_ = 0;
  std::vector<std::vector<char>> forbidden_;  // [layer][step]
  std::size_t max_legs_ = 0;
};

}  // namespace orthant
