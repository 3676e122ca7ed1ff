#include "app/exact/network_lists.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "app/keys/spelling.hpp"
#include "app/output/columns.hpp"
#include "app/setup/build.hpp"
#include "base/error.hpp"
#include "base/numbers.hpp"
#include "topology/names.hpp"

namespace orthant {
namespace {

Row port_row(const Topology& topology, RouterId router, PortId port) {
  Row row = {field_text(router.value), coordinates_text(topology, router, ' '),
             topology.router_name(router), field_text(port.value)};
  const auto add = [&](std::initializer_list<std::string> fields) {
    row.insert(row.end(), fields.begin(), fields.end());
  };
  if (port.index() >= topology.channel_port_count(router)) {
    add({"", field_text(topology.node_at(router, port).value), "", "", ""});
    return row;
  }
  const ChannelId id = topology.channel_from(router, port).value();
  const Channel channel = topology.channel(id);
  add({port_direction(topology, router, port), "", field_text(channel.to.value),
       field_text(channel.to_port.value), field_text(id.value)});
  return row;
}

struct Pair {
  NodeId source, destination;
};

Pair read_pair(const std::string& text, const Topology& topology) {
  const std::size_t dash = std::min(text.find('-'), text.size());
  const auto node = [&](std::string_view digits) {
    const std::optional<std::int64_t> value = parse_integer(digits);
    if (!value || *value < 0 || static_cast<std::uint64_t>(*value) >= topology.node_count())
      config_error("command line: --hops: {} is no pair of nodes; allowed: S-D, each 0 to {}",
                   in_quotes(text), topology.node_count() - 1);
    return NodeId{static_cast<std::size_t>(*value)};
  };
  return {node(std::string_view(text).substr(0, dash)),
          node(std::string_view(text).substr(std::min(dash + 1, text.size())))};
}

// A hop that a packet may take: the earliest hop number, and its probability at that hop.
struct Way {
  std::size_t hop = 0;
  RouterId router;
  PortId port;
  std::uint8_t vc_class = 0;
  bool escape = false;
  std::optional<double> share = {};
};

// Lists every hop of every path of an oblivious routing.
std::vector<Way> ways_of(const Topology& topology, const ObliviousRouting& routing, RouterId from,
                         RouterId to) {
  std::map<std::tuple<std::size_t, RouterId, PortId, std::uint8_t>, double> shares;
  routing.enumerate(from, to, [&](const Path& path, double probability) {
    std::size_t hop = 0;
    for_each_hop(topology, from, path, [&](ChannelId id, std::uint8_t vc_class) {
      const Channel channel = topology.channel(id);
      shares[{hop++, channel.from, channel.from_port, vc_class}] += probability;
    });
  });
  std::vector<Way> ways;
  for (const auto& [key, share] : shares)
    ways.push_back(
        {std::get<0>(key), std::get<1>(key), std::get<2>(key), std::get<3>(key), false, share});
  return ways;
}

// Lists the candidates of an adaptive routing in every state that a packet can reach, breadth
// first.
std::vector<Way> ways_of(const Topology& topology, const AdaptiveRouting& routing, RouterId from,
                         RouterId to) {
  struct State {
    std::size_t hop;
    RouterId here;
    Header header;
  };
  std::deque<State> states;
  std::set<std::tuple<RouterId, RouterId, std::uint32_t>> seen;
  const auto visit = [&](std::size_t hop, RouterId here, const Header& header) {
    if (seen.insert({here, header.via, header.bits}).second) states.push_back({hop, here, header});
  };
  routing.enumerate_starts(from, to, [&](const Header& header) { visit(0, from, header); });
  std::vector<Way> ways;
  std::set<std::tuple<RouterId, PortId, std::uint8_t, bool>> known;
  CandidateList candidates;
  for (; !states.empty(); states.pop_front()) {
    const State state = states.front();
    if (state.here == state.header.destination) continue;
    routing.all_candidates(state.here, state.header, candidates);
    for (const Candidate& candidate : candidates) {
      if (known.insert({state.here, candidate.port, candidate.vc_class, candidate.escape}).second)
        ways.push_back(
            {state.hop, state.here, candidate.port, candidate.vc_class, candidate.escape});
      Header next = state.header;
      next.bits = candidate.next_bits;
      visit(state.hop + 1, topology.neighbor(state.here, candidate.port), next);
    }
  }
  return ways;
}

}  // namespace

std::vector<Column> map_columns() {
  return {
      {"router", false, {}, "Id of the router."},
      {"coordinates", true, {}, "Its coordinates; empty where the network has none."},
      {"router_name", true, {}, "Its name in the file of the network; empty where it has none."},
      {"port", false, {}, "Port of the router."},
      {"direction", true, {}, "Where a channel port of a grid leads: +x, -x, +y, ..."},
      {"node", false, {}, "Node on the port; empty where it is a channel port."},
      {"to", false, {}, "Router downstream of the port; empty where it is a node port."},
      {"to_port", false, {}, "Port of that router."},
      {"channel", false, {}, "Id of the channel that leaves through the port."}};
}

Table map_table(const Point& point) {
  const auto topology = make_topology(point);
  Table table{map_columns(), {}};
  for (std::size_t r = 0; r < topology->router_count(); ++r) {
    const RouterId router{r};
    for (std::size_t p = 0; p < topology->port_count(router); ++p) {
      const bool is_node = p >= topology->channel_port_count(router);
      if (is_node || topology->channel_from(router, PortId{p}))
        table.rows.push_back(port_row(*topology, router, PortId{p}));
    }
  }
  return table;
}

std::vector<Column> hop_columns() {
  return {
      {"hop", false, {}, "Hops that a packet has taken at least when it is there; 0: none."},
      {"router", false, {}, "Router that it is at."},
      {"coordinates", true, {}, "Those of the router; empty where the network has none."},
      {"port", false, {}, "Port through which it may go on."},
      {"direction", true, {}, "Where that port of a grid leads: +x, -x, +y, ..."},
      {"to", false, {}, "Router downstream of the port."},
      {"vc_class", false, {}, "VC class of the hop."},
      {"class_name", true, {}, "Its name."},
      {"escape", true, {}, "Whether it is an escape, which is taken only where no other is free."},
      {"share", false, "share", "Packets that take it; empty where the routing is adaptive."}};
}

Table hop_table(const Point& point, const std::string& pair) {
  const auto setup = make_setup(point, SetupNeeds::kRouting, nullptr, {.program_capacity = false});
  const Topology& topology = *setup->topology;
  const auto [source, destination] = read_pair(pair, topology);
  const RouterId from = topology.router_of(source), to = topology.router_of(destination);
  const Routing& routing = *setup->routing;
  std::vector<Way> ways = routing.oblivious() != nullptr
                              ? ways_of(topology, *routing.oblivious(), from, to)
                              : ways_of(topology, *routing.adaptive(), from, to);
  std::ranges::stable_sort(ways, {}, [](const Way& way) { return std::pair(way.hop, way.router); });
  Table table{hop_columns(), {}};
  for (const Way& way : ways)
    table.rows.push_back({field_text(way.hop), field_text(way.router.value),
                          coordinates_text(topology, way.router, ' '), field_text(way.port.value),
                          port_direction(topology, way.router, way.port),
                          field_text(topology.neighbor(way.router, way.port).value),
                          field_text(static_cast<unsigned>(way.vc_class)),
                          routing.traits().vc_classes[way.vc_class].name, yes_no(way.escape),
                          field_text(way.share)});
  return table;
}

}  // namespace orthant
