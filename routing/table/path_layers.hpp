// VC classes for the paths of any table on any network: a layering of its channel dependencies.
#pragma once

#include <cstdint>
#include <vector>

#include "routing/table/path_table.hpp"

namespace orthant {

// A packet starts in layer 0. At each hop it stays in its layer where the layer allows the step
// from this channel to the next one, else it moves up to the next layer. What a layer allows has no
// cycle, and layers only rise: so the dependencies have none.
//
// Whether a step is allowed depends on layer and step only, never on the path. The layers are found
// one after the other: of all steps that the packets which come to a layer still have before them,
// the one taken by the most paths is allowed first, and so on; refused is what would close a cycle.
//
// Source: layers as in Skeie, Lysne & Theiss 2002 (LASH), where a whole path stays in one; moving
//   up, as the sets of Dally & Seitz 1987, needs fewer.
class PathLayers {
 public:
  // A ring of a layer along one of the dimensions `bubbles` is one vertex, and going on along it is
  // always allowed. The table must outlive the object.
  PathLayers(const PathTable& table, DimensionMask bubbles);

  // At least 1.
  std::size_t count() const { return refused_.size(); }
  // No path has more legs.
  std::size_t max_legs() const { return max_legs_; }
  // Appends the table's path number `index` from source s, with layers as VC classes.
  void append(RouterId s, std::size_t index, Path& path) const;

  // Hops that one walk over all paths visits; finding the layers takes two walks each.
  static double hops_to_walk(const PathTable& table);

 private:
  struct Step;
  // Calls visit(s, index) for all paths of all sources.
  template <class Visit>
  void for_each(const Visit& visit) const;
  // Calls visit(channel, layer) for every hop, with layers up to the last one known; in that one a
  // path stays to its end.
  template <class Visit>
  void walk(RouterId s, std::size_t index, const Visit& visit) const;
  std::size_t step_of(ChannelId held, PortId next) const {
    return held.index() * ports_ + next.index();
  }
  std::uint32_t vertex_of(ChannelId channel) const;
  std::vector<Step> steps_in_last() const;
  void refuse_cycles();

  const PathTable& table_;
  DimensionMask bubbles_;
  std::size_t ports_ = 0;
  std::vector<std::vector<char>> refused_;  // [layer][step]
  std::size_t max_legs_ = 0;
};

}  // namespace orthant
