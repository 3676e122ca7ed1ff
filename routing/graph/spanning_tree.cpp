#include "routing/graph/spanning_tree.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>

#include "routing/graph/router_file.hpp"
#include "topology/neighbors.hpp"

namespace orthant {
namespace {

// Breadth-first search over the links that `in_tree` accepts (by channel).
template <class InTree>
SpanningTree grow(const Topology& topology, RouterId root, const InTree& in_tree) {
  SpanningTree tree{.root = root,
                    .up = std::vector<std::optional<ChannelId>>(topology.router_count()),
                    .order = {root}};
  std::vector<bool> reached(topology.router_count(), false);
  reached[root.index()] = true;
  for (std::size_t i = 0; i < tree.order.size(); ++i) {
    for (const ChannelId c : channels_by_neighbor(topology, tree.order[i])) {
      const Channel& channel = topology.channel(c);
      if (reached[channel.to.index()] || !in_tree(c)) continue;
      reached[channel.to.index()] = true;
      tree.up[channel.to.index()] = channel.reverse;
      tree.order.push_back(channel.to);
    }
  }
  return tree;
}

}  // namespace

std::vector<std::vector<RouterId>> SpanningTree::children(const Topology& topology) const {
  std::vector<std::vector<RouterId>> children(up.size());
  for (std::size_t r = 0; r < up.size(); ++r) {
    if (up[r]) children[topology.channel(*up[r]).to.index()].emplace_back(r);
  }
  return children;
}

SpanningTree breadth_first_tree(const Topology& topology, RouterId root) {
  return grow(topology, root, [](ChannelId) { return true; });
}

bool reaches_all_nodes(const Topology& topology, const SpanningTree& tree) {
  for (std::size_t r = 0; r < tree.up.size(); ++r)
    if (topology.has_nodes(RouterId{r}) && !tree.up[r] && RouterId{r} != tree.root) return false;
  return true;
}

SpanningTree read_tree(const std::string& key, const std::string& file, const Topology& topology,
                       RouterId root) {
  RouterFile lines(key, file, topology);
  std::vector<bool> in_tree(topology.channel_count(), false);
  std::size_t links = 0;
  while (lines.next_pair()) {
    const RouterId a = lines.router(0), b = lines.router(1);
    const std::optional<ChannelId> found = channel_between(topology, a, b);
    if (!found)
      lines.fail(fmt::format("no link joins routers {} and {}; allowed: links of the network",
                             a.value, b.value));
    if (in_tree[found->index()])
      lines.fail(fmt::format("the link {} {} is there twice; allowed: once", a.value, b.value));
    in_tree[found->index()] = true;
    in_tree[topology.channel(*found).reverse.index()] = true;
    ++links;
  }
  SpanningTree tree = grow(topology, root, [&](ChannelId c) { return bool{in_tree[c.index()]}; });
  const std::size_t routers = breadth_first_tree(topology, root).order.size();
  if (tree.order.size() != routers || links != routers - 1)
    lines.fail_file(
        fmt::format("{} links that reach {} routers from router {}; allowed: a tree of "
                    "{} links that reaches all {}",
                    links, tree.order.size(), root.value, routers - 1, routers));
  return tree;
}

RouterId lowest_router_up(const Topology& topology) {
  if (!topology.has_exceptions()) return RouterId{0};
  for (std::size_t r = 0; r < topology.router_count(); ++r) {
    if (topology.has_nodes(RouterId{r})) return RouterId{r};
    for (std::size_t port = 0; port < topology.channel_port_count(RouterId{r}); ++port)
      if (topology.channel_from(RouterId{r}, PortId{port})) return RouterId{r};
  }
  return RouterId{0};
}

RouterId router_of_highest_degree(const Topology& topology) {
  std::size_t best = 0, most = 0;
  for (std::size_t r = 0; r < topology.router_count(); ++r) {
    const std::size_t degree = channels_by_neighbor(topology, RouterId{r}).size();
    if (degree > most) std::tie(best, most) = std::pair(r, degree);
  }
  return RouterId{best};
}

RouterId center_router(const Topology& topology) {
  std::size_t best = 0, least = topology.router_count();
  for (std::size_t r = 0; r < topology.router_count(); ++r) {
    const SpanningTree tree = breadth_first_tree(topology, RouterId{r});
    if (!reaches_all_nodes(topology, tree)) continue;
    std::size_t farthest = 0;
    for (auto up = tree.up[tree.order.back().index()]; up;
         up = tree.up[topology.channel(*up).to.index()])
      ++farthest;
    if (farthest < least) std::tie(best, least) = std::pair(r, farthest);
  }
  return RouterId{best};
}

std::vector<std::uint32_t> breadth_first_labels(const SpanningTree& tree) {
  std::vector<std::uint32_t> labels(tree.up.size());
  for (std::size_t i = 0; i < tree.order.size(); ++i)
    labels[tree.order[i].index()] = static_cast<std::uint32_t>(i);
  return labels;
}

// Hops to the nearest router with nodes; the number of routers if none can be reached.
static std::vector<std::size_t> hops_to_nodes(const Topology& topology) {
  std::vector<std::size_t> hops(topology.router_count(), topology.router_count());
  std::vector<RouterId> reached;
  for (std::size_t r = 0; r < hops.size(); ++r) {
    if (!topology.has_nodes(RouterId{r})) continue;
    hops[r] = 0;
    reached.emplace_back(r);
  }
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const RouterId r = reached[i];
    for (const ChannelId c : channels_by_neighbor(topology, r)) {
      const RouterId next = topology.channel(c).to;
      if (hops[next.index()] != hops.size()) continue;
      hops[next.index()] = hops[r.index()] + 1;
      reached.push_back(next);
    }
  }
  return hops;
}

// Routers without nodes whose subtrees contain no nodes either.
static std::vector<RouterId> outermost_without_nodes(const Topology& topology,
                                                     const SpanningTree& tree) {
  std::vector<std::size_t> below(tree.up.size(), 0);  // children not yet removed
  for (const RouterId r : tree.order)
    if (const auto parent = tree.parent(topology, r)) ++below[parent->index()];
  std::vector<RouterId> taken;
  const auto take = [&](RouterId r) {
    if (r != tree.root && below[r.index()] == 0 && !topology.has_nodes(r)) taken.push_back(r);
  };
  for (const RouterId r : tree.order) take(r);
  for (std::size_t i = 0; i < taken.size(); ++i) {
    const RouterId parent = *tree.parent(topology, taken[i]);
    --below[parent.index()];
    take(parent);
  }
  return taken;
}

std::vector<std::uint32_t> lift_routers_without_nodes(const Topology& topology,
                                                      const SpanningTree& tree,
                                                      std::vector<std::uint32_t> labels) {
  std::vector<RouterId> lifted = outermost_without_nodes(topology, tree);
  const std::vector<std::size_t> hops = hops_to_nodes(topology);
  std::ranges::stable_sort(lifted, std::ranges::greater(),
                           [&](RouterId r) { return hops[r.index()]; });
  std::vector<RouterId> order = lifted;
  std::ranges::sort(order);
  std::vector<RouterId> rest;
  for (const RouterId r : tree.order)
    if (!std::ranges::binary_search(order, r)) rest.push_back(r);
  std::ranges::sort(rest, {}, [&](RouterId r) { return labels[r.index()]; });
  std::uint32_t next = 0;
  labels[rest.front().index()] = next++;  // the root
  for (const RouterId r : lifted) labels[r.index()] = next++;
  for (const RouterId r : rest)
    if (r != rest.front()) labels[r.index()] = next++;
  return labels;
}

std::vector<std::uint32_t> level_labels(const Topology& topology, const SpanningTree& tree) {
  std::vector<std::uint32_t> level(tree.up.size(), 0);
  for (const RouterId r : tree.order) {
    if (const auto parent = tree.parent(topology, r)) level[r.index()] = level[parent->index()] + 1;
  }
  std::vector<RouterId> sorted = tree.order;
  std::ranges::sort(sorted, {}, [&](RouterId r) { return std::pair(level[r.index()], r); });
  std::vector<std::uint32_t> labels(tree.up.size());
  for (std::size_t i = 0; i < sorted.size(); ++i)
    labels[sorted[i].index()] = static_cast<std::uint32_t>(i);
  return labels;
}

std::vector<std::uint32_t> depth_first_labels(const Topology& topology, const SpanningTree& tree) {
  const std::vector<std::vector<RouterId>> children = tree.children(topology);
  std::vector<std::uint32_t> labels(tree.up.size());
  std::vector<RouterId> open = {tree.root};
  for (std::uint32_t next = 0; !open.empty(); ++next) {
    const RouterId r = open.back();
    open.pop_back();
    labels[r.index()] = next;
    open.insert(open.end(), children[r.index()].rbegin(), children[r.index()].rend());
  }
  return labels;
}

std::vector<std::uint32_t> read_labels(const std::string& key, const std::string& file,
                                       const Topology& topology, const SpanningTree& tree) {
  RouterFile lines(key, file, topology);
  const std::vector<RouterFile::Value> values = lines.value_of_every_router("label");
  std::map<std::uint32_t, std::size_t> owner;
  std::vector<std::uint32_t> labels;
  for (std::size_t r = 0; r < values.size(); ++r) {
    const auto [known, added] = owner.emplace(values[r].value, r);
    if (!added)
      lines.fail_at(std::max(values[r].line, values[known->second].line),
                    fmt::format("routers {} and {} have the label {}; allowed: different labels",
                                known->second, r, values[r].value));
    labels.push_back(values[r].value);
  }
  for (std::size_t r = 0; r < labels.size(); ++r) {
    const auto parent = tree.parent(topology, RouterId{r});
    if (parent && labels[parent->index()] > labels[r])
      lines.fail_at(values[r].line,
                    fmt::format("router {} has the label {}, and its parent {} in the tree {}; "
                                "allowed: labels that rise from the root on",
                                r, labels[r], parent->value, labels[parent->index()]));
  }
  return labels;
}

}  // namespace orthant
