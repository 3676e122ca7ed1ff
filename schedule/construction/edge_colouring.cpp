// Tested by: tests/schedule/quotient_test.cpp
#include "schedule/construction/edge_colouring.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

namespace orthant {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

class EdgeColouring {
 public:
  EdgeColouring(const std::vector<BipartiteEdge>& edges, std::uint32_t colours)
      : edges_(edges), colours_(colours), colour_of_(edges.size(), kNone) {
    std::size_t lefts = 0, rights = 0;
    for (const BipartiteEdge& edge : edges) {
      lefts = std::max<std::size_t>(lefts, edge.left + 1);
      rights = std::max<std::size_t>(rights, edge.right + 1);
    }
    first_right_ = lefts;
    edge_at_.assign((lefts + rights) * colours, kNone);
  }

  std::vector<std::uint32_t> colour() {
    for (std::uint32_t e = 0; e < edges_.size(); ++e) add(e);
    return std::move(colour_of_);
  }

 private:
  std::size_t left(std::uint32_t e) const { return edges_[e].left; }
  std::size_t right(std::uint32_t e) const { return first_right_ + edges_[e].right; }
  std::uint32_t& edge_at(std::size_t vertex, std::uint32_t colour) {
    return edge_at_[vertex * colours_ + colour];
  }
  std::uint32_t free_colour(std::size_t vertex) {
    for (std::uint32_t c = 0; c < colours_; ++c) {
      if (edge_at(vertex, c) == kNone) return c;
    }
    assert(false && "a vertex has more edges than there are colours");
    return 0;
  }

  void add(std::uint32_t e) {
    const std::uint32_t ours = free_colour(left(e)), theirs = free_colour(right(e));
    if (edge_at(right(e), ours) != kNone) swap_path(right(e), ours, theirs);
    set(e, ours);
  }

  // Exchanges two colours along the path that leaves the vertex by an edge of the first colour. In
  // a bipartite graph this path does not reach the left end of the new edge.
  void swap_path(std::size_t from, std::uint32_t first, std::uint32_t second) {
    std::vector<std::uint32_t> path;
    std::size_t vertex = from;
    std::uint32_t colour = first;
    for (std::uint32_t e = edge_at(vertex, colour); e != kNone; e = edge_at(vertex, colour)) {
      path.push_back(e);
      vertex = vertex == left(e) ? right(e) : left(e);
      colour = colour == first ? second : first;
    }
    for (const std::uint32_t e : path) {
      edge_at(left(e), colour_of_[e]) = kNone;
      edge_at(right(e), colour_of_[e]) = kNone;
    }
    for (const std::uint32_t e : path) set(e, colour_of_[e] == first ? second : first);
  }

  void set(std::uint32_t e, std::uint32_t colour) {
    colour_of_[e] = colour;
    edge_at(left(e), colour) = e;
    edge_at(right(e), colour) = e;
  }

  const std::vector<BipartiteEdge>& edges_;
  std::uint32_t colours_;
  std::size_t first_right_ = 0;
  std::vector<std::uint32_t> edge_at_;    // [vertex][colour], right vertices after left ones
  std::vector<std::uint32_t> colour_of_;  // per edge
};

}  // namespace

std::vector<std::uint32_t> colour_edges(const std::vector<BipartiteEdge>& edges,
                                        std::uint32_t colours) {
  return EdgeColouring(edges, colours).colour();
}

}  // namespace orthant
