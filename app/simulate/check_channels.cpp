// The part of the verb check on channels: their limits, and the channel that is full first.
//
// Tested by: tests/app/router_file_test.py, tests/app/check_test.py
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <optional>

#include "analysis/loads/channel_load.hpp"
#include "app/output/csv.hpp"
#include "app/points/idle_channels.hpp"
#include "app/points/results.hpp"
#include "app/simulate/check_report.hpp"
#include "sim/node/node_models.hpp"
#include "sim/node/unequal_routers.hpp"
#include "sim/prediction/channel_ceiling.hpp"
#include "sim/prediction/prediction.hpp"

namespace orthant {

std::optional<std::string> loads_within(const std::vector<double>& loads, double least,
                                        double most) {
  std::vector<double> within;
  std::ranges::copy_if(loads, std::back_inserter(within),
                       [&](double load) { return load >= least && load <= most; });
  if (within.empty()) return std::nullopt;
  const std::string first = fmt::format("{:.6g}", std::ranges::min(within));
  if (loads.size() == 1) return fmt::format("the load of {} flits per node and cycle is", first);
  return fmt::format("loads from {} flits per node and cycle on are", first);
}

double just_above(double limit) {
  constexpr double kRounding = 1e-9;
  return limit * (1 + kRounding);
}

std::string vc_class_name(const NetworkParts& parts, std::size_t number) {
  const std::vector<VcClass>& classes = parts.routing.traits().vc_classes;
  const std::string& name = classes[number % classes.size()].name;
  if (parts.router.message_classes == 1) return name;
  return fmt::format("{} of message class {}", name, number / classes.size());
}

namespace {

// Estimates the paths of all pairs from those of one distant pair.
double paths_of_all_pairs(const Topology& topology, const ObliviousRouting& routing) {
  const auto routers = static_cast<double>(topology.router_count());
  double paths = 0;
  routing.enumerate(RouterId{0}, RouterId{topology.router_count() / 2},
                    [&](const Path&, double) { ++paths; });
  return routers * routers * paths;
}

// VCs that the same classes use, as a bit mask, with a name and the classes.
struct VcGroup {
  std::uint16_t vcs = 0;
  std::string name;
  std::vector<std::size_t> classes;
};

std::vector<VcGroup> vc_groups(const NetworkParts& parts) {
  const std::vector<VcRange> ranges = vcs_of_classes(parts);
  std::map<unsigned, VcGroup> groups;  // by first VC
  for (std::size_t c = 0; c < ranges.size(); ++c) {
    VcGroup& group = groups[ranges[c].first];
    group.vcs |= ranges[c].mask();
    if (group.classes.empty()) group.name = vc_class_name(parts, c);
    group.classes.push_back(c);
  }
  std::vector<VcGroup> list;
  for (auto& [first, group] : groups) list.push_back(std::move(group));
  return list;
}

std::vector<double> channel_loads_of(const NetworkParts& parts) {
  if (parts.class_routings.empty())
    return expected_channel_loads(parts.topology, *parts.routing.oblivious(), parts.traffic);
  std::vector<double> largest;
  for (const Traffic& phase : parts.traffic.phases()) {
    std::vector<double> loads(parts.topology.channel_count());
    for (const TrafficClass& part : by_message_class(phase, parts.router.message_classes)) {
      const std::vector<double> own = expected_channel_loads(
          parts.topology, *parts.routing_of(part.message_class).oblivious(), part.traffic);
      for (std::size_t c = 0; c < own.size(); ++c) loads[c] += part.load_share * own[c];
    }
    raise_to_maximum(loads, largest);
  }
  return largest;
}

// Load of every channel, [channel][message class][VC class].
std::vector<double> class_loads(const NetworkParts& parts) {
  const std::size_t classes = parts.routing.traits().vc_classes.size();
  const std::size_t all = classes * parts.router.message_classes;
  std::vector<double> loads(parts.topology.channel_count() * all);
  const auto add = [&](const Traffic& traffic, std::size_t message_class, double share) {
    const std::vector<double> own =
        expected_class_loads(parts.topology, *parts.routing_of(message_class).oblivious(), traffic);
    for (std::size_t i = 0; i < own.size(); ++i)
      loads[i / classes * all + message_class * classes + i % classes] += share * own[i];
  };
  // Treats the nics of a workload as one class if a single routing serves all.
  if (parts.traffic.classes.empty() && parts.class_routings.empty()) {
    add(parts.traffic, 0, 1);
    return loads;
  }
  for (const TrafficClass& part : by_message_class(parts.traffic, parts.router.message_classes))
    add(part.traffic, part.message_class, part.load_share);
  return loads;
}

// The channel that is full at the smallest load.
struct Bottleneck {
  double flits = std::numeric_limits<double>::infinity();  // per node and cycle
  double load = 0;  // of the channel, per flit that nodes send
  std::optional<Channel> channel = {};
  std::optional<ChannelCeiling> buffers = {};  // if they limit it before the bandwidth
  std::string vc_class = {};                   // of `buffers`; empty: all
};

Bottleneck bottleneck(const NetworkParts& parts, const std::vector<double>& loads) {
  const Topology& topology = parts.topology;
  Bottleneck least;
  for (std::size_t c = 0; c < topology.channel_count(); ++c) {
    const Channel& channel = topology.channel(ChannelId{c});
    const double flits = to_double(channel.bandwidth) / loads[c];
    if (loads[c] > 0 && flits < least.flits)
      least = {.flits = flits, .load = loads[c], .channel = channel};
  }
  const ChannelCeilings ceilings(parts);
  const std::vector<VcGroup> groups = vc_groups(parts);
  const auto ceiling = [&](std::size_t c, const VcGroup& group) {
    return ceilings.of(topology.channel(ChannelId{c}), group.vcs);
  };
  std::vector<double> of_classes;  // only filled if some buffers are short
  const std::size_t classes =
      parts.routing.traits().vc_classes.size() * parts.router.message_classes;
  for (std::size_t c = 0; c < topology.channel_count(); ++c) {
    for (const VcGroup& group : groups) {
      const ChannelCeiling most = ceiling(c, group);
      if (!most.is_short() || most.by_buffers / loads[c] >= least.flits) continue;
      if (of_classes.empty()) of_classes = class_loads(parts);
      double load = 0;
      for (const std::size_t v : group.classes) load += of_classes[c * classes + v];
      if (load <= 0 || most.by_buffers / load >= least.flits) continue;
      least = {.flits = most.by_buffers / load,
               .load = load,
               .channel = topology.channel(ChannelId{c}),
               .buffers = most,
               .vc_class = groups.size() > 1 ? group.name : ""};
    }
  }
  return least;
}

// Formats "router 3 port 0 to router 4, load 2.25: bandwidth 1".
std::string words_of(const Bottleneck& least) {
  const Channel& channel = *least.channel;
  std::string text =
      fmt::format("router {} port {} to router {}, load {:.6g}: ", channel.from.value,
                  channel.from_port.value, channel.to.value, least.load);
  if (!least.buffers) return text + fmt::format("bandwidth {:.6g}", to_double(channel.bandwidth));
  const ChannelCeiling& buffers = *least.buffers;
  text += fmt::format(
      "buffers of router {}: {} VC{} of {} flits{} carry {:.4g} of {:.4g} flits per "
      "cycle; a round trip of {} cycles {}",
      channel.to.value, buffers.vcs, buffers.vcs == 1 ? "" : "s", buffers.buffer_flits,
      least.vc_class.empty() ? "" : fmt::format(" ({})", least.vc_class), buffers.by_buffers,
      buffers.bandwidth, buffers.loop_cycles,
      buffers.loop_flits ? fmt::format("needs {} flits", *buffers.loop_flits)
                         : "needs space for more packets");
  return text;
}

void add_bottleneck(const Bottleneck& least, const std::vector<double>& loads, Report& report) {
  report.add("bottleneck_flits", real_text(least.flits));
  report.add("bottleneck", words_of(least));
  if (!least.buffers) return;
  if (const auto above = loads_within(loads, just_above(least.flits)))
    report.warn("{} above {:.6g}, at which the buffers of router {} are full", *above, least.flits,
                least.channel->to.value);
}

// Warns of buffers with a single slot: a lone packet may find the mark there, and has to wait until
// the mark has moved on.
void add_marks(const Setup& setup, Report& report) {
  if (setup.router.flow_control != FlowControl::kCriticalBubble) return;
  const std::uint32_t longest = setup.traffic.lengths.longest();
  const auto is_marked_slot = [&](const Channel& channel) {
    const InputBuffers behind = buffers_behind(setup.router, channel.to, channel.to_port);
    return ring_along(setup.router.bubble_dimensions, channel) && behind.flits < 2 * longest;
  };
  if (std::ranges::any_of(setup.topology->channels(), is_marked_slot))
    report.warn(
        "buffers of one packet of {} flits: a packet that enters a ring where its slot "
        "is the marked one waits until the mark has moved, which zero_load_latency_* "
        "leave out; {} flits hold a slot beside the mark",
        longest, 2 * longest);
}

}  // namespace

void add_channel_limit(const Setup& setup, const std::vector<double>& loads, Report& report) {
  constexpr double kMostPaths = 1e7;  // takes a second or two
  const Topology& topology = *setup.topology;
  const bool adaptive = setup.routing->oblivious() == nullptr;
  const std::vector<const ObliviousRouting*> routings = routings_used(setup);
  double paths = 0;
  if (!adaptive)
    for (const ObliviousRouting* routing : routings)
      paths += paths_of_all_pairs(topology, *routing);
  if (adaptive || paths > kMostPaths) {
    if (adaptive)
      report.note("channel_limit_flits is not computed for adaptive routing");
    else
      report.note(
          "channel_limit_flits is not computed where there are more than {:g} paths; analyze "
          "does",
          kMostPaths);
    return;
  }
  const std::vector<double> channel_loads = channel_loads_of(setup.parts());
  if (const auto idle = idle_channels_of(setup)) report.warn("{}", *idle);
  const double flits = throughput_of(*setup.topology, channel_loads);
  if (!std::isfinite(flits)) return;
  report.add("channel_limit_flits", real_text(flits));
  if (setup.router.model == RouterModel::kInputQueued)
    add_bottleneck(bottleneck(setup.parts(), channel_loads),
                   setup.has_load() ? loads : std::vector<double>{}, report);
  if (!setup.has_load()) return;
  if (const auto above = loads_within(loads, just_above(flits)))
    report.warn("{} above {:.6g}, at which the busiest channel is full", *above, flits);
}

void add_buffers(const Setup& setup, Report& report) {
  if (setup.router.model == RouterModel::kOutputQueued) return;  // it has no credits
  const CreditLoop loop = credit_loop(setup.parts());
  report.add("credit_loop_flits", fmt::format("{}", loop.stream.flits));
  add_marks(setup, report);
  if (counts_packets(setup.router.flow_control)) return;
  const bool wormhole = setup.router.switching == Switching::kWormhole;
  // Formats "buffers of 4 flits at port 1 of router 4 (and some of 3 more ports)".
  const auto buffers = [&](const CreditLoop::Loop& of) {
    std::string text = fmt::format("buffers of {} flits", of.least.flits);
    if (!setup.router.unequal) return text;
    text += fmt::format(" at port {} of router {}", of.least.port.value, of.least.router.value);
    if (of.short_of > 1) text += fmt::format(" (and some of {} more ports)", of.short_of - 1);
    return text;
  };
  if (loop.stream.short_of > 0)
    report.warn(
        "{} are below the credit loop of {}: a VC streams at {:.3g} of the channel's rate{}",
        buffers(loop.stream), loop.stream.least.loop, loop.stream.least.share(),
        // Without wormhole switching a buffer holds a whole packet, and a lone one never waits for
        // credits.
        wormhole ? ", and zero-load latencies of longer packets are above the prediction" : "");
  else if (loop.uneven && loop.heads.short_of > 0 && wormhole)
    report.warn(
        "{} are below the credit loop of heads, {}, and bandwidths differ: "
        "zero-load latencies of longer packets may be above the prediction",
        buffers(loop.heads), loop.heads.least.loop);
}

}  // namespace orthant
