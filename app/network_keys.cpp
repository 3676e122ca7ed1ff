// The keys that describe the network: topology, routing, router, channels and time.
#include "app/keys.hpp"
#include "base/limits.hpp"
#include "routing/routing.hpp"
#include "topology/registry.hpp"

namespace orthant {
namespace {

constexpr std::string_view kInputQueued = "router.model = input_queued";
constexpr std::string_view kOutputQueued = "router.model = output_queued";
constexpr std::string_view kGraph = "topology.kind = graph";
constexpr std::string_view kRandom = "topology.kind = random";

std::vector<std::string_view> topology_names() {
  std::vector<std::string_view> names;
  for (const auto& entry : topology_registry()) names.push_back(entry.kind);
  return names;
}

std::vector<std::string_view> routing_names() {
  std::vector<std::string_view> names;
  for (const auto& entry : routing_registry()) names.push_back(entry.name);
  return names;
}

// Routings that can be interpolated.
std::vector<std::string_view> part_names() {
  std::vector<std::string_view> names;
  for (const auto& entry : routing_registry()) {
    if (!entry.adaptive && !entry.stands_alone) names.push_back(entry.name);
  }
  return names;
}

std::vector<Key> topology_keys() {
  return {
      {.name = "topology.kind",
       .type = KeyType::kWord,
       .words = topology_names(),
       .required = true,
       .help = "The kind of network."},
      {.name = "topology.dimensions",
       .type = KeyType::kDimensions,
       .least = 1,
       .most = 65535,
       .required = true,
       .when = "topology.kind = torus, mesh or hypercube",
       .help = "Routers along each dimension, 1 to 8 dimensions; a hypercube has 2 in each."},
      {.name = "topology.nodes_per_router",
       .type = KeyType::kInteger,
       .fallback = "1",
       .least = 1,
       .most = 256,
       .help = "Nodes (endpoints) on every router; of a graph, on those of which the file does not "
               "say how many."},
      {.name = "topology.file",
       .when = "topology.kind = graph or cluster",
       .help = "File of the graph or cluster, relative to the working directory."},
      {.name = "topology.format",
       .type = KeyType::kWord,
       .fallback = "auto",
       .words = {"auto", "edges", "ibnetdiscover", "anynet", "graphml"},
       .when = kGraph,
       .help = "Format of topology.file: a link a line, what ibnetdiscover prints, what BookSim 2 "
               "reads, or GraphML; auto: the one that ends its name, else edges."},
      {.name = "topology.routers",
       .type = KeyType::kInteger,
       .least = 1,
       .most = Graph::kMostRouters,
       .when = kRandom,
       .help = "Routers of the graph."},
      {.name = "topology.degree",
       .type = KeyType::kReal,
       .low_allowed = false,
       .when = kRandom,
       .help = "Links of a router, on the average."},
      {.name = "topology.generator",
       .type = KeyType::kWord,
       .fallback = "gnm",
       .words = {"gnm", "tree", "regular"},
       .when = kRandom,
       .help = "How the graph is drawn: from all connected graphs with so many links, a tree and "
               "other links, or with the same number of links on every router."},
      {.name = "topology.graph_seed",
       .type = KeyType::kInteger,
       .fallback = "1",
       .when = kRandom,
       .help = "Seed of the graph; no other seed changes it."},
  };
}

std::vector<Key> routing_keys() {
  return {
      {.name = "routing.algorithm",
       .type = KeyType::kWord,
       .words = routing_names(),
       .required = true,
       .help = "The routing algorithm."},
      {.name = "routing.order",
       .type = KeyType::kWord,
       .fallback = "fixed",
       .words = {"fixed", "random"},
       .when = "routings that use it",
       .help = "Order of the dimensions: dimension 0 first, or drawn for each packet."},
      {.name = "routing.ties",
       .type = KeyType::kWord,
       .fallback = "split",
       .words = {"split", "plus", "parity", "source"},
       .when = "routings that use it",
       .help = "Way round an even ring at exactly half of it: both with probability 1/2, the plus "
               "direction, or by the parity of the other offsets or of the source's coordinate."},
      {.name = "routing.table_file",
       .when = "routing.algorithm = table, two_turn or two_turn_a",
       .help = "File of the path table, relative to the working directory. Where none is given, "
               "two_turn and two_turn_a find their own, and table takes the routes of a cluster."},
      {.name = "routing.table_cache",
       .type = KeyType::kText,
       .axis = false,
       .when = "routing.algorithm = two_turn or two_turn_a",
       .help = "Folder of tables that are solved on first use, as --cache. Not given: orthant in "
               "the user's cache folder."},
      {.name = "routing.allow_deadlock",
       .type = KeyType::kFlag,
       .fallback = "no",
       .help = "Simulate a network that can deadlock, or that has fewer VCs than the routing has "
               "classes."},
      {.name = "routing.dor.dateline",
       .type = KeyType::kWord,
       .fallback = "crossing",
       .words = {"crossing", "static"},
       .when = "routing.algorithm = dor",
       .help =
           "VC class on a ring: changes where the packet crosses the dateline, or fixed when it "
           "enters the ring."},
      {.name = "routing.interpolated.first",
       .type = KeyType::kWord,
       .words = part_names(),
       .when = "routing.algorithm = interpolated",
       .help = "First of two interpolated routings."},
      {.name = "routing.interpolated.second",
       .type = KeyType::kWord,
       .words = part_names(),
       .when = "routing.algorithm = interpolated",
       .help = "Second of two interpolated routings."},
      {.name = "routing.interpolated.alpha",
       .type = KeyType::kReal,
       .high = 1,
       .when = "routing.algorithm = interpolated",
       .help = "Share of the packets that take the first of two interpolated routings."},
  };
}

std::vector<Key> detour_keys() {
  constexpr std::string_view kByProfit = "routing.algorithm = por or ofr";
  constexpr std::string_view kOfr = "routing.algorithm = ofr";
  return {
      {.name = "routing.ofr.delta",
       .type = KeyType::kInteger,
       .fallback = "2",
       .least = 1,
       .most = 65535,
       .when = kOfr,
       .help = "Hops by which an intermediate router lies outside the shortest paths; at most half "
               "of the smallest ring."},
      {.name = "routing.ofr.eta",
       .type = KeyType::kReal,
       .fallback = "2",
       .when = kOfr,
       .help = "Weight of the path length in the profit of a detour."},
      {.name = "routing.ofr.midpoint",
       .type = KeyType::kWord,
       .fallback = "short_way",
       .words = {"short_way", "wrap_sum"},
       .when = kOfr,
       .help =
           "Middle between two coordinates: on the short way round, or (sum mod k) / 2 where it "
           "wraps around, as in the author's simulator."},
      {.name = "routing.ofr.collinear",
       .type = KeyType::kWord,
       .fallback = "both_sides",
       .words = {"both_sides", "minus_side"},
       .when = kOfr,
       .help = "Intermediate routers for two routers on a line: on both sides of it, or one on the "
               "minus side in each other dimension, as in the author's simulator."},
      {.name = "routing.ofr.mean",
       .type = KeyType::kWord,
       .fallback = "first_leg",
       .words = {"first_leg", "second_leg"},
       .when = kOfr,
       .help = "Whose number of links the free space behind the links of the first leg is divided "
               "by; second_leg as in the author's simulator."},
      {.name = "routing.por.eta",
       .type = KeyType::kReal,
       .fallback = "1",
       .when = "routing.algorithm = por",
       .help = "Weight of the path length in the profit of an orthant."},
      {.name = "routing.por.mean",
       .type = KeyType::kWord,
       .fallback = "useful",
       .words = {"useful", "all"},
       .when = "routing.algorithm = por",
       .help =
           "Free space behind the links of an orthant is divided by the number of dimensions to "
           "go, or of all, as in the author's simulator."},
      {.name = "routing.derouting.least_distance",
       .type = KeyType::kInteger,
       .fallback = "1",
       .least = 1,
       .most = 65535,
       .when = kByProfit,
       .help = "Hops; packets to closer destinations are never derouted."},
      {.name = "routing.derouting.idle_term",
       .type = KeyType::kWord,
       .fallback = "path",
       .words = {"path", "router"},
       .when = kByProfit,
       .help =
           "The occupancy term of a profit is 1 when the links of the path are idle, or as soon "
           "as any link of the router is, as in the author's simulator."},
      {.name = "routing.derouting.full_profit",
       .type = KeyType::kWord,
       .fallback = "formula",
       .words = {"formula", "zero"},
       .when = kByProfit,
       .help = "Profit of a path whose links are full: by the formula, or 0, as in the author's "
               "simulator."},
      {.name = "routing.derouting.queues",
       .type = KeyType::kWord,
       .fallback = "link",
       .words = {"link", "adaptive"},
       .when = kByProfit,
       .help =
           "What counts as used: the buffers of all VC classes of a link, or the adaptive ones, "
           "as in the author's simulator."},
  };
}

std::vector<Key> router_keys() {
  return {
      {.name = "router.model",
       .type = KeyType::kWord,
       .fallback = "input_queued",
       .words = {"input_queued", "output_queued"},
       .help =
           "The node model: a VC router with credits, or queues of whole packets at the outputs "
           "that refuse what they have no room for."},
      {.name = "router.switching",
       .type = KeyType::kWord,
       .fallback = "wormhole",
       .words = {"wormhole", "virtual_cut_through", "store_and_forward"},
       .help = "When a packet moves on: flit by flit, when the next buffer has room for all of it, "
               "or when all of it has arrived as well."},
      {.name = "router.flow_control",
       .type = KeyType::kWord,
       .fallback = "credit",
       .words = {"credit", "bubble"},
       .help = "Rings are kept free of deadlock by VC classes, or by a free packet slot (not with "
               "wormhole)."},
      {.name = "router.vcs",
       .type = KeyType::kInteger,
       .fallback = "auto",
       .least = 1,
       .most = limits::kVcs,
       .words = {"auto"},
       .help = "Virtual channels per channel; auto: as many as the routing has classes, at least "
               "2."},
      {.name = "router.buffer_flits",
       .type = KeyType::kInteger,
       .fallback = "8",
       .least = 1,
       .most = limits::kBufferFlits,
       .help = "Buffer of each input VC."},
      {.name = "router.routing_delay_cycles",
       .type = KeyType::kInteger,
       .fallback = "0",
       .most = limits::kDelay,
       .help = "Delay of route computation."},
      {.name = "router.vc_allocation_delay_cycles",
       .type = KeyType::kInteger,
       .fallback = "0",
       .most = limits::kDelay,
       .help = "Delay of VC allocation."},
      {.name = "router.switch_allocation_delay_cycles",
       .type = KeyType::kInteger,
       .fallback = "0",
       .most = limits::kDelay,
       .help = "Delay of switch allocation."},
      {.name = "router.traversal_delay_cycles",
       .type = KeyType::kInteger,
       .fallback = "1",
       .least = 1,
       .most = limits::kDelay,
       .help = "Delay of switch traversal."},
      {.name = "router.credit_delay_cycles",
       .type = KeyType::kInteger,
       .fallback = "1",
       .least = 1,
       .most = limits::kDelay,
       .help = "Cycles from a freed slot to the sending of its credit."},
      {.name = "router.allocator",
       .type = KeyType::kWord,
       .fallback = "islip",
       .words = {"islip", "separable"},
       .help = "How VCs and the switch are allocated: one iteration of iSLIP, or input first with "
               "pointers that always move on."},
      {.name = "router.speedup",
       .type = KeyType::kRational,
       .fallback = "1",
       .most = limits::kBandwidthPart,
       .low = 1,
       .high = limits::kSpeedup,
       .when = kInputQueued,
       .help =
           "What the ports of the switch move, as a multiple of the bandwidth of their channels, "
           "which counts as 1 where it is less."},
      {.name = "router.input_speedup",
       .type = KeyType::kRational,
       .most = limits::kBandwidthPart,
       .low = 1,
       .high = limits::kSpeedup,
       .when = kInputQueued,
       .help = "The same, before router.speedup."},
      {.name = "router.injection_vc",
       .type = KeyType::kWord,
       .fallback = "round_robin",
       .words = {"round_robin", "lowest", "most_free"},
       .help = "VC of the injection channel that a new packet takes."},
      {.name = "router.selection",
       .type = KeyType::kWord,
       .fallback = "first",
       .words = {"first", "most_free"},
       .when = "adaptive routings",
       .help = "Which of several candidates a packet asks for."},
      {.name = "router.queue_packets",
       .type = KeyType::kInteger,
       .fallback = "8",
       .least = 2,
       .most = limits::kQueuePackets,
       .when = kOutputQueued,
       .help = "Packets that a queue holds: one queue per output port and VC class."},
      {.name = "router.injection_room",
       .type = KeyType::kWord,
       .fallback = "bubble",
       .words = {"bubble", "half_queue"},
       .when = kOutputQueued,
       .help = "What a packet from a node needs: a free slot of an adaptive queue or two of an "
               "escape queue, or more than half of any queue."},
      {.name = "router.source_rate",
       .type = KeyType::kRational,
       .fallback = "2.4",
       .most = limits::kBandwidthPart,
       .high = 1000,
       .when = kOutputQueued,
       .help = "A node sends at the ticks of a clock of this rate, as a fraction of the capacity."},
      {.name = "router.source_window",
       .type = KeyType::kInteger,
       .fallback = "unlimited",
       .least = 1,
       .most = 65535,
       .words = {"unlimited"},
       .when = kOutputQueued,
       .help = "Packets of a node that may wait for their acknowledgement; 1: stop and wait."},
      {.name = "router.ack_bytes",
       .type = KeyType::kInteger,
       .fallback = "0",
       .most = 1'000'000,
       .when = kOutputQueued,
       .help = "Size of an acknowledgement; needs channel.flit_bytes unless 0."},
  };
}

std::vector<Key> channel_keys() {
  return {
      {.name = "channel.latency_cycles",
       .type = KeyType::kInteger,
       .fallback = "1",
       .least = 1,
       .most = limits::kDelay,
       .help = "Latency of the channels between routers."},
      {.name = "channel.latency_cycles.by_dimension",
       .type = KeyType::kIntegers,
       .least = 1,
       .most = limits::kDelay,
       .replaces = {"channel.latency_cycles"},
       .help = "The same, one value per dimension, separated by blanks; instead of "
               "channel.latency_cycles."},
      {.name = "channel.latency_ns",
       .type = KeyType::kReal,
       .low_allowed = false,
       .replaces = {"channel.latency_cycles"},
       .help = "Latency of the channels between routers, a multiple of time.cycle_ns; instead of "
               "channel.latency_cycles."},
      {.name = "channel.bandwidth",
       .type = KeyType::kRational,
       .fallback = "1",
       .most = limits::kBandwidthPart,
       .high = limits::kBandwidth,
       .help =
           "Flits per cycle of the channels between routers, a number or a fraction, which says "
           "1/3 where decimals would be long."},
      {.name = "channel.bandwidth.by_dimension",
       .type = KeyType::kRationals,
       .most = limits::kBandwidthPart,
       .high = limits::kBandwidth,
       .replaces = {"channel.bandwidth"},
       .help = "The same, one value per dimension, separated by blanks; instead of "
               "channel.bandwidth."},
      {.name = "channel.bandwidth_gbps",
       .type = KeyType::kRational,
       .replaces = {"channel.bandwidth"},
       .help = "Bandwidth in Gbit/s, converted with time.cycle_ns and channel.flit_bytes; instead "
               "of channel.bandwidth."},
      {.name = "channel.flit_bytes",
       .type = KeyType::kInteger,
       .least = 1,
       .most = 1'000'000,
       .when = "bandwidths in Gbit/s",
       .help = "Size of a flit."},
      {.name = "channel.injection_latency_cycles",
       .type = KeyType::kInteger,
       .fallback = "1",
       .least = 1,
       .most = limits::kDelay,
       .help = "Latency of the channel from a node to its router."},
      {.name = "channel.ejection_latency_cycles",
       .type = KeyType::kInteger,
       .fallback = "1",
       .least = 1,
       .most = limits::kDelay,
       .help = "Latency of the channel from a router to its node."},
      {.name = "channel.ejection",
       .type = KeyType::kWord,
       .fallback = "shared",
       .words = {"shared", "immediate"},
       .when = kInputQueued,
       .help = "What waits for a node: a VC of its channel takes one packet at a time and the "
               "channel one flit, or nothing waits."},
      {.name = "channel.node_latency_ns",
       .type = KeyType::kReal,
       .low_allowed = false,
       .replaces = {"channel.injection_latency_cycles", "channel.ejection_latency_cycles"},
       .help = "Latency of both node channels, a multiple of time.cycle_ns; instead of the two "
               "keys in cycles."},
      {.name = "channel.node_bandwidth",
       .type = KeyType::kRational,
       .fallback = "1",
       .most = limits::kBandwidthPart,
       .high = limits::kBandwidth,
       .help = "Flits per cycle of the node channels, a number or a fraction."},
      {.name = "channel.node_bandwidth_gbps",
       .type = KeyType::kRational,
       .replaces = {"channel.node_bandwidth"},
       .help = "Bandwidth of the node channels in Gbit/s; instead of channel.node_bandwidth."},
  };
}

std::vector<Key> time_keys() {
  return {
      {.name = "time.cycle_ns",
       .type = KeyType::kRational,
       .help = "Length of a cycle; results then also carry nanoseconds."},
      {.name = "time.resolution_ns",
       .type = KeyType::kRational,
       .when = kOutputQueued,
       .help =
           "Durations are cut to whole multiples of this; not given: exact fractions of a cycle."},
  };
}

}  // namespace

std::vector<Key> network_keys() {
  std::vector<Key> keys;
  for (const auto& part : {topology_keys(), routing_keys(), detour_keys(), router_keys(),
                           channel_keys(), time_keys()}) {
    keys.insert(keys.end(), part.begin(), part.end());
  }
  return keys;
}

}  // namespace orthant
