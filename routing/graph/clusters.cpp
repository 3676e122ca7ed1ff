#include "routing/graph/clusters.hpp"

#include <algorithm>
#include <deque>
#include <map>

#include "routing/graph/router_file.hpp"

namespace orthant {
namespace {

// Numbers clusters from 0 in the order in which breadth-first search comes to them.
Clusters renumbered(const SpanningTree& tree, const Clusters& clusters) {
  std::map<std::uint32_t, std::uint32_t> numbers;
  Clusters renumbered(clusters.size());
  for (const RouterId r : tree.order)
    renumbered[r.index()] =
        numbers.emplace(clusters[r.index()], static_cast<std::uint32_t>(numbers.size()))
            .first->second;
  return renumbered;
}

// The routers whose parent is in another cluster, by cluster.
std::vector<RouterId> tops(const Topology& topology, const SpanningTree& tree,
                           const Clusters& clusters) {
  std::vector<RouterId> tops(*std::ranges::max_element(clusters) + std::size_t{1});
  for (const RouterId r : tree.order) {
    const auto parent = tree.parent(topology, r);
    if (!parent || clusters[parent->index()] != clusters[r.index()]) tops[clusters[r.index()]] = r;
  }
  return tops;
}

}  // namespace

Clusters clusters_from_the_root(const Topology& topology, const SpanningTree& tree,
                                std::uint32_t size) {
  const std::vector<std::vector<RouterId>> children = tree.children(topology);
  Clusters clusters(tree.up.size());
  std::deque<RouterId> tops = {tree.root};
  for (std::uint32_t cluster = 0; !tops.empty(); ++cluster) {
    std::deque<RouterId> open = {tops.front()};
    tops.pop_front();
    for (std::uint32_t taken = 0; taken < size && !open.empty(); ++taken) {
      const RouterId r = open.front();
      open.pop_front();
      clusters[r.index()] = cluster;
      open.insert(open.end(), children[r.index()].begin(), children[r.index()].end());
    }
    tops.insert(tops.end(), open.begin(), open.end());
  }
  return clusters;
}

Clusters clusters_from_the_leaves(const Topology& topology, const SpanningTree& tree,
                                  std::uint32_t size) {
  const std::vector<std::vector<RouterId>> children = tree.children(topology);
  std::vector<std::vector<RouterId>> open(tree.up.size());  // per router: its open cluster
  Clusters clusters(tree.up.size());
  std::uint32_t next = 0;
  const auto close = [&](std::vector<RouterId>& cluster) {
    for (const RouterId r : cluster) clusters[r.index()] = next;
    ++next;
    cluster.clear();
  };
  for (auto r = tree.order.rbegin(); r != tree.order.rend(); ++r) {
    std::vector<RouterId>& own = open[r->index()];
    own.push_back(*r);
    for (const RouterId child : children[r->index()]) {
      std::vector<RouterId>& below = open[child.index()];
      if (own.size() + below.size() > size) {
        close(below);
      } else {
        own.insert(own.end(), below.begin(), below.end());
        below.clear();
      }
    }
  }
  close(open[tree.root.index()]);
  return renumbered(tree, clusters);
}

Clusters read_clusters(const std::string& key, const std::string& file, const Topology& topology,
                       const SpanningTree& tree) {
  RouterFile lines(key, file, topology);
  const std::vector<RouterFile::Value> values = lines.value_of_every_router("cluster");
  Clusters clusters;
  for (const RouterFile::Value& value : values) clusters.push_back(value.value);
  std::map<std::uint32_t, RouterId> top;
  for (const RouterId r : tree.order) {
    const auto parent = tree.parent(topology, r);
    if (parent && clusters[parent->index()] == clusters[r.index()]) continue;
    const auto [known, added] = top.emplace(clusters[r.index()], r);
    if (!added)
      lines.fail_at(values[r.index()].line,
                    fmt::format("cluster {} is not connected in the tree: its routers {} and {} "
                                "have parents in other clusters",
                                clusters[r.index()], known->second.value, r.value));
  }
  return renumbered(tree, clusters);
}

std::vector<std::vector<bool>> known_channels(const Topology& topology, const SpanningTree& tree,
                                              const Clusters& clusters) {
  std::vector<bool> of_tree(topology.channel_count(), false);
  for (const auto& up : tree.up) {
    if (!up) continue;
    of_tree[up->index()] = true;
    of_tree[topology.channel(*up).reverse.index()] = true;
  }
  std::vector<std::vector<ChannelId>> inside(clusters.size());  // per cluster
  for (std::size_t c = 0; c < topology.channel_count(); ++c) {
    const Channel& channel = topology.channel(ChannelId{c});
    const std::uint32_t from = clusters[channel.from.index()];
    if (from == clusters[channel.to.index()]) inside[from].emplace_back(c);
  }
  std::vector<std::vector<bool>> known;
  for (const RouterId top : tops(topology, tree, clusters)) {  // parents before children
    const auto parent = tree.parent(topology, top);
    known.push_back(parent ? known[clusters[parent->index()]] : of_tree);
    for (const ChannelId c : inside[clusters[top.index()]]) known.back()[c.index()] = true;
  }
  return known;
}

}  // namespace orthant
