// Tested by: tests/schedule/orbits_test.cpp
#include "schedule/collective.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "base/file_kind.hpp"
#include "base/line_reader.hpp"
#include "base/numbers.hpp"
#include "routing/routing.hpp"
#include "topology/names.hpp"

namespace orthant {
namespace {

bool is_even(const Topology& topology, NodeId node) {
  const Structure& grid = *topology.structure();
  std::uint32_t sum = 0;
  for (std::size_t d = 0; d < grid.dimensions(); ++d)
    sum += grid.coordinate(topology.router_of(node), d);
  return sum % 2 == 0;
}

// The participating nodes, ascending.
std::vector<NodeId> participants(const Topology& topology,
                                 std::span<const std::uint32_t> allocation) {
  constexpr const char* kKey = "schedule.allocation";
  if (!allocation.empty() && allocation.size() != topology.router_count())
    key_error(kKey, "{} numbers for {} routers; allowed: one for each", allocation.size(),
              topology.router_count());
  std::vector<NodeId> nodes;
  for (std::size_t r = 0; r < topology.router_count(); ++r) {
    const std::size_t there = topology.node_count_of(RouterId{r});
    const std::size_t count = allocation.empty() ? there : allocation[r];
    if (count > there)
      key_error(kKey, "{} nodes on {}, which has {}; allowed: 0 to {}", count,
                router_text(topology, RouterId{r}), there, there);
    for (std::size_t n = 0; n < count; ++n)
      nodes.emplace_back(topology.first_node_of(RouterId{r}).index() + n);
  }
  if (nodes.empty()) key_error(kKey, "no node; allowed: at least one");
  return nodes;
}

std::vector<NodePair> read_pairs(const std::string& file, const Topology& topology,
                                 const std::vector<NodeId>& nodes) {
  constexpr const char* kKey = "schedule.file";
  refuse_other_kinds(kKey, file, {}, "a source and a destination a line");
  LineReader reader(kKey, file, 2);
  const auto node = [&](std::string_view text) {
    const auto value = parse_integer(text);
    if (!value || *value < 0 || static_cast<std::size_t>(*value) >= topology.node_count())
      reader.fail("{} is no node; allowed: 0 to {}", LineReader::printable(text),
                  topology.node_count() - 1);
    if (!std::ranges::binary_search(nodes, NodeId{static_cast<std::size_t>(*value)}))
      reader.fail("node {} is not in schedule.allocation; allowed: nodes of it", *value);
    return NodeId{static_cast<std::size_t>(*value)};
  };
  std::vector<NodePair> pairs;
  while (reader.next()) {
    const std::vector<std::string_view>& entries = reader.entries();
    if (entries.empty()) continue;
    if (entries.size() != 2)
      reader.fail("{} entries; allowed: a source and a destination", entries.size());
    pairs.push_back({node(entries[0]), node(entries[1])});
  }
  if (pairs.empty()) reader.fail_file("no transfers; allowed: a source and a destination a line");
  return pairs;
}

Path only_path(const Topology& topology, const ObliviousRouting& routing, RouterId s, RouterId t) {
  Path only;
  int paths = 0;
  routing.enumerate(s, t, [&](const Path& path, double) {
    if (++paths > 1)
      key_error("routing.algorithm",
                "a schedule needs one route for every pair, and from {} to {} there are several; "
                "allowed: a routing that has one, as dor",
                router_text(topology, s), router_text(topology, t));
    only = path;
  });
  return only;
}

// The channels of a transfer along a path.
std::vector<std::uint32_t> channels_of(const Topology& topology, const NodePair& pair,
                                       const Path& path, bool ports) {
  const std::size_t channels = topology.channel_count(), nodes = topology.node_count();
  std::vector<std::uint32_t> route;
  if (ports) route.push_back(static_cast<std::uint32_t>(channels + pair.source.index()));
  for_each_hop(topology, topology.router_of(pair.source), path,
               [&](ChannelId c, std::uint8_t) { route.push_back(c.value); });
  if (ports)
    route.push_back(static_cast<std::uint32_t>(channels + nodes + pair.destination.index()));
  return route;
}

// Numbers the nodes that occur at this end of a pair, in ascending order.
std::map<NodeId, std::size_t> places(const std::vector<NodePair>& pairs, NodeId NodePair::*end) {
  std::map<NodeId, std::size_t> places;
  for (const NodePair& pair : pairs) places[pair.*end] = 0;
  std::size_t next = 0;
  for (auto& [node, place] : places) place = next++;
  return places;
}

std::vector<std::vector<std::uint32_t>> round_robin(const std::vector<NodePair>& pairs) {
  const auto sources = places(pairs, &NodePair::source);
  const auto destinations = places(pairs, &NodePair::destination);
  std::vector<std::vector<std::uint32_t>> steps(destinations.size());
  for (std::uint32_t t = 0; t < pairs.size(); ++t) {
    const std::size_t to = destinations.at(pairs[t].destination);
    const std::size_t from = sources.at(pairs[t].source) % steps.size();
    steps[(to + steps.size() - from) % steps.size()].push_back(t);
  }
  std::erase_if(steps, [](const auto& step) { return step.empty(); });
  return steps;
}

}  // namespace

std::vector<NodePair> collective_pairs(Collective collective, const Topology& topology,
                                       const std::string& file,
                                       std::span<const std::uint32_t> allocation) {
  const std::vector<NodeId> nodes = participants(topology, allocation);
  if (collective == Collective::kFile) return read_pairs(file, topology, nodes);
  const auto sends = [&](NodeId s, NodeId t) {
    if (collective == Collective::kHalfToHalf)
      return topology.structure() == nullptr || (is_even(topology, s) && !is_even(topology, t));
    if (s == t) return false;
    if (collective == Collective::kGather) return t == nodes.front();
    if (collective == Collective::kScatter) return s == nodes.front();
    return true;
  };
  std::vector<NodePair> pairs;
  for (const NodeId s : nodes) {
    for (const NodeId t : nodes) {
      if (sends(s, t)) pairs.push_back({s, t});
    }
  }
  if (pairs.empty()) key_error("schedule.collective", "there is nothing to send on this network");
  return pairs;
}

CollectiveTransfers collective_transfers(const Topology& topology, const ObliviousRouting& routing,
                                         std::vector<NodePair> pairs, bool ports) {
  std::vector<std::vector<std::uint32_t>> routes;
  for (const NodePair& pair : pairs) {
    const RouterId s = topology.router_of(pair.source), t = topology.router_of(pair.destination);
    routes.push_back(channels_of(topology, pair, only_path(topology, routing, s, t), ports));
  }
  return collective_transfers(topology, std::move(pairs), std::move(routes), ports);
}

CollectiveTransfers collective_transfers(const Topology& topology, std::vector<NodePair> pairs,
                                         std::vector<std::vector<std::uint32_t>> routes,
                                         bool ports) {
  const std::size_t channels = topology.channel_count(), nodes = topology.node_count();
  CollectiveTransfers made{.pairs = std::move(pairs), .set = {}};
  TransferSet& set = made.set;
  set.channels = channels + (ports ? 2 * nodes : 0);
  for (const Channel& channel : topology.channels())
    set.channel_names.push_back(fmt::format("{}-{} port {}", channel.from.value, channel.to.value,
                                            channel.from_port.value));
  for (const char* what : {"injection", "ejection"}) {
    for (std::size_t n = 0; ports && n < nodes; ++n)
      set.channel_names.push_back(fmt::format("{} {}", what, n));
  }
  for (std::size_t t = 0; t < made.pairs.size(); ++t) {
    const NodePair& pair = made.pairs[t];
    set.transfers.push_back(
        {.name = fmt::format("{}->{}", pair.source.value, pair.destination.value),
         .channels = std::move(routes[t])});
  }
  set.steps = round_robin(made.pairs);
  return made;
}

RouteLists route_lists(const Topology& topology, const ObliviousRouting& routing,
                       const std::vector<NodePair>& pairs, bool ports) {
  constexpr std::size_t kMax = 100;
  RouteLists lists;
  for (const NodePair& pair : pairs) {
    auto& routes = lists.emplace_back();
    const RouterId s = topology.router_of(pair.source), t = topology.router_of(pair.destination);
    routing.enumerate(s, t, [&](const Path& path, double) {
      auto route = channels_of(topology, pair, path, ports);
      if (std::ranges::find(routes, route) != routes.end()) return;
      routes.push_back(std::move(route));
      if (routes.size() > kMax)
        key_error("schedule.routes",
                  "from {} to {} there are more than {} paths; allowed: a routing with fewer, or "
                  "one",
                  router_text(topology, s), router_text(topology, t), kMax);
    });
  }
  return lists;
}

CollectiveTransfers repeated(const CollectiveTransfers& once, std::size_t times) {
  CollectiveTransfers all = once;
  const std::size_t transfers = once.set.transfers.size();
  for (std::size_t i = 1; i < times; ++i) {
    all.pairs.insert(all.pairs.end(), once.pairs.begin(), once.pairs.end());
    all.set.transfers.insert(all.set.transfers.end(), once.set.transfers.begin(),
                             once.set.transfers.end());
  }
  all.set.steps = repeated(once.set.steps, transfers, times);
  return all;
}

void append(Frames& all, const Frames& more, std::size_t first) {
  for (std::vector<std::uint32_t> frame : more) {
    for (std::uint32_t& t : frame) t += static_cast<std::uint32_t>(first);
    all.push_back(std::move(frame));
  }
}

Frames repeated(const Frames& once, std::size_t transfers, std::size_t times) {
  Frames all;
  for (std::size_t i = 0; i < times; ++i) append(all, once, i * transfers);
  return all;
}

std::vector<std::uint32_t> capacities_of(const Topology& topology, const Rational& node_bandwidth,
                                         bool ports) {
  constexpr std::int64_t kMax = 10'000;
  std::vector<Rational> bandwidths;
  for (const Channel& channel : topology.channels()) bandwidths.push_back(channel.bandwidth);
  if (ports) bandwidths.resize(bandwidths.size() + 2 * topology.node_count(), node_bandwidth);
  Rational unit = bandwidths.front();
  const auto [least, largest] = std::ranges::minmax(bandwidths);
  for (const Rational& bandwidth : bandwidths) {
    unit = common_unit(unit, bandwidth);
    if (largest > unit * kMax)
      key_error("schedule.bandwidths",
                "the common unit of bandwidths from {} to {} is less than 1/{} of the largest; "
                "allowed: simpler fractions, or ignored",
                to_double(least), to_double(largest), kMax);
  }
  std::vector<std::uint32_t> capacities;
  for (const Rational& bandwidth : bandwidths)
    capacities.push_back(static_cast<std::uint32_t>((bandwidth / unit).numerator()));
  return capacities;
}

}  // namespace orthant
