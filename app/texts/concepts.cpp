// Tested by: tests/app/explain_test.py
#include "app/texts/concepts.hpp"

#include <string>
#include <string_view>

namespace orthant {
namespace {

struct Concept {
  std::string_view name, meaning, more;
};

constexpr Concept kConcepts[] = {
    {"latency",
     "Cycles from the cycle in which a packet is generated to the cycle in which its last flit\n"
     "arrives at its node: the wait in the source, the routers, the channels and the length of\n"
     "the packet. network_latency counts from the cycle in which the head leaves the source.\n"
     "Measured are packets that are generated within the window; a mean has its 95 % confidence\n"
     "interval, latency_ci95. A saturated network has no mean latency, since it grows with time.",
     "docs/measurement.md, docs/timing_model.md; explain latency_mean, zero_load_latency"},
    {"zero_load_latency",
     "Latency of a packet that meets no other: `orthant check` computes it from the delays of the\n"
     "routers, the latencies of the channels, the hops and the length of packets.",
     "docs/timing_model.md"},
    {"capacity",
     "The most flits per node and cycle that any routing could carry under uniform traffic (a "
     "node\n"
     "sends to all nodes with equal probability, its own included). It is a bound of the network\n"
     "alone: no routing, router or pattern enters. With a node a router and bandwidth 1\n"
     "it is 8/k on a k-ary torus, 4/k on a mesh (even k); of graphs a linear program finds it.\n"
     "A load of 1 in\n"
     "traffic.load_unit = capacity is this rate.",
     "docs/analyze.md; explain traffic.load_unit, capacity_flits"},
    {"load",
     "Offered load: what nodes generate, flits per node and cycle, or a fraction of capacity as\n"
     "traffic.load_unit says. Accepted load is what arrives, and equals it while the network is\n"
     "stable. The load of a channel is the flits that cross it in a cycle.",
     "docs/traffic.md; explain traffic.load, offered_flits, accepted_flits, channel_load_max"},
    {"throughput",
     "The largest load that a network carries. Exact (`orthant analyze`): the load at which the\n"
     "busiest channel is full, as a fraction of capacity, for ideal routers. Simulated\n"
     "(`orthant saturate`): the largest load that stays stable, which finite buffers make smaller.",
     "docs/analyze.md; explain worst_case_throughput, saturation_load"},
    {"saturation",
     "A load is beyond saturation where queues in the sources grow as long as the run lasts:\n"
     "the network accepts less than is offered. `orthant saturate` searches the largest load that\n"
     "is stable; a run says by its verdict on which side it is.",
     "docs/measurement.md; explain verdict, saturation_load"},
    {"verdict",
     "How a run ended: stable, saturated, unfinished (the window is too short to tell), drained\n"
     "(all messages arrived), deadlocked, interrupted, or impossible (nodes cannot send that "
     "much).\n"
     "Only the numbers of stable and drained rows are final.",
     "docs/measurement.md"},
    {"numbering",
     "Routers, the ports of a router, nodes and channels are numbered from 0. On a grid router =\n"
     "x + kx*(y + ky*z); port 2d leads in the plus direction of dimension d, port 2d + 1 in the\n"
     "minus direction; node ports come behind the channel ports, so that router r with c nodes\n"
     "has nodes c*r to c*r + c - 1. A file of a graph gives its own order.\n"
     "`orthant analyze CONFIG --map` prints who is where in a network.",
     "docs/numbering.md"},
    {"candidate",
     "One way for a packet to go on: an output port and a VC class. An oblivious routing has one\n"
     "for each hop, an adaptive routing several, among which the router chooses by free space.\n"
     "`orthant analyze CONFIG --hops S-D` lists those of packets from node S to node D.",
     "docs/routing.md; explain router.selection"},
    {"trace",
     "Two things have this name. output.trace writes what happened to packets, event by event.\n"
     "A trace of an application (trace-driven simulation) is a workload: its messages, with what\n"
     "each waits for, are read by traffic.injection = workload with workload.file: lists of\n"
     "messages, and traces of netrace, DUMPI and Chakra.",
     "docs/trace.md, docs/workload_files.md, docs/netrace.md; explain output.trace, "
     "workload.format"},
};

}  // namespace

Table concepts_table() {
  Table table;
  for (const std::string_view name : {"name", "meaning", "more"})
    table.columns.push_back({std::string(name), true});
  for (const Concept& entry : kConcepts)
    table.rows.push_back(
        {std::string(entry.name), std::string(entry.meaning), std::string(entry.more)});
  return table;
}

}  // namespace orthant
