// Tested by: tests/routing/cluster_routes_test.cpp
#include "routing/table/cluster_routes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "base/line_reader.hpp"
#include "base/numbers.hpp"
#include "topology/cluster_file.hpp"
#include "topology/names.hpp"
#include "topology/neighbors.hpp"

namespace orthant {
namespace {

class RouteReader {
 public:
  RouteReader(const std::string& file, const Topology& topology)
      : lines_("topology.file", file, kMaxSwitchesOnARoute),
        topology_(topology),
        table_(topology, false) {}

  PathTable read() {
    while (lines_.next()) {
      const std::vector<std::string_view>& entries = lines_.entries();
      if (!entries.empty() && entries[0] == "route") add(std::span(entries).subspan(1));
    }
    if (table_.path_count() == 0 && topology_.router_count() > 1)
      lines_.fail_file("no routes; allowed: a file with routes, or another routing.algorithm");
    table_.for_each_pair([&](RouterId s, RouterId t) {
      if (table_.paths(s, t).count == 0) fill(s, t);
    });
    return std::move(table_);
  }

 private:
  RouterId router(std::string_view text) const {
    const auto number = parse_integer(text);
    if (!number || *number < 0 || static_cast<std::size_t>(*number) >= topology_.router_count())
      lines_.fail("{} is no switch; allowed: 0 to {}", LineReader::printable(text),
                  topology_.router_count() - 1);
    return RouterId{static_cast<std::size_t>(*number)};
  }

  void add(std::span<const std::string_view> words) {
    if (words.size() < 2)
      lines_.fail("a route with less than two switches; allowed: route, then two or more");
    const RouterId s = router(words.front()), t = router(words.back());
    if (s == t) lines_.fail("a route from switch {} to itself; allowed: none", s.value);
    if (table_.paths(s, t).count != 0)
      lines_.fail("a second route from switch {} to {}; allowed: one for each pair", s.value,
                  t.value);
    Path path;
    RouterId here = s;
    for (const std::string_view word : words.subspan(1)) {
      const RouterId next = router(word);
      const auto channel = channel_between(topology_, here, next);
      if (!channel)
        lines_.fail("no link joins switches {} and {}; allowed: links of the file", here.value,
                    next.value);
      path.push_back({.port = topology_.channel(*channel).from_port, .hops = 1});
      here = next;
    }
    const std::string problem = table_.problem(s, t, path);
    if (!problem.empty()) lines_.fail("no route from {} to {}: {}", s.value, t.value, problem);
    table_.add(s, t, 1, path);
  }

  void fill(RouterId s, RouterId t) {
    if (topology_.node_count_of(s) != 0 && topology_.node_count_of(t) != 0)
      lines_.fail_file(
          "no route from switch {} to {}, which both have nodes; allowed: a route for each such "
          "pair",
          s.value, t.value);
    table_.add(s, t, 1, shortest_path(s, t));
  }

  Path shortest_path(RouterId s, RouterId t) {
    if (tree_of_ != s) grow_tree(s);
    Path path;
    for (RouterId here = t; here != s; here = topology_.channel(*arrived_[here.index()]).from)
      path.push_back({.port = topology_.channel(*arrived_[here.index()]).from_port, .hops = 1});
    std::ranges::reverse(path);
    return path;
  }

  // Breadth-first search, next routers ascending; the network is connected.
  void grow_tree(RouterId s) {
    tree_of_ = s;
    arrived_.assign(topology_.router_count(), std::nullopt);
    std::vector<RouterId> queue{s};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const ChannelId c : channels_by_neighbor(topology_, queue[i])) {
        const RouterId next = topology_.channel(c).to;
        if (next == s || arrived_[next.index()]) continue;
        arrived_[next.index()] = c;
        queue.push_back(next);
      }
    }
  }

  LineReader lines_;
  const Topology& topology_;
  PathTable table_;
  std::optional<RouterId> tree_of_;  // root of the last tree
  std::vector<std::optional<ChannelId>>
      arrived_;  // per router: its channel on the path from the root
};

}  // namespace

PathTable read_cluster_routes(const std::string& file, const Topology& topology) {
  return RouteReader(file, topology).read();
}

}  // namespace orthant
