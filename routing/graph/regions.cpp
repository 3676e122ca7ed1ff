#include "routing/graph/regions.hpp"

#include <algorithm>
#include <deque>
#include <map>

#include "routing/graph/router_file.hpp"

namespace orthant {
namespace {

// Renumbers regions from 0 in breadth-first order.
Regions renumbered(const SpanningTree& tree, const Regions& regions) {
  std::map<std::uint32_t, std::uint32_t> numbers;
  Regions renumbered(regions.size());
  for (const RouterId r : tree.order)
    renumbered[r.index()] =
        numbers.emplace(regions[r.index()], static_cast<std::uint32_t>(numbers.size()))
            .first->second;
  return renumbered;
}

// The routers whose parent is in another region, by region.
std::vector<RouterId> tops(const Topology& topology, const SpanningTree& tree,
                           const Regions& regions) {
  std::vector<RouterId> tops(*std::ranges::max_element(regions) + std::size_t{1});
  for (const RouterId r : tree.order) {
    const auto parent = tree.parent(topology, r);
    if (!parent || regions[parent->index()] != regions[r.index()]) tops[regions[r.index()]] = r;
  }
  return tops;
}

}  // namespace

Regions regions_from_the_root(const Topology& topology, const SpanningTree& tree,
                              std::uint32_t size) {
  const std::vector<std::vector<RouterId>> children = tree.children(topology);
  Regions regions(tree.up.size());
  std::deque<RouterId> tops = {tree.root};
  for (std::uint32_t region = 0; !tops.empty(); ++region) {
    std::deque<RouterId> open = {tops.front()};
    tops.pop_front();
    for (std::uint32_t taken = 0; taken < size && !open.empty(); ++taken) {
      const RouterId r = open.front();
      open.pop_front();
      regions[r.index()] = region;
      open.insert(open.end(), children[r.index()].begin(), children[r.index()].end());
    }
    tops.insert(tops.end(), open.begin(), open.end());
  }
  return regions;
}

Regions regions_from_the_leaves(const Topology& topology, const SpanningTree& tree,
                                std::uint32_t size) {
  const std::vector<std::vector<RouterId>> children = tree.children(topology);
  std::vector<std::vector<RouterId>> open(tree.up.size());  // per router: its open region
  Regions regions(tree.up.size());
  std::uint32_t next = 0;
  const auto close = [&](std::vector<RouterId>& region) {
    for (const RouterId r : region) regions[r.index()] = next;
    ++next;
    region.clear();
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
  return renumbered(tree, regions);
}

Regions read_regions(const std::string& key, const std::string& file, const Topology& topology,
                     const SpanningTree& tree) {
  RouterFile lines(key, file, topology);
  const std::vector<RouterFile::Value> values = lines.value_of_every_router("cluster");
  Regions regions;
  for (const RouterFile::Value& value : values) regions.push_back(value.value);
  std::map<std::uint32_t, RouterId> top;
  for (const RouterId r : tree.order) {
    const auto parent = tree.parent(topology, r);
    if (parent && regions[parent->index()] == regions[r.index()]) continue;
    const auto [known, added] = top.emplace(regions[r.index()], r);
    if (!added)
      lines.fail_at(
          values[r.index()].line,
          fmt::format("cluster {} is not connected in the tree: its routers {} and {} "
                      "have parents in other clusters; allowed: clusters that the tree connects",
                      regions[r.index()], known->second.value, r.value));
  }
  return renumbered(tree, regions);
}

std::vector<std::vector<bool>> known_channels(const Topology& topology, const SpanningTree& tree,
                                              const Regions& regions) {
  std::vector<bool> of_tree(topology.channel_count(), false);
  for (const auto& up : tree.up) {
    if (!up) continue;
    of_tree[up->index()] = true;
    of_tree[topology.channel(*up).reverse.index()] = true;
  }
  std::vector<std::vector<ChannelId>> inside(regions.size());  // per region
  for (std::size_t c = 0; c < topology.channel_count(); ++c) {
    const Channel& channel = topology.channel(ChannelId{c});
    const std::uint32_t from = regions[channel.from.index()];
    if (from == regions[channel.to.index()]) inside[from].emplace_back(c);
  }
  std::vector<std::vector<bool>> known;
  for (const RouterId top : tops(topology, tree, regions)) {  // parents before children
    const auto parent = tree.parent(topology, top);
    known.push_back(parent ? known[regions[parent->index()]] : of_tree);
    for (const ChannelId c : inside[regions[top.index()]]) known.back()[c.index()] = true;
  }
  return known;
}

}  // namespace orthant
