// Strongly connected components: Tarjan 1972, with an explicit stack instead of recursion. The
// reported cycle comes from a breadth-first search.
#include "base/digraph.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

namespace orthant {
namespace {

constexpr std::uint32_t kUnseen = std::numeric_limits<std::uint32_t>::max();

}  // namespace

Digraph::Digraph(std::size_t vertices, std::span<const Edge> edges)
    : first_(vertices + 1, 0), targets_(edges.size()) {
  for (const Edge& edge : edges) {
    assert(edge.from < vertices && edge.to < vertices);
    ++first_[edge.from + 1];
  }
  for (std::size_t v = 0; v < vertices; ++v) first_[v + 1] += first_[v];
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (const Edge& edge : edges) targets_[next[edge.from]++] = edge.to;
}

std::vector<std::uint32_t> Digraph::components() const {
  struct Frame {
    Vertex vertex;
    std::uint32_t next;  // index of the successor to visit next
  };
  std::vector<std::uint32_t> component(vertex_count(), kUnseen);
  std::vector<std::uint32_t> order(vertex_count(), kUnseen);
  std::vector<std::uint32_t> low(vertex_count(), 0);
  std::vector<Vertex> open;  // visited, but not yet assigned to a component
  std::vector<Frame> frames;
  std::uint32_t visited = 0;
  std::uint32_t found = 0;
  const auto enter = [&](Vertex v) {
    order[v] = low[v] = visited++;
    open.push_back(v);
    frames.push_back({v, first_[v]});
  };
  for (Vertex root = 0; root < vertex_count(); ++root) {
    if (order[root] == kUnseen) enter(root);
    while (!frames.empty()) {
      Frame& frame = frames.back();
      const Vertex v = frame.vertex;
      if (frame.next < first_[v + 1]) {
        const Vertex w = targets_[frame.next++];
        if (order[w] == kUnseen) {
          enter(w);
        } else if (component[w] == kUnseen) {
          low[v] = std::min(low[v], order[w]);
        }
        continue;
      }
      frames.pop_back();
      if (!frames.empty()) low[frames.back().vertex] = std::min(low[frames.back().vertex], low[v]);
      if (low[v] != order[v]) continue;
      Vertex w = 0;
      do {
        w = open.back();
        open.pop_back();
        component[w] = found;
      } while (w != v);
      ++found;
    }
  }
  return component;
}

std::vector<Digraph::Vertex> Digraph::shortest_cycle(
    Vertex start, std::span<const std::uint32_t> component) const {
  std::vector<Vertex> parent(vertex_count(), kUnseen);
  std::vector<Vertex> queue = {start};
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const Vertex v = queue[head];
    for (const Vertex w : successors(v)) {
      if (w == start) {
        std::vector<Vertex> cycle;
        for (Vertex u = v; u != start; u = parent[u]) cycle.push_back(u);
        cycle.push_back(start);
        std::ranges::reverse(cycle);
        return cycle;
      }
      if (component[w] != component[start] || parent[w] != kUnseen) continue;
      parent[w] = v;
      queue.push_back(w);
    }
  }
  return {};  // no path back: start is alone in its component
}

std::optional<std::vector<Digraph::Vertex>> Digraph::find_cycle(std::size_t required) const {
  const std::vector<std::uint32_t> component = components();
  std::vector<std::uint32_t> size(vertex_count(), 0);
  for (const std::uint32_t c : component) ++size[c];
  for (Vertex v = 0; v < required; ++v) {
    const bool loop = std::ranges::find(successors(v), v) != successors(v).end();
    if (loop || size[component[v]] > 1) return shortest_cycle(v, component);
  }
  return std::nullopt;
}

}  // namespace orthant
