#include "sim/validate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "routing/flow_control_words.hpp"
#include "sim/node/node_models.hpp"
#include "sim/node/unequal_routers.hpp"

namespace orthant {
namespace {

constexpr std::size_t kMostLegs = 255;  // a descriptor counts them in one byte

void check_range(const char* key, std::uint32_t value, std::uint32_t least, std::uint32_t most,
                 const char* unit = "") {
  if (value < least || value > most)
    key_error(key, "{} is out of range; allowed: {} to {}{}", value, least, most, unit);
}

void check_delay(const char* key, std::uint32_t value, std::uint32_t least) {
  check_range(key, value, least, limits::kDelay, " cycles");
}

void check_bandwidth(const char* key, const Rational& bandwidth) {
  if (bandwidth <= 0 || bandwidth > limits::kBandwidth ||
      bandwidth.denominator() > limits::kBandwidthPart) {
    key_error(key,
              "{} is out of range; allowed: fractions of at most {} with a denominator up to {}",
              to_double(bandwidth), limits::kBandwidth, limits::kBandwidthPart);
  }
}

void check_speedup(const char* key, const Rational& speedup) {
  if (speedup < 1 || speedup > limits::kSpeedup || speedup.denominator() > limits::kBandwidthPart) {
    key_error(key, "{} is out of range; allowed: numbers and fractions from 1 to {}",
              to_double(speedup), limits::kSpeedup);
  }
}

// Refuses an arbitration rule with an allocator that does not arbitrate between requests.
void check_asks(const RouterOptions& router, const char* key, const char* allowed) {
  if (router.allocator == Allocator::kIslip || router.allocator == Allocator::kSeparable) return;
  key_error(key,
            "wavefront and maximum match ports without asking who comes first; allowed: {}, or "
            "router.allocator = islip or separable",
            allowed);
}

void check_router(const RouterOptions& router) {
  check_range("router.vcs", router.vcs, 1, limits::kVcs);
  check_range("router.buffer_flits", router.buffer_flits, 1, limits::kBufferFlits);
  check_delay("router.routing_delay_cycles", router.routing_delay, 0);
  check_delay("router.vc_allocation_delay_cycles", router.vc_allocation_delay, 0);
  check_delay("router.switch_allocation_delay_cycles", router.switch_allocation_delay, 0);
  check_delay("router.traversal_delay_cycles", router.traversal_delay, 1);
  check_delay("router.credit_delay_cycles", router.credit_delay, 1);
  check_speedup("router.input_speedup", router.input_speedup);
  check_range("router.allocator_iterations", router.allocator_iterations, 1, limits::kIterations);
  if (router.injection_vcs)
    check_range("router.injection_vcs", *router.injection_vcs, 1, limits::kVcs);
  check_range("router.injection_limit_slots", router.injection_limit_slots, 0,
              limits::kBufferFlits);
  if (router.arbitration != Arbitration::kRoundRobin)
    check_asks(router, "router.arbitration", "round_robin");
}

void check_output_queues(const OutputQueueOptions& queue, const PacketLengths& lengths) {
  if (queue.packets < 2 || queue.packets > limits::kQueuePackets) {
    key_error(
        "router.queue_packets",
        "{} packets: a packet that enters a ring leaves a slot free, so that a queue holds at "
        "least two; allowed: 2 to {}",
        queue.packets, limits::kQueuePackets);
  }
  // Acknowledgements go first, so a stream of them must not use the whole channel.
  if (queue.ack_flits < 0 || queue.ack_flits >= lengths.shortest()) {
    key_error("router.ack_bytes",
              "{:g} flits are no shorter than the shortest packet, so that packets might never be "
              "sent; allowed: below {} times channel.flit_bytes",
              to_double(queue.ack_flits), lengths.shortest());
  }
  if (queue.source_interval < 0) key_error("router.source_rate", "negative; allowed: above 0");
  if (queue.ticks_per_cycle &&
      (*queue.ticks_per_cycle < 1 || *queue.ticks_per_cycle > limits::kTicksPerCycle)) {
    key_error("time.resolution_ns", "{} ticks per cycle are out of range; allowed: 1 to {}",
              *queue.ticks_per_cycle, limits::kTicksPerCycle);
  }
  if (queue.source_window && *queue.source_window < 1) {
    key_error("router.source_window", "0 is out of range; allowed: at least 1, or unlimited");
  }
}

void check_classes(const NetworkParts& parts) {
  const RouterOptions& router = parts.router;
  const std::vector<TrafficClass>& classes = parts.traffic.classes;
  check_range("router.message_classes", router.message_classes, 1, limits::kVcs);
  if (router.model == RouterModel::kOutputQueued) {
    if (router.message_classes > 1 || !classes.empty())
      key_error("router.model", "output_queued has no classes of traffic; allowed: input_queued");
    return;
  }
  if (classes.size() > kMaxTrafficClasses)
    key_error("traffic.share", "{} classes of traffic; allowed: at most {}", classes.size(),
              kMaxTrafficClasses);
  for (const TrafficClass& part : classes) {
    check_range("traffic.priority", part.priority, 0, kMaxPriority);
    if (part.message_class >= router.message_classes)
      key_error(fmt::format("traffic.{}.message_class", part.name),
                "{} is out of range; allowed: below router.message_classes, {}", part.message_class,
                router.message_classes);
    if (part.priority != classes.front().priority)
      check_asks(router, "router.allocator", "one traffic.priority for all classes");
  }
}

void check_switching(const RouterOptions& router) {
  if (router.switch_hold == SwitchHold::kPacket && router.switching == Switching::kWormhole) {
    key_error("router.switch_hold",
              "a blocked packet would hold its output from all other VCs with router.switching = "
              "wormhole; allowed: flit, or virtual_cut_through or store_and_forward");
  }
  check_flow_control(router.switching, router.flow_control);
  refuse_vc_reuse_with_bubble(router.vc_reuse, router.flow_control);
}

// Calls fail(message) if a buffer of `flits` flits is too small.
template <class Fail>
void check_buffer(const RouterOptions& router, std::uint32_t flits, std::uint32_t longest,
                  const Fail& fail) {
  if (router.switching != Switching::kWormhole && flits < longest) {
    fail(fmt::format(
        "{} flits do not hold the longest packet; allowed: at least {}, or router.switching = "
        "wormhole",
        flits, longest));
  }
  if (router.flow_control == FlowControl::kFlitBubble && flits <= longest) {
    fail(
        fmt::format("{} flits do not hold the longest packet and a flit beside it, which "
                    "flit_bubble needs; allowed: at least {}",
                    flits, longest + 1));
  }
  if (router.flow_control == FlowControl::kBubble && flits / longest < 2) {
    fail(
        fmt::format("{} flits do not hold two packets of the longest length, which bubble needs; "
                    "allowed: at least {}",
                    flits, 2 * longest));
  }
}

// Checks the VCs at an input port: every class needs its own VC. If each VC of an escape is a ring
// of its own, all ports of the ring need all VCs.
void check_vcs(const NetworkParts& parts, const InputBuffers& buffers, bool on_ring,
               const std::function<void(const std::string&)>& fail) {
  const RouterOptions& router = parts.router;
  const auto classes =
      static_cast<std::uint32_t>(parts.routing.traits().vc_classes.size() * router.message_classes);
  const bool all = on_ring && (router.flow_control == FlowControl::kFlitBubble ||
                               router.flow_control == FlowControl::kCriticalBubble);
  const std::uint32_t least = all ? router.vcs : std::clamp(classes, 1u, router.vcs);
  if (buffers.vcs >= least && buffers.vcs <= router.vcs) return;
  fail(fmt::format("vcs: {} of router.vcs = {}, and {}; allowed: {} to {}", buffers.vcs, router.vcs,
                   all ? fmt::format("{} needs all on a ring", bubble_name(router.flow_control))
                       : fmt::format("there are {} VC classes", classes),
                   least, router.vcs));
}

void check_unequal_routers(const NetworkParts& parts) {
  const auto& [topology, routing, traffic, router, node_channels, stepping, class_routings] = parts;
  for (std::size_t r = 0; r < topology.router_count(); ++r) {
    for (std::size_t p = 0; p < topology.port_count(RouterId{r}); ++p) {
      const InputBuffers buffers = buffers_behind(router, RouterId{r}, PortId{p});
      const auto fail_at = [&](std::size_t line) {
        return [&, line](const std::string& what) {
          if (line == 0) key_error("router.buffer_flits", "{}", what);
          key_error("router.file", "{}:{}: {}", router.unequal->file, line, what);
        };
      };
      const auto channel = topology.channel_from(RouterId{r}, PortId{p});
      check_vcs(parts, buffers, channel && topology.channel(*channel).ring,
                fail_at(buffers.vcs_line));
      check_buffer(router, buffers.flits, traffic.lengths.longest(), fail_at(buffers.flits_line));
    }
  }
}

// Refuses the first router with too many ports, by its channels alone if they are already too many.
void check_ports(const Topology& topology) {
  if (topology.max_port_count() <= limits::kPorts) return;
  for (std::size_t r = 0; r < topology.router_count(); ++r) {
    const RouterId router{r};
    const std::size_t channels = topology.channel_port_count(router);
    if (channels > limits::kPorts) {
      key_error("topology.kind", "a router has {} ports; allowed: at most {}", channels,
                limits::kPorts);
    }
    if (topology.port_count(router) > limits::kPorts) {
      key_error(
          "topology.nodes_per_router", "{} nodes and {} channels are {} ports; allowed: at most {}",
          topology.node_count_of(router), channels, topology.port_count(router), limits::kPorts);
    }
  }
}

void check_workload(const NetworkParts& parts, const RunOptions& run) {
  if (parts.router.model == RouterModel::kOutputQueued)
    key_error("router.model",
              "output_queued cannot run a workload (traffic.injection = workload); allowed: "
              "input_queued");
  if (parts.queues_replies() && parts.node_channels.ejection == Ejection::kImmediate)
    key_error("workload.reply_queue",
              "nodes take all packets with channel.ejection = immediate; allowed: shared, or to "
              "leave it out");
  if (!run.until_drained)
    key_error("run.until", "a workload ends when all of it is done; allowed: drained");
  if (run.latency_limit)
    key_error("run.latency_limit_cycles",
              "needs run.messages_per_node, which a workload does not have; allowed: to leave it "
              "out");
}

void check_end(const NetworkParts& parts, const RunOptions& run) {
  if (parts.traffic.workload) return check_workload(parts, run);
  const bool planned = parts.traffic.injection->frames() != 0;
  if (planned && parts.router.model == RouterModel::kOutputQueued) {
    key_error("router.model",
              "output_queued cannot replay a schedule (traffic.injection = schedule), whose "
              "transfers hold all channels of their paths; allowed: input_queued");
  }
  if (planned && !run.until_drained)
    key_error("run.until", "a schedule ends when it is delivered; allowed: drained");
  if (!run.until_drained || parts.traffic.messages_per_node) return;
  if (!planned)
    key_error("run.messages_per_node", "missing; run.until = drained needs a number of messages");
  if (run.latency_limit)
    key_error("run.latency_limit_cycles",
              "needs run.messages_per_node, which a schedule does not have; allowed: to leave it "
              "out");
}

}  // namespace

void validate(const NetworkParts& parts, const RunOptions& run) {
  const auto& [topology, routing, traffic, router, node_channels, stepping, class_routings] = parts;
  check_router(router);
  check_classes(parts);
  if (router.model == RouterModel::kOutputQueued) {
    check_output_queues(router.output_queue, traffic.lengths);
  } else {
    check_switching(router);
    if (router.unequal) {
      check_unequal_routers(parts);
    } else {
      check_buffer(router, router.buffer_flits, traffic.lengths.longest(),
                   [](const std::string& what) { key_error("router.buffer_flits", "{}", what); });
    }
  }
  check_delay("channel.injection_latency_cycles", node_channels.injection_latency, 1);
  check_delay("channel.ejection_latency_cycles", node_channels.ejection_latency, 1);
  check_bandwidth("channel.node_bandwidth", node_channels.bandwidth);
  for (const Channel& channel : topology.channels()) {
    check_bandwidth("channel.bandwidth", channel.bandwidth);
  }
  check_ports(topology);
  if (routing.traits().vc_classes.size() > kMaxVcClasses) {
    key_error("routing.algorithm", "{} VC classes; allowed: at most {}",
              routing.traits().vc_classes.size(), kMaxVcClasses);
  }
  if (const std::size_t legs = max_legs(parts); legs > kMostLegs)
    key_error("routing.algorithm", "a path has up to {} legs; allowed: at most {}", legs,
              kMostLegs);
  if (run.measure < 1) key_error("run.measure_cycles", "0 is out of range; allowed: at least 1");
  if (run.deadlock_cycles < 1) {
    key_error("run.deadlock_cycles", "0 is out of range; allowed: at least 1");
  }
  check_end(parts, run);
}

}  // namespace orthant
