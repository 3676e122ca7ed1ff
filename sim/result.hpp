// What comes out of a simulated point.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "routing/routing.hpp"
#include "sim/measure/activity.hpp"
#include "traffic/traffic.hpp"

namespace orthant {

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

// What a saturated network is short of (sim/measure/limit.hpp).
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

// Bounded-memory histogram of latencies; see sim/measure/histogram.hpp for its error.
struct LatencyBin {
  Cycle from = 0;  // inclusive
  Cycle to = 0;    // exclusive
  std::uint64_t packets = 0;
};

// Of the measured packets of a kind of detour that the routing has.
struct DetourResult {
  std::string_view kind;
  double fraction = 0;  // of all measured packets
  // Where the kind says how many hops it is meant to take: most hops beyond a shortest path, and
  // the share of its packets with more than those. Empty where there were none.
  std::optional<double> max_extra_hops, beyond_fraction;
};

// What was measured of all packets, or of those of one class of traffic.
struct TrafficResult {
  Verdict verdict = Verdict::kStable;
  std::uint64_t packets = 0;  // measured and delivered
  double offered_flits = 0;   // flits/sending node/cycle generated in the window
  // The same, ejected in the window; of a class: of packets whose tail was.
  double accepted_flits = 0;
  // Latencies in cycles; empty where no packet was measured or some measured one did not arrive,
  // percentiles and interval where the run is not stable or drained, the interval in drained ones.
  std::optional<double> latency_mean, latency_ci95, latency_p50, latency_p95, latency_p99,
      latency_p999;
  std::optional<double> latency_max, network_latency_mean, hops_mean;
  std::optional<double> jain_accepted;        // over accepted/offered of sending nodes
  std::optional<double> source_accepted_min;  // least accepted/offered of a sending node
};

struct ClassResult : TrafficResult {
  std::string name;
};

// When an operation happened, in cycles; kNever: not yet.
struct OperationTimes {
  Cycle start = kNever, end = kNever;
  Cycle arrival = kNever;  // of a receive: when the last flit of its message came
};
struct RankTimes {
  std::span<const OperationTimes> operations;
  // Of a rank that chooses, by receive: the receive that matches the message taken, as in
  // as_chosen(); else empty.
  std::span<const std::uint32_t> taken = {};

  std::size_t size() const { return operations.size(); }
  const OperationTimes& operator[](std::size_t operation) const { return operations[operation]; }
};
// [rank][operation]
using WorkloadTimes = std::vector<RankTimes>;

// Of a workload that locked up: sends whose last flit has not left its node, and receives that wait
// for a message.
struct WaitingOperations {
  static constexpr std::size_t kMostNamed = 6;
  std::vector<OperationId> named;  // the first one of each of the first ranks
  std::uint64_t operations = 0;    // all that wait,
  std::uint32_t ranks = 0;         // of so many ranks
};

// Of a workload that was simulated to its end.
struct WorkloadResult {
  Cycle completion_cycles = 0;  // end of the last operation
  Cycle rank_end_min = 0;       // of the rank that is done first
  double rank_end_mean = 0;
  std::uint32_t ranks = 0;
  std::uint64_t messages = 0;
  // Cycles from the start of a send to the arrival of its last flit, and that over the latency of
  // the same message in an empty network over a shortest path; empty without messages, the second
  // one also where channels or routers differ.
  std::optional<double> message_latency_mean, slowdown_mean;
  std::optional<double> message_latency_p50, message_latency_p95, message_latency_p99, slowdown_p99;
  // No run of it ends sooner on this network; empty where channels or routers differ.
  std::optional<Cycle> bound_cycles;
  // Of the completion time, on the critical path: what messages took, what was computed; of both,
  // what other computations of a cpu and the flits of other messages of a nic took before, and what
  // messages took beyond that and their least. The latter two are empty where slowdown_mean is.
  std::optional<double> critical_network_share, critical_computing_share;
  std::optional<double> critical_waiting_share, critical_contention_share;
  std::vector<OperationId> critical_path;  // the first one first
};

struct SimulationResult : TrafficResult {
  std::vector<ClassResult> classes;  // of the traffic; empty without
  Cycle cycles = 0;                  // simulated, warm-up and drain included
  Cycle warmup_cycles = 0;           // where the window began
  std::optional<double> channel_load_mean, channel_load_max;  // flits/cycle; empty without channels
  std::vector<std::uint64_t> channel_flits;                   // per channel, in the window
  std::vector<RouterActivity> activity;  // per router, in the window; empty: not asked for
  Cycle window_cycles = 0;
  std::vector<LatencyBin> histogram;
  // deadlocked: the knots, smallest first, each in an order of waiting, and when they were seen; no
  // knots where packets are refused for ever without one.
  std::vector<std::vector<BlockedVc>> knots;
  std::size_t stuck_behind = 0;  // places that can never move either, since they wait for a knot
  // Everything has arrived, but a receive waits for a message that another one has taken.
  bool starving = false;
  WaitingOperations waiting;  // deadlocked: of a workload
  Cycle deadlock_cycle = 0;
  std::optional<Cycle> wait_cycle_seen;  // when a circle of waits that was no knot was first seen
  std::uint64_t flit_hops = 0;           // flits that crossed a channel between routers, whole run
  std::vector<NodeId> growing_sources;   // saturated: sources whose backlog grows
  // Saturated: cycles of the window after which the network no longer carried the load, by
  // collapse_sample(); empty where it nearly did.
  std::optional<Cycle> collapse_cycles;
  std::optional<Limit> limit;  // saturated: why
  // Share of the measured packets on a detour, and each kind's; empty where the routing counts
  // none.
  std::optional<double> derouted_fraction;
  std::vector<DetourResult> detours;
  // Output-queued: share of all transmissions between routers that the receiver refused.
  std::optional<double> refused_fraction;
  // Input-queued: of the channels that a sample of heads wanted when they reached the front of
  // their buffer, escapes left out, the share that would have taken them at once.
  std::optional<double> wanted_free_fraction;
  std::optional<WorkloadResult> workload;  // drained: of a workload
  std::vector<WorkloadResult> jobs;  // and of its jobs, where they have names, from their delay
};

// A measured packet that has arrived.
struct DeliveredPacket {
  NodeId source, destination;
  Cycle generated_at = 0;  // ticks
  Cycle arrival = 0;       // ticks
  std::uint16_t flits = 0;
  std::uint16_t hops = 0;
  std::string_view detour;  // "none" or the name of a kind; empty where the routing counts none
  std::uint32_t ticks_per_cycle = 1;
  std::uint8_t traffic_class = 0;
  std::uint64_t number = 0;  // of the source's packets: PacketName
};

// Receives every measured packet, in the order of their deliveries.
class PacketLog {
 public:
  virtual ~PacketLog() = default;
  virtual void add(const DeliveredPacket& packet) = 0;
};

// Bytes of state that simulate() allocates: routers and their sources (flit buffers apart) and flit
// buffers. What grows with the packets under way is not
// in it: their records and, output-queued, the order of their events.
struct MemoryEstimate {
  std::size_t router_state_bytes = 0;
  std::size_t flit_buffer_bytes = 0;
  std::size_t bookkeeping_bytes = 0;  // of a run on one thread; of a prediction alone

  MemoryEstimate& operator+=(const MemoryEstimate& other) {
    router_state_bytes += other.router_state_bytes;
    flit_buffer_bytes += other.flit_buffer_bytes;
    return *this;
  }
};

}  // namespace orthant
