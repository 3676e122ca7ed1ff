// Source: McKay & Piperno 2014.
// Tested by: tests/solver/graph_automorphisms_test.cpp
#include "solver/graph_automorphisms.hpp"

#define _Thread_local thread_local  // nauty's headers are written in C
#include <nauty/nausparse.h>

#include <algorithm>
#include <numeric>

namespace orthant {
namespace {

using Permutations = std::vector<std::vector<std::uint32_t>>;

// nauty hands generators to a function without context.
thread_local Permutations* found = nullptr;

void keep(int, int* permutation, int*, int, int, int vertices) {
  found->emplace_back(permutation, permutation + vertices);
}

// Neighbours of all vertices, as nauty stores them.
class Adjacency {
 public:
  explicit Adjacency(const ColoredGraph& colored)
      : first_(colored.color.size()),
        degree_(colored.color.size()),
        neighbor_(2 * colored.edges.size()) {
    for (const auto& [a, b] : colored.edges) {
      ++degree_[a];
      ++degree_[b];
    }
    std::size_t next = 0;
    for (std::size_t v = 0; v < first_.size(); ++v) {
      first_[v] = next;
      next += static_cast<std::size_t>(degree_[v]);
    }
    std::vector<std::size_t> end = first_;
    for (const auto& [a, b] : colored.edges) {
      neighbor_[end[a]++] = static_cast<int>(b);
      neighbor_[end[b]++] = static_cast<int>(a);
    }
  }

  sparsegraph view() {
    sparsegraph sparse;
    SG_INIT(sparse);
    sparse.nv = static_cast<int>(first_.size());
    sparse.nde = neighbor_.size();
    sparse.v = first_.data();
    sparse.d = degree_.data();
    sparse.e = neighbor_.data();
    sparse.vlen = first_.size();
    sparse.dlen = degree_.size();
    sparse.elen = neighbor_.size();
    return sparse;
  }

 private:
  std::vector<std::size_t> first_;
  std::vector<int> degree_, neighbor_;
};

}  // namespace

Permutations automorphism_generators(const ColoredGraph& colored) {
  const std::size_t vertices = colored.color.size();
  Permutations generators;
  if (vertices == 0) return generators;
  // Vertices sorted by colour; 0 ends a colour.
  std::vector<int> order(vertices), goes_on(vertices), orbits(vertices);
  std::iota(order.begin(), order.end(), 0);
  const auto color = [&](int v) { return colored.color[static_cast<std::size_t>(v)]; };
  std::ranges::stable_sort(order, {}, color);
  for (std::size_t i = 0; i + 1 < vertices; ++i)
    goes_on[i] = color(order[i]) == color(order[i + 1]) ? 1 : 0;
  Adjacency adjacency(colored);
  sparsegraph view = adjacency.view();
  DEFAULTOPTIONS_SPARSEGRAPH(options);
  options.defaultptn = FALSE;
  options.userautomproc = keep;
  statsblk stats;
  found = &generators;
  sparsenauty(&view, order.data(), goes_on.data(), orbits.data(), &options, &stats, nullptr);
  found = nullptr;
  return generators;
}

}  // namespace orthant
