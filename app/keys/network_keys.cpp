#include "app/keys/network_keys.hpp"

#include "base/limits.hpp"
#include "routing/flow_control_words.hpp"

namespace orthant {
namespace {

Key delay(std::int64_t least, std::string_view help) {
  return {.least = least, .most = limits::kDelay, .when = kInputQueued, .help = help};
}

Key latency(std::string_view help) { return {.least = 1, .most = limits::kDelay, .help = help}; }

Key bandwidth(std::string_view help) {
  return {.most = limits::kBandwidthPart, .high = limits::kBandwidth, .help = help};
}

Key speedup(std::string_view help) {
  return {.most = limits::kBandwidthPart,
          .low = 1,
          .high = limits::kSpeedup,
          .when = kInputQueued,
          .help = help};
}

}  // namespace

const KeyRows<RouterKeys>& router_rows_of_routings() {
  static constexpr Words<FlowControl, 2> kRules = {
      {{{"bubble", FlowControl::kBubble}, {"credit", FlowControl::kCredit}}}};
  static const KeyRows<RouterKeys> rows = {
      {"router.model",
       &RouterKeys::model,
       {{"input_queued", RouterModel::kInputQueued}, {"output_queued", RouterModel::kOutputQueued}},
       {.help = "The node model: a VC router with credits, or queues of whole packets at the "
                "outputs that refuse what they have no space for."}},
      {"router.switching",
       &RouterKeys::switching,
       kSwitchings,
       {.when = kInputQueued,
        .help = "When a packet moves on: flit by flit, when the next buffer has space for all of "
                "it, or when all of it has arrived as well."}},
      {"router.flow_control",
       &RouterKeys::flow_control,
       kFlowControls,
       {.when = kInputQueued,
        .help =
            "Rings are kept free of deadlock by VC classes, by a free packet slot where a packet "
            "enters or a marked one somewhere in the ring (neither with wormhole), or by a "
            "free flit (wormhole alone)."}},
      {"router.flow_control.by_dimension",
       &RouterKeys::flow_control_by_dimension,
       kRules,
       {.replaces = {"router.flow_control"},
        .help =
            "One word per dimension of a torus, separated by blanks: rings along it have a "
            "free packet slot, or VC classes; space is counted in packets along all. Instead of "
            "router.flow_control."}},
      {"router.vc_reuse",
       &RouterKeys::vc_reuse,
       {{"safe", VcReuse::kSafe}, {"atomic", VcReuse::kAtomic}, {"any", VcReuse::kAny}},
       {.when = kInputQueued,
        .help = "When a packet may be granted a VC that another one has left: as soon as the "
                "proofs allow it; once its buffer is empty; or at once, which can deadlock where "
                "wormhole switching meets adaptive routing. With bubbles: safe alone."}},
  };
  return rows;
}

const KeyRows<RouterKeys>& router_rows() {
  static const KeyRows<RouterKeys> others = {
      {"router.preset",
       &RouterKeys::preset,
       {{"none", RouterPreset::kNone}, {"fair", RouterPreset::kFair}},
       {.when = kInputQueued,
        .help = "Defaults of other keys of the router that are not set; fair, for comparing "
                "routings: arbitration age, allocator_iterations 2, injection_vcs all (and "
                "selection most_free, as without it). Not with allocators wavefront and "
                "maximum."}},
      {"router.message_classes",
       &RouterKeys::message_classes,
       {.least = 1,
        .most = limits::kVcs,
        .when = kInputQueued,
        .help = "Sets into which the VCs are divided, evenly; each has all VC classes of the "
                "routing, so that no packet waits for one of another set. traffic.message_class "
                "says which one a class of traffic uses; messages of a workload use that of their "
                "nic, modulo how many there are."}},
      {"router.vcs",
       &RouterKeys::given_vcs,
       {.least = 1,
        .most = limits::kVcs,
        .words = {"auto"},
        .help = "Virtual channels per channel; auto: as many as the routing has classes, at least "
                "2, and one more where it is adaptive; of several routings or networks the most "
                "that any of them needs."}},
      {"router.buffer_flits",
       &RouterKeys::buffer_flits,
       {.least = 1,
        .most = limits::kBufferFlits,
        .when = kInputQueued,
        .help = "Buffer of each input VC."}},
      {"router.routing_delay_cycles", &RouterKeys::routing_delay,
       delay(0, "Delay of route computation.")},
      {"router.vc_allocation_delay_cycles", &RouterKeys::vc_allocation_delay,
       delay(0, "Delay of VC allocation.")},
      {"router.switch_allocation_delay_cycles", &RouterKeys::switch_allocation_delay,
       delay(0, "Delay of switch allocation.")},
      {"router.traversal_delay_cycles", &RouterKeys::traversal_delay,
       delay(1, "Delay of switch traversal.")},
      {"router.credit_delay_cycles", &RouterKeys::credit_delay,
       delay(1, "Cycles from a freed slot to the sending of its credit.")},
      {"router.allocator",
       &RouterKeys::allocator,
       {{"islip", Allocator::kIslip},
        {"separable", Allocator::kSeparable},
        {"wavefront", Allocator::kWavefront},
        {"maximum", Allocator::kMaximum}},
       {.when = kInputQueued,
        .help = "How the switch is allocated: by iSLIP, input first with pointers that always move "
                "on, diagonal by diagonal, or with as many matches as there can be."}},
      {"router.allocator_iterations",
       &RouterKeys::allocator_iterations,
       {.least = 1,
        .most = limits::kIterations,
        .when = kInputQueued,
        .help = "Iterations of iSLIP, for VCs and with router.allocator = islip for the switch."}},
      {"router.switch_hold",
       &RouterKeys::switch_hold,
       {{"flit", SwitchHold::kFlit}, {"packet", SwitchHold::kPacket}},
       {.when = kInputQueued,
        .help = "How long the switch keeps an input and an output together: for a flit, or until "
                "the tail of a packet has passed, which is not for wormhole."}},
      {"router.speculative",
       &RouterKeys::speculative,
       {.when = kTwoStages,
        .help = "Heads ask for a VC and for the switch in the same cycle, after those that hold a "
                "VC."}},
      {"router.arbitration",
       &RouterKeys::arbitration,
       {{"round_robin", Arbitration::kRoundRobin},
        {"age", Arbitration::kAge},
        {"fcfs", Arbitration::kFcfs},
        {"random", Arbitration::kRandom},
        {"fixed", Arbitration::kFixed}},
       {.when = kInputQueued,
        .help =
            "Who comes first of those that ask for the same VC or output: round "
            "robin, the packet that was generated first, the one that has been at the front of its "
            "VC for longest, one drawn at random, or the lowest port and VC."}},
      {"router.speedup", &RouterKeys::speedup,
       speedup("Bandwidth of the switch's ports as a multiple of that of their channels; channels "
               "below 1 count as 1.")},
      {"router.input_speedup", &RouterKeys::given_input_speedup,
       speedup("As router.speedup, and takes precedence over it.")},
      {"router.injection_vc",
       &RouterKeys::injection_vc,
       {{"round_robin", InjectionVc::kRoundRobin},
        {"lowest", InjectionVc::kLowest},
        {"most_free", InjectionVc::kMostFree},
        {"nic", InjectionVc::kNic}},
       {.when = kInputQueued,
        .help = "VC of the injection channel that a new packet takes; nic: all messages of one nic "
                "of a workload share a VC, so that others need not wait behind them."}},
      {"router.injection_vcs",
       &RouterKeys::injection_vcs,
       {.least = 1,
        .most = limits::kVcs,
        .words = {"all"},
        .when = kInputQueued,
        .help = "VCs of its injection channel that a node uses, at most, of each message class. "
                "Each of them competes with what is under way. By default all where "
                "router.injection_vc = nic."}},
      {"router.injection_limit",
       &RouterKeys::injection_limit,
       {{"none", InjectionLimit::kNone},
        {"in_transit", InjectionLimit::kInTransit},
        {"alo", InjectionLimit::kAlo}},
       {.when = kInputQueued,
        .help = "When a packet from a node may ask for an output: at once, where the VC has space "
                "beyond it, or where every useful channel has a free VC or one has only free "
                "ones."}},
      {"router.injection_limit_slots",
       &RouterKeys::injection_limit_slots,
       {.most = limits::kBufferFlits,
        .when = kLimitedInTransit,
        .help = "The space that a new packet leaves beside it, with bubble rounded up to packets. "
                "What its buffer is too small for must be free in other VCs of the class."}},
      {"router.selection",
       &RouterKeys::selection,
       {{"most_free", &kMostFreeSpace}, {"first", &kFirstOpen}},
       {.when = kAdaptiveRoutings,
        .help = "Which of several candidates a packet asks for: the one with the most free slots, "
                "or the first one that is free, which is the default of mp and z2, whose "
                "candidates are in order."}},
      {"router.file",
       &RouterKeys::file,
       {.when = kInputQueued,
        .help = "CSV file of routers that differ from this section in VCs, buffers or delays "
                "(docs/timing_model.md)."}},
      {"router.queue_packets",
       in(&RouterKeys::output_queue, &OutputQueueOptions::packets),
       {.least = 2,
        .most = limits::kQueuePackets,
        .when = kOutputQueued,
        .help = "Packets that a queue holds: one queue per output port and VC class."}},
      {"router.injection_room",
       in(&RouterKeys::output_queue, &OutputQueueOptions::half_free_injection),
       {{"bubble", false}, {"half_queue", true}},
       {.when = kOutputQueued,
        .help = "What a packet from a node needs: a free slot of an adaptive queue or two of an "
                "escape queue, or more than half of any queue."}},
      {"router.source_rate",
       &RouterKeys::source_rate,
       {.most = limits::kBandwidthPart,
        .high = 1000,
        .when = kOutputQueued,
        .help = "A node sends at the ticks of a clock of this rate, as a fraction of the "
                "capacity."}},
      {"router.source_window",
       in(&RouterKeys::output_queue, &OutputQueueOptions::source_window),
       {.least = 1,
        .most = 65535,
        .words = {"unlimited"},
        .when = kOutputQueued,
        .help = "Packets of a node that may wait for their acknowledgement; 1: stop and wait."}},
      {"router.ack_bytes",
       &RouterKeys::ack_bytes,
       {.most = 1'000'000,
        .when = kOutputQueued,
        .help = "Size of an acknowledgement; needs channel.flit_bytes unless 0."}},
  };
  static const KeyRows<RouterKeys> rows = router_rows_of_routings() + others;
  return rows;
}

const KeyRows<ChannelKeys>& channel_rows() {
  constexpr auto node = &ChannelKeys::node;
  const auto instead_of = [](std::vector<std::string_view> keys, Key key) {
    key.replaces = std::move(keys);
    return key;
  };
  static const KeyRows<ChannelKeys> rows = {
      {"channel.latency_cycles", &ChannelKeys::latency_cycles,
       latency("Latency of the channels between routers.")},
      {"channel.latency_cycles.by_dimension", &ChannelKeys::latency_by_dimension,
       instead_of(
           {"channel.latency_cycles"},
           latency("Latency of the channels of each dimension, separated by blanks; instead of "
                   "channel.latency_cycles."))},
      {"channel.latency_ns",
       &ChannelKeys::latency_ns,
       {.low_allowed = false,
        .replaces = {"channel.latency_cycles"},
        .help = "Latency of the channels between routers, a multiple of time.cycle_ns; instead of "
                "channel.latency_cycles."}},
      {"channel.bandwidth", &ChannelKeys::bandwidth,
       bandwidth("Flits per cycle of the channels between routers, a number or a fraction, which "
                 "says 1/3 where decimals would be long.")},
      {"channel.bandwidth.by_dimension", &ChannelKeys::bandwidth_by_dimension,
       instead_of(
           {"channel.bandwidth"},
           bandwidth("Bandwidth of the channels of each dimension, separated by blanks; instead of "
                     "channel.bandwidth."))},
      {"channel.bandwidth_gbps",
       &ChannelKeys::bandwidth_gbps,
       {.replaces = {"channel.bandwidth"},
        .help = "Bandwidth in Gbit/s, converted with time.cycle_ns and channel.flit_bytes; instead "
                "of channel.bandwidth."}},
      {"channel.flit_bytes",
       &ChannelKeys::flit_bytes,
       {.least = 1,
        .most = 1'000'000,
        .when = {.otherwise = "bandwidths in Gbit/s"},
        .help = "Size of a flit."}},
      {"channel.injection_latency_cycles", in(node, &NodeChannelOptions::injection_latency),
       latency("Latency of the channel from a node to its router.")},
      {"channel.ejection_latency_cycles", in(node, &NodeChannelOptions::ejection_latency),
       latency("Latency of the channel from a router to its node.")},
      {"channel.ejection",
       in(node, &NodeChannelOptions::ejection),
       {{"shared", Ejection::kShared}, {"immediate", Ejection::kImmediate}},
       {.when = kInputQueued,
        .help = "What waits for a node: a VC of its channel takes one packet at a time and the "
                "channel one flit, or nothing waits."}},
      {"channel.node_latency_ns",
       &ChannelKeys::node_latency_ns,
       {.low_allowed = false,
        .replaces = {"channel.injection_latency_cycles", "channel.ejection_latency_cycles"},
        .help = "Latency of both node channels, a multiple of time.cycle_ns; instead of the two "
                "keys in cycles."}},
      {"channel.node_bandwidth", in(node, &NodeChannelOptions::bandwidth),
       bandwidth("Flits per cycle of the node channels, a number or a fraction.")},
      {"channel.node_bandwidth_gbps",
       &ChannelKeys::node_bandwidth_gbps,
       {.replaces = {"channel.node_bandwidth"},
        .help = "Bandwidth of the node channels in Gbit/s; instead of channel.node_bandwidth."}},
  };
  return rows;
}

const KeyRows<TimeKeys>& time_rows() {
  static const KeyRows<TimeKeys> rows = {
      {"time.cycle_ns",
       &TimeKeys::cycle_ns,
       {.help = "Length of a cycle; results then also carry nanoseconds."}},
      {"time.resolution_ns",
       &TimeKeys::resolution_ns,
       {.when = kOutputQueued,
        .help = "Durations are cut to whole multiples of this; not given: exact fractions of a "
                "cycle."}},
  };
  return rows;
}

const KeyRows<PathTableFiles>& path_table_rows() {
  static const KeyRows<PathTableFiles> rows = {
      {"routing.table_file",
       &PathTableFiles::table,
       {.when = read_if("routing.algorithm", "table", "two_turn", "two_turn_a"),
        .help = "File of the path table. Where none is given, "
                "two_turn and two_turn_a find their own, and table takes the routes of a "
                "cluster."}},
      {"routing.table_cache",
       &PathTableFiles::cache,
       {.type = KeyType::kText,
        .axis = false,
        .when = read_if("routing.algorithm", "two_turn", "two_turn_a"),
        .help = "Folder of tables that are solved on first use, as --cache. Not given: orthant in "
                "the user's cache folder."}},
  };
  return rows;
}

}  // namespace orthant
