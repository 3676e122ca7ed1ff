// Who waits for whom, at one instant: the run-time test for deadlock.
//
// A vertex is a VC buffer whose front packet cannot move now. It has candidates (output VCs it
// may take); each candidate is blocked by one other vertex. A packet is stuck for ever when every
// candidate of every member of some set with it is blocked inside the set (OR-request model,
// Knapp 1987). Of the stuck ones, a knot is a smallest such set: its members wait for each other
// and for no others. The others wait for a knot.
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
  // Those of another part of the network.
  void add(WaitGraph&& part);
  // Orders them by router; those of a router stay in their order.
  void order_by_router();
  // All places that can never move again, in order of insertion.
  std::vector<BlockedVc> stuck() const;
  // The knots, smallest first, equal ones in order of insertion; the places of each in an order of
  // waiting: where everyone waits for one other, each place waits for the next.
  std::vector<std::vector<BlockedVc>> knots() const;
  // True when a cycle of waits exists, whether or not it is a knot.
  bool has_cycle() const;

  void state(Archive& archive) { archive(entries_); }

 private:
  struct Entry {
    Vertex vertex;
    BlockedVc place;
    std::vector<Vertex> blockers;

    void state(Archive& archive) { archive(vertex, place, blockers); }
  };
  // Waits among the entries, as indices.
  std::vector<Digraph::Edge> waits() const;
  // Per entry: whether it is stuck.
  std::vector<bool> find_stuck() const;

  std::vector<Entry> entries_;
};

}  // namespace orthant
