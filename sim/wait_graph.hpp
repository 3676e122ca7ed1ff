// Who waits for whom, at one instant: the run-time test for deadlock.
//
// A vertex is a VC buffer whose front packet cannot move now. It has alternatives (output VCs it
// may take); each alternative is blocked by one other vertex. A knot is a set in which every
// alternative of every member is blocked inside the set: nobody in it can ever move again
// (OR-request model, Knapp 1987).
#pragma once

#include <cstdint>
#include <vector>

#include "sim/simulation.hpp"

namespace orthant {

class WaitGraph {
 public:
  using Vertex = std::uint32_t;

  // A blocked buffer; `blockers` holds one vertex per alternative. Buffers that can move are left
  // out.
  void add(Vertex vertex, BlockedVc place, std::vector<Vertex> blockers);
  // The largest knot, in order of insertion; empty when there is none.
  std::vector<BlockedVc> knot() const;
  // True when a cycle of waits exists, whether or not it is a knot.
  bool has_cycle() const;

 private:
  struct Entry {
    Vertex vertex;
    BlockedVc place;
    std::vector<Vertex> blockers;
  };
  // Entries from which those with a blocker outside the remaining set are removed until nothing
  // changes. `need_all`: an entry stays only when all its blockers stay; otherwise when at least
  // one does.
  std::vector<bool> remaining(bool need_all) const;

  std::vector<Entry> entries_;
};

}  // namespace orthant
