// Options from which a network is built, and how long it is simulated.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/ids.hpp"
#include "base/rational.hpp"
#include "base/team_size.hpp"
#include "routing/routing.hpp"
#include "sim/rules/selection.hpp"
#include "topology/topology.hpp"
#include "traffic/traffic.hpp"

namespace orthant {

// router.allocator: the switch allocator. VCs are always allocated by iSLIP.
enum class Allocator {
  kIslip,      // pointers move on an accepted grant of the first iteration only
  kSeparable,  // input first: each input picks one request, each output one input; pointers always
               // move on
  kWavefront,  // diagonal by diagonal of the request matrix, beginning with the next diagonal in
               // every contest
  kMaximum,    // a maximum matching
};
// router.arbitration: the priority among requests for a VC or for an output of the switch.
enum class Arbitration {
  kRoundRobin,  // each port after the other
  kAge,         // the packet generated first; ties go to the source node with the lower id
  kFcfs,    // first come, first served: the packet longest at the front of its VC; ties go to the
            // source node with the lower id
  kRandom,  // drawn for every contest
  kFixed    // the lowest port, on it the lowest VC
};
// router.injection_limit: when a packet from a node may request an output. It delays no other
// packets.
enum class InjectionLimit {
  kNone,
  // When the requested VC has space for the packet and injection_limit_slots more flits. If its
  // buffer is smaller than that, the missing space must be free in the other VCs that the packet
  // may take.
  kInTransit,
  // When every useful channel has an empty VC, or all VCs of some useful channel are empty (Baydal,
  // Lopez, Duato 2000: ALO).
  kAlo
};
// router.switch_hold: how long the switch keeps an input and an output together.
enum class SwitchHold {
  kFlit,   // for one flit
  kPacket  // until the tail of the packet has passed; not with wormhole
};
enum class RouterModel { kInputQueued, kOutputQueued };            // router.model
enum class InjectionVc { kRoundRobin, kLowest, kMostFree, kNic };  // router.injection_vc
enum class Ejection {                                              // channel.ejection
  kShared,     // a VC of the ejection channel takes one packet at a time, the channel one flit
  kImmediate,  // nothing waits for the node: every input VC ejects its flits directly
};

// Options that only the output-queued router has. That router uses store and forward with bubble
// flow control; a queue belongs to one output port and one VC class.
struct OutputQueueOptions {
  std::uint32_t packets = 8;  // slots of a queue, >= 2
  Rational ack_flits = 0;     // length of an acknowledgement on the reverse channel, >= 0
  // A packet from a node enters a queue only if more than half of it is free; otherwise a free slot
  // of an adaptive queue or two of an escape queue suffice.
  bool half_free_injection = false;
  // Nodes send at whole multiples of this time, in cycles; 0: multiples of the time that the
  // shortest packet occupies their channel.
  Rational source_interval = 0;
  // Largest number of a node's unacknowledged packets; nullopt: any number.
  std::optional<std::uint32_t> source_window = {};
  // Ticks of a cycle, to which all durations are rounded; nullopt: as many as make them whole.
  std::optional<std::uint32_t> ticks_per_cycle = {};
};

class Ranks;            // sim/kernel/ranks.hpp
struct UnequalRouters;  // sim/node/unequal_routers.hpp

// Options of the router; all delays in cycles. The output-queued model reads `selection`,
// `output_queue` and, as its number of queues per port, `vcs`.
struct RouterOptions {
  RouterModel model = RouterModel::kInputQueued;
  Switching switching = Switching::kWormhole;
  FlowControl flow_control = FlowControl::kCredit;
  // With kBubble: a packet that enters a ring of these dimensions must leave a slot free. In other
  // dimensions it needs the same space as a packet that is already on the ring.
  DimensionMask bubble_dimensions = kAllDimensions;
  VcReuse vc_reuse = VcReuse::kSafe;  // with credits; input-queued
  // Sets of VCs, each with all VC classes of the routing: a packet in one set never waits for a
  // packet in another. Input-queued, 1 .. vcs.
  std::uint32_t message_classes = 1;
  std::uint32_t vcs = 2;           // 1 .. 16
  std::uint32_t buffer_flits = 8;  // per input VC
  std::uint32_t routing_delay = 0;
  std::uint32_t vc_allocation_delay = 0;
  std::uint32_t switch_allocation_delay = 0;
  std::uint32_t traversal_delay = 1;  // >= 1
  std::uint32_t credit_delay = 1;     // >= 1
  Allocator allocator = Allocator::kIslip;
  std::uint32_t allocator_iterations = 1;      // iterations of iSLIP
  SwitchHold switch_hold = SwitchHold::kFlit;  // input-queued
  // Held packets never move in one piece, even if they could. Changes no result: for tests.
  bool flit_by_flit = false;
  // Heads request a VC and the switch at once, where both take time; input-queued.
  bool speculative = false;
  Arbitration arbitration = Arbitration::kRoundRobin;  // input-queued
  // Rate at which a port feeds the switch, as a multiple of max(1, bandwidth of its channel) flits
  // per cycle. At least 1; input-queued. Outputs have no queue; their channels set their rate.
  Rational input_speedup = 1;
  InjectionVc injection_vc = InjectionVc::kRoundRobin;
  // Number of VCs of a message class that take packets from nodes, the first ones; nullopt: all.
  std::optional<std::uint32_t> injection_vcs = 2;
  InjectionLimit injection_limit = InjectionLimit::kNone;  // input-queued
  std::uint32_t injection_limit_slots = 4;  // flits; with bubble rounded up to packets
  const Selection* selection = &kMostFreeSpace;
  OutputQueueOptions output_queue = {};
  // Differences between routers; input-queued. None: all routers are alike.
  std::shared_ptr<const UnequalRouters> unequal = {};
};

// The channels between a node and its router.
struct NodeChannelOptions {
  std::uint32_t injection_latency = 1;
  std::uint32_t ejection_latency = 1;
  Rational bandwidth = 1;                 // with immediate ejection, of the injection channel alone
  Ejection ejection = Ejection::kShared;  // input-queued
};

struct RunOptions {
  std::optional<Cycle> warmup;  // nullopt: found by a pilot (MSER)
  Cycle measure = 20'000;
  Cycle drain = 100'000;  // longest drain after the window
  // False: a run whose backlogs grew in the window ends with the window, since growth decides the
  // verdict.
  bool drain_saturated = false;
  bool until_drained = false;  // no window: run until everything generated is delivered
  // Until drained: the run ends as saturated once the mean latency is certain to exceed this.
  std::optional<Cycle> latency_limit;
  Cycle deadlock_cycles = 10'000;
  std::uint64_t seed = 1;
};

// How a network is stepped. Changes no result.
struct Stepping {
  // Ticks that a router takes in one visit, no more than its delays allow (sim/kernel/kernel.hpp);
  // 0: the size of the network decides. For tests.
  std::uint32_t visit_ticks = 0;
  // Largest number of parts that are simulated in parallel (sim/kernel/cut.hpp); input-queued, 1 ..
  // routers, at least one per rank.
  std::uint32_t blocks = 1;
  std::uint32_t threads = 1;  // per process; they share its blocks, at most one thread per block
  TeamSizing team_sizing = TeamSizing::kByCores;
  // The block of each router (sim/kernel/cut.hpp), instead of blocks with few channels between
  // them. For tests.
  std::vector<std::uint32_t> block_of_routers = {};
  // Traces single packets (Network::trace); in one block.
  bool traced = false;
  // Processes that share the blocks (sim/kernel/ranks.hpp), at least 2; nullptr: this one alone.
  Ranks* ranks = nullptr;
};

// Everything a network is built from; the referenced objects must outlive it.
struct NetworkParts {
  const Topology& topology;
  const Routing& routing;
  const Traffic& traffic;
  RouterOptions router;
  NodeChannelOptions node_channels;
  Stepping stepping = {};
  // The routing of each message class, where links carry certain message classes only; all these
  // routings have equally many VC classes. nullptr for a class without traffic. Empty: `routing`
  // serves all classes.
  std::span<const Routing* const> class_routings = {};

  const Routing& routing_of(std::size_t message_class) const {
    return class_routings.empty() ? routing : *class_routings[message_class];
  }
  // One source for each class of traffic; with a workload one for each message class.
  std::size_t sources_per_node() const {
    return traffic.workload ? router.message_classes
                            : std::max<std::size_t>(1, traffic.classes.size());
  }
  // Returns the message class of a source of a node.
  std::size_t message_class_of(std::size_t source) const {
    if (traffic.workload) return source;
    return traffic.classes.empty() ? 0 : traffic.classes[source].message_class;
  }
  // True if nodes may be full of requests (WorkloadJob::reply_queue).
  bool queues_replies() const { return traffic.workload && traffic.workload->queues_replies(); }
};

}  // namespace orthant
