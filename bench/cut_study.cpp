// Counts channels between blocks, for blocks of consecutive routers and for the computed cut
// (sim/kernel/cut.hpp), on several graphs numbered in their natural order and at random. Prints
// CSV; nothing is timed.
//   scripts/build.sh cut_study && build/bench/cut_study
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "sim/kernel/cut.hpp"
#include "topology/graph.hpp"
#include "topology/random_graph.hpp"

namespace {

using namespace orthant;

Graph with_routers(std::uint32_t routers) {
  Graph graph;
  graph.routers.resize(routers);
  return graph;
}

// Numbered row by row.
Graph torus(std::uint32_t k) {
  Graph graph = with_routers(k * k);
  for (std::uint32_t y = 0; y < k; ++y) {
    for (std::uint32_t x = 0; x < k; ++x) {
      graph.links.push_back({.a = y * k + x, .b = y * k + (x + 1) % k});
      graph.links.push_back({.a = y * k + x, .b = (y + 1) % k * k + x});
    }
  }
  return graph;
}

// Dragonfly, Kim et al. 2008: fully connected groups of `a` routers with `h` global links each, one
// link between every two groups. Numbered group by group.
Graph dragonfly(std::uint32_t a, std::uint32_t h) {
  const std::uint32_t groups = a * h + 1;
  Graph graph = with_routers(groups * a);
  for (std::uint32_t g = 0; g < groups; ++g) {
    for (std::uint32_t i = 0; i < a; ++i)
      for (std::uint32_t j = i + 1; j < a; ++j)
        graph.links.push_back({.a = g * a + i, .b = g * a + j});
    // Global link l of a group leads to the group l + 1 further on, where it is the last but l.
    for (std::uint32_t l = 0; l < a * h; ++l) {
      const std::uint32_t to = (g + l + 1) % groups;
      if (g < to) graph.links.push_back({.a = g * a + l / h, .b = to * a + (a * h - 1 - l) / h});
    }
  }
  return graph;
}

// Fat tree, Leiserson 1985, built of switches with k ports (Al-Fares et al. 2008): k pods of k/2
// edge and k/2 aggregation switches, and (k/2)^2 core switches. Numbered level by level, with k/2
// nodes on each edge switch.
Graph fat_tree(std::uint32_t k) {
  const std::uint32_t half = k / 2, level = k * half;
  Graph graph = with_routers(2 * level + half * half);
  for (std::uint32_t r = 0; r < graph.routers.size(); ++r)
    graph.routers[r].nodes = r < level ? half : 0;
  for (std::uint32_t pod = 0; pod < k; ++pod) {
    for (std::uint32_t i = 0; i < half; ++i) {
      for (std::uint32_t j = 0; j < half; ++j) {
        const std::uint32_t upper = level + pod * half + j;
        graph.links.push_back({.a = pod * half + i, .b = upper});
        graph.links.push_back({.a = upper, .b = 2 * level + j * half + i});
      }
    }
  }
  return graph;
}

Graph in_random_order(Graph graph) {
  std::vector<std::uint32_t> number(graph.routers.size());
  std::iota(number.begin(), number.end(), 0);
  RandomStream random(1, 0, RandomPurpose::kTopology);
  for (auto i = static_cast<std::uint32_t>(number.size()); i > 1; --i)
    std::swap(number[i - 1], number[random.below(i)]);
  Graph renumbered = with_routers(static_cast<std::uint32_t>(number.size()));
  for (std::size_t r = 0; r < number.size(); ++r) renumbered.routers[number[r]] = graph.routers[r];
  for (Graph::Link& link : graph.links) link.a = number[link.a], link.b = number[link.b];
  renumbered.links = std::move(graph.links);
  return renumbered;
}

// Largest number of ports in a block, divided by the mean.
double largest_block(const Topology& topology, const Cut& cut) {
  std::vector<std::size_t> ports(cut.blocks());
  for (std::uint32_t r = 0; r < topology.router_count(); ++r)
    ports[cut.place(RouterId{r}).block] += topology.port_count(RouterId{r});
  const std::size_t all = std::accumulate(ports.begin(), ports.end(), std::size_t{0});
  return static_cast<double>(std::ranges::max(ports) * cut.blocks()) / static_cast<double>(all);
}

void count(std::string_view name, std::string_view numbers, const Graph& graph) {
  const Topology topology = make_graph("graph", graph, {});
  for (const std::size_t blocks : {2, 4, 8}) {
    const Cut ranges(topology, blocks);
    const Cut taken = cut_for_few_crossings(topology, blocks);
    fmt::print("{},{},{},{},{},{},{},{},{:.3f},{:.3f}\n", name, numbers, topology.router_count(),
               topology.channel_count(), blocks, crossing_channels(topology, ranges),
               crossing_channels(topology, taken), taken.has_ranges() ? "ranges" : "partition",
               largest_block(topology, ranges), largest_block(topology, taken));
  }
}

}  // namespace

int main() {
  fmt::print(
      "graph,numbers,routers,channels,blocks,crossing_ranges,crossing_taken,taken,"
      "largest_of_ranges,largest_taken\n");
  const std::vector<std::pair<std::string_view, Graph>> graphs = {
      {"torus 32x32", torus(32)},
      {"dragonfly a=8 h=4", dragonfly(8, 4)},
      {"fat tree of 16 ports", fat_tree(16)},
      {"random of 3 links a router",
       random_graph({.routers = 1000, .degree = 3, .generator = GraphGenerator::kRegular})},
      {"random of 8 links on average", random_graph({.routers = 1000, .degree = 8})},
      {"random tree and some links",
       random_graph({.routers = 1000, .degree = 2.2, .generator = GraphGenerator::kTree})},
  };
  for (const auto& [name, graph] : graphs) {
    count(name, "own", graph);
    count(name, "random", in_random_order(graph));
  }
  return 0;
}
