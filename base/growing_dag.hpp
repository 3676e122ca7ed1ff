// A directed acyclic graph that grows edge by edge and rejects edges that would close a cycle.
#pragma once

#include <cstdint>
#include <vector>

namespace orthant {

// Source: Pearce & Kelly 2006, "A dynamic topological sort algorithm for directed acyclic graphs".
//
// Invariants:
// 1. position_ is a permutation of 0 .. vertices-1, and every edge leads to a higher position.
class GrowingDag {
 public:
  using Vertex = std::uint32_t;

  explicit GrowingDag(std::size_t vertices);
  // Adds the edge unless it would close a cycle; returns whether it was added.
  bool add(Vertex from, Vertex to);
  // Removes an edge that was added.
  void remove(Vertex from, Vertex to);

 private:
  bool search_forward(Vertex from, Vertex to);
  void search_backward(Vertex from, std::uint32_t lowest);
  void reorder();

  std::vector<std::vector<Vertex>> successors_, predecessors_;
  std::vector<std::uint32_t> position_;
  // During add(): ancestors of `from` and descendants of `to` between the two positions.
  std::vector<Vertex> before_, after_;
  std::vector<std::uint32_t> positions_;
  std::vector<char> marked_;
};

}  // namespace orthant
