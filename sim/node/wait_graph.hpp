// The graph of waiting packets at one instant: the run-time test for deadlock.
//
// A vertex is a VC buffer whose front packet cannot move now. It has candidates (output VCs it may
// take); each candidate is blocked by one other vertex. A packet is stuck for ever if it is in a
// set of packets whose candidates are all blocked by members of the set (OR-request model, Knapp
// 1987). A knot is a smallest such set: its members wait for each other and for no others. All
// other stuck packets wait for a knot.
#pragma once

#include <cstdint>
#include <vector>

#include "base/archive.hpp"
#include "base/digraph.hpp"
#include "sim/result.hpp"

namespace orthant {

class WaitGraph {
 public:
  using Vertex = std::uint32_t;

  // A blocked buffer; `blockers` holds one vertex per candidate. Buffers that can move are left
  // out.
  void add(Vertex vertex, BlockedVc place, std::vector<Vertex> blockers);
  // Adds the vertices of another part of the network.
  void add(WaitGraph&& part);
  // Sorts the vertices by router; those of a router stay in their order.
  void order_by_router();
  // Returns all places that can never move again, in order of insertion.
  std::vector<BlockedVc> stuck() const;
  // Returns the knots, smallest first, equal ones in order of insertion. The places of a knot are
  // in an order of waiting: if each waits for one other, each place waits for the next.
  std::vector<std::vector<BlockedVc>> knots() const;
  // True if a cycle of waits exists, whether or not it is a knot.
  bool has_cycle() const;

  void state(Archive& archive) { archive(entries_); }

 private:
  struct Entry {
    Vertex vertex;
    BlockedVc place;
    std::vector<Vertex> blockers;

    void state(Archive& archive) { archive(vertex, place, blockers); }
  };
  // Returns the waits among the entries, as indices.
  std::vector<Digraph::Edge> waits() const;
  // Returns for each entry whether it is stuck.
  std::vector<bool> find_stuck() const;

  std::vector<Entry> entries_;
};

}  // namespace orthant
