// Finds stuck packets by elimination, and knots as their strongly connected sets without exits.
#include "sim/node/wait_graph.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

namespace orthant {
namespace {

// Returns the component of `start`, depth first along the waits.
std::vector<Digraph::Vertex> in_order_of_waiting(const Digraph& graph, Digraph::Vertex start,
                                                 std::vector<bool>& visited) {
  std::vector<Digraph::Vertex> order;
  std::vector<Digraph::Vertex> open = {start};
  while (!open.empty()) {
    const Digraph::Vertex v = open.back();
    open.pop_back();
    if (visited[v]) continue;
    visited[v] = true;
    order.push_back(v);
    for (const Digraph::Vertex w : graph.successors(v)) open.push_back(w);
  }
  return order;
}

}  // namespace

void WaitGraph::add(Vertex vertex, BlockedVc place, std::vector<Vertex> blockers) {
  entries_.push_back({vertex, place, std::move(blockers)});
}

void WaitGraph::add(WaitGraph&& part) {
  std::ranges::move(part.entries_, std::back_inserter(entries_));
}

void WaitGraph::order_by_router() {
  std::ranges::stable_sort(entries_, {}, [](const Entry& entry) { return entry.place.router; });
}

std::vector<Digraph::Edge> WaitGraph::waits() const {
  std::unordered_map<Vertex, Digraph::Vertex> position;  // looked up only, never iterated
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    position[entries_[i].vertex] = static_cast<Digraph::Vertex>(i);
  }
  std::vector<Digraph::Edge> edges;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    for (const Vertex blocker : entries_[i].blockers) {
      const auto found = position.find(blocker);
      if (found != position.end())
        edges.push_back({static_cast<Digraph::Vertex>(i), found->second});
    }
  }
  return edges;
}

// Removes every vertex that waits for a moving one, until nothing changes.
std::vector<bool> WaitGraph::find_stuck() const {
  std::vector<Digraph::Edge> waited_for = waits();
  std::vector<std::size_t> inside(entries_.size());  // blockers that are entries
  for (Digraph::Edge& edge : waited_for) {
    ++inside[edge.from];
    std::swap(edge.from, edge.to);
  }
  const Digraph waiters(entries_.size(), waited_for);
  std::vector<bool> stuck(entries_.size(), true);
  std::vector<Digraph::Vertex> leaving;
  const auto leave = [&](Digraph::Vertex v) {
    if (!stuck[v]) return;
    stuck[v] = false;
    leaving.push_back(v);
  };
  for (Digraph::Vertex v = 0; v < entries_.size(); ++v) {
    if (inside[v] < entries_[v].blockers.size()) leave(v);
  }
  while (!leaving.empty()) {
    const Digraph::Vertex gone = leaving.back();
    leaving.pop_back();
    for (const Digraph::Vertex v : waiters.successors(gone)) leave(v);
  }
  return stuck;
}

std::vector<BlockedVc> WaitGraph::stuck() const {
  const std::vector<bool> stuck = find_stuck();
  std::vector<BlockedVc> places;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (stuck[i]) places.push_back(entries_[i].place);
  }
  return places;
}

std::vector<std::vector<BlockedVc>> WaitGraph::knots() const {
  const std::vector<bool> stuck = find_stuck();
  if (std::ranges::find(stuck, true) == stuck.end()) return {};
  const Digraph graph(entries_.size(), waits());
  const std::vector<std::uint32_t> component = graph.components();
  std::vector<bool> is_left(entries_.size());  // per component: a member waits for another one
  for (Digraph::Vertex v = 0; v < entries_.size(); ++v) {
    for (const Digraph::Vertex w : graph.successors(v)) {
      if (component[v] != component[w]) is_left[component[v]] = true;
    }
  }
  std::vector<std::vector<BlockedVc>> knots;
  std::vector<bool> visited(entries_.size());
  for (Digraph::Vertex v = 0; v < entries_.size(); ++v) {
    if (!stuck[v] || is_left[component[v]] || visited[v]) continue;
    std::vector<BlockedVc>& knot = knots.emplace_back();
    for (const Digraph::Vertex w : in_order_of_waiting(graph, v, visited)) {
      knot.push_back(entries_[w].place);
    }
  }
  std::ranges::stable_sort(knots, {}, &std::vector<BlockedVc>::size);
  return knots;
}

bool WaitGraph::has_cycle() const {
  return Digraph(entries_.size(), waits()).find_cycle(entries_.size()).has_value();
}

}  // namespace orthant
