// An edge against the current order affects only the vertices between its ends: the ancestors of
// its source and the descendants of its target are reordered, each group keeping its order.
#include "base/growing_dag.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace orthant {

GrowingDag::GrowingDag(std::size_t vertices)
    : successors_(vertices), predecessors_(vertices), position_(vertices), marked_(vertices, 0) {
  std::iota(position_.begin(), position_.end(), std::uint32_t{0});
}

bool GrowingDag::add(Vertex from, Vertex to) {
  assert(from < position_.size() && to < position_.size());
  if (from == to) return false;
  if (position_[to] < position_[from]) {
    const bool free = search_forward(from, to);
    if (free) search_backward(from, position_[to]);
    for (const Vertex v : before_) marked_[v] = 0;
    for (const Vertex v : after_) marked_[v] = 0;
    if (free) reorder();
    before_.clear();
    after_.clear();
    if (!free) return false;
  }
  successors_[from].push_back(to);
  predecessors_[to].push_back(from);
  return true;
}

void GrowingDag::remove(Vertex from, Vertex to) {
  const auto drop = [](std::vector<Vertex>& list, Vertex v) {
    const auto found = std::ranges::find(list, v);
    assert(found != list.end());
    list.erase(found);
  };
  drop(successors_[from], to);
  drop(predecessors_[to], from);
}

// Collects after_; returns false if it would contain `from`.
bool GrowingDag::search_forward(Vertex from, Vertex to) {
  after_.push_back(to);
  marked_[to] = 1;
  for (std::size_t i = 0; i < after_.size(); ++i) {
    for (const Vertex w : successors_[after_[i]]) {
      if (w == from) return false;
      if (position_[w] > position_[from] || marked_[w]) continue;
      marked_[w] = 1;
      after_.push_back(w);
    }
  }
  return true;
}

void GrowingDag::search_backward(Vertex from, std::uint32_t lowest) {
  before_.push_back(from);
  marked_[from] = 1;
  for (std::size_t i = 0; i < before_.size(); ++i) {
    for (const Vertex w : predecessors_[before_[i]]) {
      if (position_[w] < lowest || marked_[w]) continue;
      marked_[w] = 1;
      before_.push_back(w);
    }
  }
}

void GrowingDag::reorder() {
  const auto place = [&](Vertex v) { return position_[v]; };
  std::ranges::sort(before_, {}, place);
  std::ranges::sort(after_, {}, place);
  positions_.clear();
  for (const Vertex v : before_) positions_.push_back(position_[v]);
  for (const Vertex v : after_) positions_.push_back(position_[v]);
  std::ranges::sort(positions_);
  std::size_t next = 0;
  for (const Vertex v : before_) position_[v] = positions_[next++];
  for (const Vertex v : after_) position_[v] = positions_[next++];
}

}  // namespace orthant
