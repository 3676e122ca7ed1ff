// A directed graph that grows edge by edge and never gets a cycle.
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
  // Adds the edge; false, and no edge is added, where it would close a cycle.
  bool add(Vertex from, Vertex to);

 private:
  bool search_forward(Vertex from, Vertex to);
  void search_backward(Vertex from, std::uint32_t lowest);
  void reorder();

  std::vector<std::vector<Vertex>> successors_, predecessors_;
  std::vector<std::uint32_t> position_;
  // Of one add(): what leads to `from`, and what `to` leads to, between the two.
  std::vector<Vertex> before_, behind_;
  std::vector<std::uint32_t> positions_;
  std::vector<char> marked_;
};

}  // namespace orthant
