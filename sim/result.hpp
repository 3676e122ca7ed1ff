// The result of a simulated point.
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
  kImpossible,    // nothing was simulated: the nodes cannot generate the load
  kDisconnected,  // the same: faults cut the network apart
  kUnroutable,    // the same: after faults the routing has no path, or too few VCs
};
std::string_view verdict_name(Verdict verdict);

// The resource that limits a saturated network (sim/measure/limit.hpp).
enum class Limit {
  kNode,     // the channels of some node are full
  kChannel,  // a channel between routers is full
  kRouting,  // no channel is full: routing, flow control, VCs or buffers limit it
};
std::string_view limit_name(Limit limit);

// A place where a packet waits: the VC buffer of `router` at its input `port`; output-queued:
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

// The measured packets with one kind of detour.
struct DetourResult {
  std::string_view kind;
  double fraction = 0;  // share of all measured packets
  // For a kind that limits its hops: the most hops beyond a shortest path that a packet took, and
  // the share of the kind's packets above the limit. Empty if the kind has no packets.
  std::optional<double> max_extra_hops, beyond_fraction;
};

// Measurements of all packets, or of one class of traffic.
struct TrafficResult {
  Verdict verdict = Verdict::kStable;
  std::uint64_t packets = 0;  // measured and delivered
  double offered_flits = 0;   // flits/sending node/cycle generated in the window
  // Flits/sending node/cycle ejected in the window; for a class, those of packets whose tail was
  // ejected in it.
  double accepted_flits = 0;
  // Latencies in cycles; empty if no packet was measured or a measured packet did not arrive.
  // Percentiles and interval need a stable or drained run, the interval a stable one.
  std::optional<double> latency_mean, latency_ci95, latency_p50, latency_p95, latency_p99,
      latency_p999;
  std::optional<double> latency_max, network_latency_mean, hops_mean;
  std::optional<double> jain_accepted;        // over accepted/offered of sending nodes
  std::optional<double> source_accepted_min;  // least accepted/offered of a sending node
};

struct ClassResult : TrafficResult {
  std::string name;
};

// The times of an operation, in cycles; kNever: not yet.
struct OperationTimes {
  Cycle start = kNever, end = kNever;
  Cycle arrival = kNever;  // receive: arrival of the last flit of its message
};
struct RankTimes {
  std::span<const OperationTimes> operations;
  // For a rank that chooses, [operation]: the receive that matches the message which this receive
  // has taken (see as_chosen()). Empty for other ranks.
  std::span<const std::uint32_t> taken = {};

  std::size_t size() const { return operations.size(); }
  const OperationTimes& operator[](std::size_t operation) const { return operations[operation]; }
};
// [rank][operation]
using WorkloadTimes = std::vector<RankTimes>;

// Waiting operations of a deadlocked workload: sends whose last flit has not left its node, and
// receives without a message.
struct WaitingOperations {
  static constexpr std::size_t kMostNamed = 6;
  std::vector<OperationId> named;  // the first of each of the first ranks
  std::uint64_t operations = 0;    // number of waiting operations
  std::uint32_t ranks = 0;         // number of ranks with waiting operations
};

// The result of a workload that was simulated to its end.
struct WorkloadResult {
  Cycle completion_cycles = 0;  // end of the last operation
  Cycle rank_end_min = 0;       // end of the rank that finishes first
  double rank_end_mean = 0;
  std::uint32_t ranks = 0;
  std::uint64_t messages = 0;
  // Cycles from the start of a send to the arrival of its last flit; and the ratio of these cycles
  // to the latency of the same message in an empty network over a shortest path. Empty without
  // messages; slowdowns are also empty if channels or routers differ.
  std::optional<double> message_latency_mean, slowdown_mean;
  std::optional<double> message_latency_p50, message_latency_p95, message_latency_p99, slowdown_p99;
  // Lower bound of the completion time on this network; empty if channels or routers differ.
  std::optional<Cycle> bound_cycles;
  // Shares of the completion time on the critical path (CriticalPath): of messages; of
  // computations; of waiting, which is for other computations of a cpu and for flits of other
  // messages of a nic; and of contention, which is the time of messages beyond that wait and their
  // least time. The last two are empty if slowdown_mean is.
  std::optional<double> critical_network_share, critical_computing_share;
  std::optional<double> critical_waiting_share, critical_contention_share;
  std::vector<OperationId> critical_path;  // in order of time
};

struct SimulationResult : TrafficResult {
  std::vector<ClassResult> classes;  // classes of the traffic; empty without
  Cycle cycles = 0;                  // simulated, warm-up and drain included
  Cycle warmup_cycles = 0;           // start of the window
  std::optional<double> channel_load_mean, channel_load_max;  // flits/cycle; empty without channels
  std::vector<std::uint64_t> channel_flits;                   // per channel, in the window
  std::vector<RouterActivity> activity;  // per router, in the window; empty unless requested
  Cycle window_cycles = 0;
  std::vector<LatencyBin> histogram;
  // Deadlocked: the knots, smallest first, each in an order of waiting. None if packets are refused
  // for ever without a knot.
  std::vector<std::vector<BlockedVc>> knots;
  std::size_t stuck_behind = 0;  // places that can never move because they wait for a knot
  // All packets have arrived, but a receive waits for a message that another receive has taken.
  bool starving = false;
  WaitingOperations waiting;  // workload, deadlocked
  Cycle deadlock_cycle = 0;
  std::optional<Cycle> wait_cycle_seen;  // when a cycle of waits that was no knot was first seen
  std::uint64_t flit_hops = 0;           // flits that crossed a channel between routers, whole run
  std::vector<NodeId> growing_sources;   // saturated: sources whose backlog grows
  // Saturated: cycles of the window after which the network no longer carried the load, by
  // collapse_sample(); empty if the network nearly carried it.
  std::optional<Cycle> collapse_cycles;
  std::optional<Limit> limit;  // saturated: the limiting resource
  // Share of the measured packets on a detour, and the share of each kind; empty if the routing
  // counts none.
  std::optional<double> derouted_fraction;
  std::vector<DetourResult> detours;
  // Output-queued: share of all transmissions between routers that the receiver refused.
  std::optional<double> refused_fraction;
  // Input-queued: a sample of the heads at the front of their buffers wanted some channels, escapes
  // left out; the share of these channels that would have taken them at once.
  std::optional<double> wanted_free_fraction;
  std::optional<WorkloadResult> workload;  // workload, drained
  std::vector<WorkloadResult> jobs;        // its jobs, if they have names, each from its delay on
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
  std::uint64_t number = 0;  // number among the source's packets: PacketName
};

// Receives every measured packet, in the order of their deliveries.
class PacketLog {
 public:
  virtual ~PacketLog() = default;
  virtual void add(const DeliveredPacket& packet) = 0;
};

// Bytes of state that simulate() allocates: routers and their sources (flit buffers apart) and flit
// buffers. State that grows with the packets under way is excluded: their records and,
// output-queued, the order of their events.
struct MemoryEstimate {
  std::size_t router_state_bytes = 0;
  std::size_t flit_buffer_bytes = 0;
  std::size_t bookkeeping_bytes = 0;  // for a run on one thread; set by predictions only

  MemoryEstimate& operator+=(const MemoryEstimate& other) {
    router_state_bytes += other.router_state_bytes;
    flit_buffer_bytes += other.flit_buffer_bytes;
    return *this;
  }
};

}  // namespace orthant
