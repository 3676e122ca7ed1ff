// One simulated point: what goes in, what comes out.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "routing/routing.hpp"
#include "topology/topology.hpp"
#include "traffic/traffic.hpp"

namespace orthant {

// router.allocator: how VCs and the switch are allocated.
enum class Allocator {
  kIslip,      // one iteration of iSLIP: pointers move on an accepted grant only
  kSeparable,  // input first: each input picks one request, each output one input; pointers always
               // move on
};
enum class RouterModel { kInputQueued, kOutputQueued };      // router.model
enum class InjectionVc { kRoundRobin, kLowest, kMostFree };  // router.injection_vc
enum class Selection { kFirst, kMostFree };                  // router.selection
enum class Ejection {                                        // channel.ejection
  kShared,     // a VC of the ejection channel takes one packet at a time, the channel one flit
  kImmediate,  // nothing waits for the node: every input VC hands its flits over by itself
};

// The output-queued router beyond what it shares with the other model; store and forward with
// bubble flow control. A queue belongs to one output port and one VC class.
struct OutputQueueOptions {
  std::uint32_t packets = 8;  // of a queue, >= 2
  Rational ack_flits = 0;     // what an acknowledgement occupies of the reverse channel, >= 0
  // A packet from a node enters a queue only where more than half of it is free; else a free slot
  // of an adaptive queue or two of an escape queue will do.
  bool half_free_injection = false;
  // Nodes send at whole multiples of this time, in cycles; 0: of the time that the shortest packet
  // occupies their channel.
  Rational source_interval = 0;
  // Packets of a node that may wait for their acknowledgement; nullopt: any number.
  std::optional<std::uint32_t> source_window = {};
  // Ticks of a cycle, to which all durations are rounded; nullopt: as many as make them whole.
  std::optional<std::uint32_t> ticks_per_cycle = {};
};

// The router; all delays in cycles. The output-queued model reads `selection` and `output_queue`,
// and `vcs`, its queues per port.
struct RouterOptions {
  RouterModel model = RouterModel::kInputQueued;
  Switching switching = Switching::kWormhole;
  FlowControl flow_control = FlowControl::kCredit;
  std::uint32_t vcs = 2;           // 1 .. 16
  std::uint32_t buffer_flits = 8;  // per input VC
  std::uint32_t routing_delay = 0;
  std::uint32_t vc_allocation_delay = 0;
  std::uint32_t switch_allocation_delay = 0;
  std::uint32_t traversal_delay = 1;  // >= 1
  std::uint32_t credit_delay = 1;     // >= 1
  Allocator allocator = Allocator::kIslip;
  // What a port feeds into the switch, as a multiple of max(1, bandwidth of its channel) flits per
  // cycle. At least 1; input-queued. Outputs have no queue and take what their channels do.
  Rational input_speedup = 1;
  InjectionVc injection_vc = InjectionVc::kRoundRobin;
  Selection selection = Selection::kFirst;
  OutputQueueOptions output_queue = {};
};

// The channels between a node and its router.
struct NodeChannelOptions {
  std::uint32_t injection_latency = 1;
  std::uint32_t ejection_latency = 1;
  Rational bandwidth = 1;                 // immediate ejection: of the injection channel alone
  Ejection ejection = Ejection::kShared;  // the input-queued model reads it
};

struct RunOptions {
  std::optional<Cycle> warmup;  // nullopt: found by a pilot (MSER)
  Cycle measure = 20'000;
  Cycle drain = 100'000;  // at most so long after the window
  // false: a run whose backlogs grew in the window ends with it, since that decides its verdict.
  bool drain_saturated = false;
  bool until_drained = false;  // no window: run until everything generated is delivered
  // Until drained: ends as saturated when the mean latency is certain to exceed this.
  std::optional<Cycle> latency_limit;
  Cycle deadlock_cycles = 10'000;
  std::uint64_t seed = 1;
};

enum class Verdict {
  kStable,
  kSaturated,
  kDeadlocked,
  kDrained,
  kUnfinished,
  kInterrupted,
  kImpossible,  // nothing was simulated: the nodes cannot make the load
};
std::string_view verdict_name(Verdict verdict);

// What a saturated network is short of (sim/limit.hpp).
enum class Limit {
  kNode,     // the channels of some node are full
  kChannel,  // a channel between routers is
  kRouting,  // none is: routing, flow control, VCs and buffers make no more of the channels
};
std::string_view limit_name(Limit limit);

// A place where a packet waits: the VC buffer of `router` behind its input `port`; output-queued:
// the queue of its output `port`.
struct BlockedVc {
  RouterId router;
  PortId port;
  Vc vc;
};

// Bounded-memory histogram of latencies; see sim/histogram.hpp for its error.
struct LatencyBin {
  Cycle from = 0;  // inclusive
  Cycle to = 0;    // exclusive
  std::uint64_t packets = 0;
};

struct SimulationResult {
  Verdict verdict = Verdict::kStable;
  std::uint64_t packets = 0;  // measured and delivered
  Cycle cycles = 0;           // simulated, warm-up and drain included
  Cycle warmup_cycles = 0;    // where the window began
  double offered_flits = 0;   // flits/sending node/cycle generated in the window
  double accepted_flits = 0;  // flits/sending node/cycle ejected in the window
  // Latencies in cycles; empty where no packet was measured or some measured one did not arrive,
  // percentiles and interval where the run is not stable or drained, the interval in drained ones.
  std::optional<double> latency_mean, latency_ci95, latency_p50, latency_p95, latency_p99,
      latency_p999;
  std::optional<double> latency_max, network_latency_mean, hops_mean;
  std::optional<double> channel_load_mean, channel_load_max;  // flits/cycle; empty without channels
  std::optional<double> jain_accepted;        // over accepted/offered of sending nodes
  std::optional<double> source_accepted_min;  // least accepted/offered of a sending node
  std::vector<std::uint64_t> channel_flits;   // per channel, in the window
  Cycle window_cycles = 0;
  std::vector<LatencyBin> histogram;
  // deadlocked: the knots, smallest first, each in an order of waiting, and when they were seen; no
  // knots where packets are refused for ever without one.
  std::vector<std::vector<BlockedVc>> knots;
  std::size_t stuck_behind = 0;  // places that can never move either, since they wait for a knot
  Cycle deadlock_cycle = 0;
  std::optional<Cycle> wait_cycle_seen;  // when a circle of waits that was no knot was first seen
  std::uint64_t flit_hops = 0;           // flits that crossed a channel between routers, whole run
  std::vector<NodeId> growing_sources;   // saturated: sources whose backlog grows
  // Saturated: cycles of the window after which the network no longer carried the load, by
  // collapse_sample(); empty where it nearly did.
  std::optional<Cycle> collapse_cycles;
  std::optional<Limit> limit;  // saturated: why
  // Shares of the measured packets, by detour; empty where the routing counts none of the kind.
  std::optional<double> derouted_fraction, oidn_fraction, widn_fraction;
  // Output-queued: share of all transmissions between routers that the receiver refused.
  std::optional<double> refused_fraction;
  // Measured packets with an outflanking intermediate router: most hops beyond a shortest path, and
  // the share of those that take more than the routing means them to.
  std::optional<double> oidn_excess_max, oidn_beyond_fraction;
  // Input-queued: of the channels that a sample of heads wanted when they reached the front of
  // their buffer, escapes left out, the share that would have taken them at once.
  std::optional<double> wanted_free_fraction;
};

// A measured packet that has arrived.
struct DeliveredPacket {
  NodeId source, destination;
  Cycle birth = 0;    // ticks
  Cycle arrival = 0;  // ticks
  std::uint16_t flits = 0;
  std::uint16_t hops = 0;
  Detour detour = Detour::kNone;
  std::uint32_t ticks_per_cycle = 1;
};

// Told of every measured packet, in the order of their deliveries.
class PacketLog {
 public:
  virtual ~PacketLog() = default;
  virtual void add(const DeliveredPacket& packet) = 0;
};

// Told now and then how far a run is; returns false to stop it (verdict kInterrupted).
using RunProgress = std::function<bool(Cycle done, Cycle expected)>;

// Everything a network is built from; the referenced objects must outlive it.
struct NetworkParts {
  const Topology& topology;
  const Routing& routing;
  const Traffic& traffic;
  RouterOptions router;
  NodeChannelOptions nodes;
};

// Who listens while a point is simulated.
struct RunListeners {
  RunProgress progress = {};
  PacketLog* packets = nullptr;
};

// Simulates one point. Same arguments, same result, bit for bit, on every machine.
// Throws KeyError where the parts do not fit together (a buffer below the longest packet, ...).
SimulationResult simulate(const NetworkParts& parts, const RunOptions& run,
                          const RunListeners& listeners = {});

// The VCs of each VC class. Output-queued, a class has one queue, the first one the highest
// priority. Refused packets are sent again and again, so the packets of a leg must not keep back
// those of the next one, whose queues they wait for: the last class of an oblivious routing goes
// first.
std::vector<VcRange> vcs_of_classes(const NetworkParts& parts);

// The same checks without a run.
void validate(const NetworkParts& parts, const RunOptions& run);

// Bytes of state that simulate() allocates: routers and their sources (flit buffers apart) and flit
// buffers. Computed, not tried: nothing is allocated. What grows with the packets under way is not
// in it: their records and, output-queued, the order of their events.
struct MemoryEstimate {
  std::size_t router_state_bytes = 0;
  std::size_t flit_buffer_bytes = 0;
};
MemoryEstimate estimate_memory(const NetworkParts& parts);

}  // namespace orthant
