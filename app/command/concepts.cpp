// Tested by: tests/app/explain_test.py
#include <string_view>

#include "app/command/topics.hpp"

namespace orthant {
namespace {

// `words`: other names that the concept explains.
struct Concept {
  std::string_view name, meaning, more, words = {};
};

constexpr Concept kConcepts[] = {
    {"latency",
     R"(Cycles from the one in which a node generates a packet to the one in which its last flit
arrives at its destination: the wait in the source queue, the delays of routers and
channels, the waits for other packets on the way, and the length of the packet itself.
A run prints latency_mean with its 95 % confidence interval (+- latency_ci95),
percentiles (latency_p50 to latency_p999) and the maximum, of the packets that are
generated within the measurement window. network_latency_mean leaves the wait in the
source queue out.
At a low load latency_mean is near zero_load_latency, and it grows with the load. Beyond
saturation it grows for as long as the run lasts, so that a saturated row has none.)",
     "docs/measurement.md, docs/timing_model.md; explain latency_mean, zero_load_latency"},
    {"zero_load_latency",
     R"(Latency of a packet that meets no other: `orthant check` computes it from the delays of the
routers, the latencies of the channels, the hops and the length of packets.)",
     "docs/timing_model.md"},
    {"capacity",
     R"(The load, in flits per node and cycle, at which the best of all routings fills the
busiest channels under uniform traffic: every node sends to all nodes, itself included,
with equal probability. So it is the most that any routing could carry under uniform
traffic, a bound of the network alone: your routing, routers and pattern change nothing
of it. With one node a router and bandwidth 1 it is 8/k on a k-ary torus and 4/k on a
mesh (even k): 1 on an 8x8 torus, 0.5 on an 8x8 mesh. For a graph a linear program finds
it.
It is the unit of traffic.load_unit = capacity, in which networks compare: a load of 0.4
is 0.4 flits per node and cycle on that torus, 0.2 on that mesh. `orthant check` prints
it.)",
     "docs/analyze.md; explain traffic.load_unit, capacity_flits, throughput"},
    {"load",
     R"(Offered load: what nodes generate, flits per node and cycle, or a fraction of capacity as
traffic.load_unit says. Accepted load is what arrives, and equals it while the network is
stable. The load of a channel is the flits that cross it in a cycle.)",
     "docs/traffic.md; explain traffic.load, offered_flits, accepted_flits, channel_load_max"},
    {"throughput",
     R"(The largest load that a network carries. Exact (`orthant analyze`): the load at which the
busiest channel is full, as a fraction of capacity, for ideal routers. Simulated
(`orthant saturate`): the largest load that stays stable, which finite buffers make smaller.)",
     "docs/analyze.md; explain worst_case_throughput, saturation_load"},
    {"saturation",
     R"(Where a network stops keeping up. Up to the saturation load all that is offered is
accepted, and queues in the sources stay short. Beyond it these queues grow for as long
as the run lasts: the network accepts less than is offered, and latency has no mean. The
verdict of a run says on which side its load is, stable or saturated, and the field
limit why it is saturated.
`orthant saturate` searches the largest stable load: saturation_load in the unit of
traffic.load_unit, saturation_flits in flits per node and cycle; accepted_beyond_flits
is what still arrives when nodes send all they can. No routing saturates later than its
busiest channel is full: channel_limit_flits of `orthant check`.)",
     "docs/measurement.md; explain verdict, saturation_load, limit, channel_limit_flits"},
    {"verdict",
     R"(How a run ended: stable, saturated, unfinished (the window is too short to tell), drained
(all messages arrived), deadlocked, interrupted, or impossible (nodes cannot send that
much). Only the numbers of stable and drained rows are final. A search for the largest
stable load is metastable where some seeds collapse within the window and others do not.
A schedule is liquid where it has as few frames as the busiest channel has transfers,
not_liquid, or unknown.)",
     "docs/measurement.md, docs/schedule.md; explain verdict, limit",
     "stable, saturated, unfinished, drained, deadlocked, interrupted, impossible, metastable, "
     "liquid, not_liquid, unknown"},
    {"numbering",
     R"(Routers, the ports of a router, nodes and channels are numbered from 0. On a grid router =
x + kx*(y + ky*z); port 2d leads in the plus direction of dimension d, port 2d + 1 in the
minus direction; node ports come after the channel ports, so that router r with c nodes
has nodes c*r to c*r + c - 1. A file of a graph gives its own order.
`orthant analyze CONFIG --map` prints who is where in a network.)",
     "docs/numbering.md"},
    {"candidate",
     R"(One way for a packet to go on: an output port and a VC class. An oblivious routing has one
for each hop, an adaptive routing several, among which the router chooses by free space.
`orthant analyze CONFIG --hops S-D` lists those of packets from node S to node D.)",
     "docs/routing.md; explain router.selection"},
    {"trace",
     R"(Two things have this name. output.trace writes what happened to packets, event by event.
A trace of an application (trace-driven simulation) is a workload: its messages, with what
each waits for, are read by traffic.injection = workload with workload.file: lists of
messages, and traces of netrace, DUMPI and Chakra.)",
     "docs/trace.md, docs/workload_files.md, docs/netrace.md; explain output.trace, "
     "workload.format"},
};

}  // namespace

Table concepts_table() {
  Table table = text_table({"name", "meaning", "more", "words"});
  for (const Concept& entry : kConcepts)
    table.rows.push_back(words_row({entry.name, entry.meaning, entry.more, entry.words}));
  return table;
}

}  // namespace orthant
