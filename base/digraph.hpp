// A directed graph in compressed sparse rows, and the search for a short cycle.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace orthant {

class Digraph {
 public:
  using Vertex = std::uint32_t;
  struct Edge {
    Vertex from;
    Vertex to;
  };

  // Edges may be repeated; their ends are below `vertices`.
  Digraph(std::size_t vertices, std::span<const Edge> edges);

  std::size_t vertex_count() const { return first_.size() - 1; }
  std::span<const Vertex> successors(Vertex v) const {
    return std::span(targets_).subspan(first_[v], first_[v + 1] - first_[v]);
  }

  // Returns the strongly connected component of every vertex, numbered from 0.
  std::vector<std::uint32_t> components() const;

  // Finds a cycle through at least one vertex below `required`, and returns its vertices in order;
  // the last one leads back to the first. No other cycle through the first vertex is shorter.
  // nullopt: there is no cycle, or all cycles avoid the vertices below `required`.
  std::optional<std::vector<Vertex>> find_cycle(std::size_t required) const;

 private:
  std::vector<Vertex> shortest_cycle(Vertex start, std::span<const std::uint32_t> component) const;

  std::vector<std::uint32_t> first_;  // CSR offsets: vertices + 1 entries
  std::vector<Vertex> targets_;
};

}  // namespace orthant
