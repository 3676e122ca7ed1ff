#include "analysis/deadlock/protocol_deadlock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "analysis/deadlock/channel_dependencies.hpp"
#include "base/digraph.hpp"

namespace orthant {
namespace {

// The hops of one path between two routers.
std::vector<Hop> path_hops(const Topology& topology, const Routing& routing, RouterId s,
                           RouterId t) {
  std::vector<Hop> hops;
  const auto add = [&](ChannelId channel, std::uint8_t vc_class) {
    hops.push_back({channel, vc_class});
  };
  if (const ObliviousRouting* oblivious = routing.oblivious()) {
    oblivious->enumerate(s, t, [&](const Path& path, double) {
      if (hops.empty()) for_each_hop(topology, s, path, add);
    });
    return hops;
  }
  CandidateList candidates;
  routing.adaptive()->enumerate_starts(s, t, [&](const Header& header) {
    if (hops.empty())
      for_each_first_hop(topology, *routing.adaptive(), s, header, nullptr, candidates, add);
  });
  return hops;
}

// Returns the channels from the router of node 0 to that of the first node elsewhere, and back.
std::vector<DependencyStep> cycle_through_nodes(const Topology& topology, const Routing& routing,
                                                unsigned message_class) {
  const RouterId a = topology.router_of(NodeId{0});
  std::size_t other = 1;
  while (other < topology.node_count() && topology.router_of(NodeId{other}) == a) ++other;
  if (other == topology.node_count()) return {};
  const RouterId b = topology.router_of(NodeId{other});
  const ChannelDependencies channels(topology, routing.traits().vc_classes, {});
  std::vector<DependencyStep> steps;
  const auto add_path = [&](RouterId from, RouterId to, std::size_t node) {
    for (const Hop& hop : path_hops(topology, routing, from, to)) {
      steps.push_back(channels.step(channels.vertex(hop)));
      steps.back().text += fmt::format(", message class {}", message_class);
    }
    steps.back().text += fmt::format(", then node {}", node);
  };
  add_path(a, b, other);
  add_path(b, a, 0);
  return steps;
}

}  // namespace

void check_protocol_deadlock(const Topology& topology,
                             FunctionRef<const Routing&(unsigned)> routing_of,
                             std::span<const RequestReplyKind> pairs, DeadlockReport& report) {
  if (!report.free) return;
  std::vector<Digraph::Edge> waits;
  std::size_t classes = 0;
  for (const RequestReplyKind& pair : pairs) {
    waits.push_back({pair.request_class, pair.reply_class});
    classes = std::max<std::size_t>({classes, pair.request_class + 1, pair.reply_class + 1});
  }
  const auto cycle = Digraph(classes, waits).find_cycle(classes);
  if (!cycle) return;
  const unsigned waiting = cycle->front();
  const unsigned next = (*cycle)[1 % cycle->size()];
  const auto found = std::ranges::find_if(pairs, [&](const RequestReplyKind& pair) {
    return pair.request_class == waiting && pair.reply_class == next;
  });
  report.free = false;
  report.problem = fmt::format(
      "protocol deadlock: a node may refuse '{}' until its '{}' have left, and these may wait in "
      "turn for '{}', through message class {}; allowed: answers in a message class of their own "
      "(router.message_classes, traffic.message_class)",
      found->request, found->reply, found->request, found->request_class);
  report.cycle =
      cycle_through_nodes(topology, routing_of(found->request_class), found->request_class);
}

}  // namespace orthant
