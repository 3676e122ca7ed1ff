// Zero-load latency over a traffic matrix, and the credit loop.
//
// Tested by: tests/sim/prediction_test.cpp
#include "sim/prediction/prediction.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.hpp"
#include "sim/measure/limit.hpp"
#include "sim/prediction/zero_load.hpp"

namespace orthant {
namespace {

// Walks over paths: consecutive equal channels form one run.
class Walker {
 public:
  explicit Walker(const NetworkParts& parts) : topology_(parts.topology), router_(parts.router) {
    if (pipelines_of(router_).size() == 1) find_port_channels();
  }

  // Visits all paths from s to t with their probabilities, and with the pipeline of t.
  template <class Visit>
  void paths(const Routing& routing, RouterId s, RouterId t, Visit visit) {
    const std::uint32_t last = pipeline_of(router_, t);
    const auto with_runs = [&](double share) {
      ++steps_;
      visit(std::span<const ChannelRun>(runs_), last, share);
    };
    if (const ObliviousRouting* oblivious = routing.oblivious()) {
      oblivious->enumerate(s, t, [&](const Path& path, double share) {
        add_path(s, path);
        with_runs(share);
      });
    } else {
      add_first_way(*routing.adaptive(), s, t);
      with_runs(1.0);
    }
  }

  // Returns the paths and single hops visited so far: the cost of the walk.
  std::size_t steps() const { return steps_; }

 private:
  // If all channels with a port number are alike, as on a grid, a leg is a run.
  void find_port_channels() {
    for (const Channel& channel : topology_.channels()) {
      const std::size_t port = channel.from_port.index();
      if (port >= port_channels_.size()) port_channels_.resize(port + 1);
      const ChannelKind kind{channel.latency_cycles, channel.bandwidth};
      std::optional<ChannelKind>& first = port_channels_[port];
      if (!first) first = kind;
      if (*first != kind) {
        port_channels_.clear();
        return;
      }
    }
  }

  void add_path(RouterId s, const Path& path) {
    runs_.clear();
    if (port_channels_.empty()) {
      for_each_hop(topology_, s, path, [&](ChannelId channel, std::uint8_t) { add(channel); });
      return;
    }
    for (const Leg& leg : path) runs_.push_back({leg.hops, *port_channels_[leg.port.index()]});
  }

  void add(ChannelId id) {
    ++steps_;
    const Channel& channel = topology_.channel(id);
    const std::uint32_t pipeline = pipeline_of(router_, channel.from);
    if (runs_.empty() || runs_.back().channel.latency_cycles != channel.latency_cycles ||
        runs_.back().channel.bandwidth != channel.bandwidth || runs_.back().pipeline != pipeline) {
      runs_.push_back({0, {channel.latency_cycles, channel.bandwidth}, pipeline});
    }
    ++runs_.back().hops;
  }

  void add_first_way(const AdaptiveRouting& routing, RouterId here, RouterId t) {
    Header header = {.destination = t, .via = {}};
    const IdleRouter idle;
    routing.start(here, header, idle, random_);
    runs_.clear();
    for_each_first_hop(topology_, routing, here, header, &idle, candidates_,
                       [&](ChannelId channel, std::uint8_t) { add(channel); });
  }

  // Reports all buffers as free.
  class IdleRouter final : public LocalOccupancy {
   public:
    std::uint32_t free_flits(PortId, std::uint8_t) const override { return 1; }
    std::uint32_t buffer_flits(PortId, std::uint8_t) const override { return 1; }
  };

  const Topology& topology_;
  const RouterOptions& router_;
  RandomStream random_{0, 0, RandomPurpose::kRouting};     // for adaptive routings that draw a path
  std::vector<std::optional<ChannelKind>> port_channels_;  // empty: channels of a port differ
  std::vector<ChannelRun> runs_;
  CandidateList candidates_;
  std::size_t steps_ = 0;
};

// A source's row of the traffic matrix, or a sample of entries where the row is long.
class RowSample {
 public:
  RowSample(const Traffic& traffic, NodeId source) : traffic_(traffic), source_(source) {
    traffic.row(source, [&](NodeId, double share) {
      ++entries_;
      total_ += share;
    });
  }

  std::size_t entries() const { return entries_; }
  bool sampled() const { return entries_ > kMost; }

  template <class Visit>
  void visit(Visit visit) const {
    if (!sampled()) return traffic_.row(source_, visit);
    // One draw from each of kMost parts of equal probability.
    RandomStream random(1, source_.value, RandomPurpose::kAnalysis);
    std::size_t part = 0;
    double below = 0;
    double drawn = random.uniform() * total_ / kMost;
    traffic_.row(source_, [&](NodeId target, double share) {
      below += share;
      while (part < kMost && drawn < below) {
        visit(target, total_ / kMost);
        drawn = (static_cast<double>(++part) + random.uniform()) * total_ / kMost;
      }
    });
  }

 private:
  static constexpr std::size_t kMost = 2048;

  const Traffic& traffic_;
  NodeId source_;
  std::size_t entries_ = 0;
  double total_ = 0;
};

// An order of all nodes: the first few of them are spread over every dimension.
class SpreadOrder {
 public:
  explicit SpreadOrder(std::size_t nodes) : nodes_(nodes) {
    constexpr double kGoldenRatio = 0.6180339887498949;
    step_ = static_cast<std::size_t>(std::floor(kGoldenRatio * static_cast<double>(nodes))) | 1;
    while (std::gcd(step_, nodes) != 1) step_ += 2;
  }
  NodeId operator[](std::size_t i) const { return NodeId{i * step_ % nodes_}; }

 private:
  std::size_t nodes_, step_;
};

// Steps of a walk that take about a second, at less than a hundred nanoseconds each; and entries of
// a row that take as long as a step, at a few nanoseconds each.
constexpr std::size_t kMostSteps = 4'000'000;
constexpr std::size_t kEntriesPerStep = 32;

// Latency of a path of the network, for either router model.
class PathLatency {
 public:
  explicit PathLatency(const NetworkParts& parts)
      : input_queued_(parts.topology, parts.router, parts.node_channels) {
    if (parts.router.model == RouterModel::kOutputQueued) output_queued_.emplace(parts);
  }

  double operator()(std::span<const ChannelRun> path, std::uint32_t last_pipeline,
                    std::uint32_t flits) const {
    return output_queued_ ? output_queued_->latency(path, flits)
                          : input_queued_.latency(path, flits, last_pipeline);
  }
  // Returns the wait of every packet before it is sent.
  std::optional<ZeroLoadFigures::Wait> wait() const {
    if (!output_queued_) return std::nullopt;
    const OutputQueuedZeroLoad::Wait& wait = output_queued_->wait();
    return ZeroLoadFigures::Wait{wait.least, wait.mean, wait.most};
  }

 private:
  InputQueuedZeroLoad input_queued_;
  std::optional<OutputQueuedZeroLoad> output_queued_;
};

// Means over the paths of packets, weighted by the packets on each.
class PathMeans {
 public:
  explicit PathMeans(const NetworkParts& parts) : latency_of_(parts) {}

  void add(std::span<const ChannelRun> path, std::uint32_t last_pipeline,
           const PacketLengths& lengths, double share) {
    for (const PacketLengths::Part& part : lengths.parts()) {
      const double cycles = latency_of_(path, last_pipeline, part.flits);
      least_ = weight_ == 0 ? cycles : std::min(least_, cycles);
      most_ = std::max(most_, cycles);
      weight_ += share * part.share;
      latency_ += share * part.share * cycles;
      for (const ChannelRun& run : path) hops_ += share * part.share * run.hops;
    }
  }

  bool empty() const { return weight_ == 0; }
  void report(ZeroLoadFigures& figures) const {
    figures.wait = latency_of_.wait();
    const ZeroLoadFigures::Wait wait = figures.wait.value_or(ZeroLoadFigures::Wait{});
    figures.mean = latency_ / weight_ + wait.mean;
    figures.least = least_ + wait.least;
    figures.most = most_ + wait.most;
    figures.hops_mean = hops_ / weight_;
  }

 private:
  PathLatency latency_of_;
  double weight_ = 0, latency_ = 0, hops_ = 0;
  double least_ = 0, most_ = 0;
};

// Traffic with one law of destinations and lengths, and its number of packets.
struct PacketKind {
  Traffic traffic;
  const Routing* routing;
  double packets;
};

std::vector<PacketKind> packet_kinds(const NetworkParts& parts) {
  const bool apart = !parts.traffic.classes.empty() || !parts.class_routings.empty();
  if (!apart) return {{parts.traffic, &parts.routing, 1}};
  std::vector<PacketKind> kinds;
  for (TrafficClass& part : by_message_class(parts.traffic, parts.router.message_classes)) {
    const double packets = part.load_share / part.traffic.lengths.mean();
    kinds.push_back({std::move(part.traffic), &parts.routing_of(part.message_class), packets});
  }
  return kinds;
}

}  // namespace

std::optional<ZeroLoadFigures> predict_zero_load(const NetworkParts& parts) {
  const Topology& topology = parts.topology;
  Walker walker(parts);
  PathMeans means(parts);
  const std::vector<PacketKind> kinds = packet_kinds(parts);
  ZeroLoadFigures result;
  const SpreadOrder order(topology.node_count());
  std::size_t entries = 0;
  for (std::size_t i = 0; i < topology.node_count(); ++i) {
    if (walker.steps() + entries / kEntriesPerStep > kMostSteps) {
      result.sampled = true;
      break;
    }
    const NodeId source = order[i];
    bool sends = false;
    for (const PacketKind& kind : kinds) {
      const RowSample row(kind.traffic, source);
      entries += 1 + 2 * row.entries();
      sends = sends || row.entries() != 0;
      result.sampled = result.sampled || row.sampled();
      row.visit([&](NodeId target, double share) {
        if (walker.steps() > kMostSteps) {
          result.sampled = true;
          return;
        }
        ++result.pairs;
        walker.paths(*kind.routing, topology.router_of(source), topology.router_of(target),
                     [&](std::span<const ChannelRun> path, std::uint32_t last, double part) {
                       means.add(path, last, kind.traffic.lengths, kind.packets * share * part);
                     });
      });
    }
    result.sources += sends;
  }
  if (means.empty()) return std::nullopt;
  means.report(result);
  return result;
}

NodeLimit node_limit(const NetworkParts& parts) {
  constexpr std::size_t kMostEntries = 20'000'000;  // a second or two
  const double sends = injection_rate(parts);
  const std::size_t nodes = parts.topology.node_count();
  double most_sent = 0, most_received = 0;
  std::size_t entries = 0;
  for (const Traffic& phase : parts.traffic.phases()) {
    std::vector<double> received(nodes);
    for (std::size_t n = 0; n < nodes; ++n) {
      double sent = 0;
      phase.row(NodeId{n}, [&](NodeId destination, double share) {
        sent += share;
        received[destination.index()] += share;
        ++entries;
      });
      most_sent = std::max(most_sent, sent);
      if (entries > kMostEntries)
        return {.flits = sends / most_relative_rate(parts.traffic), .sending_alone = true};
    }
    most_received = std::max(most_received, *std::ranges::max_element(received));
  }
  return {.flits = std::min(sends / most_sent, ejection_rate(parts.node_channels) / most_received)};
}

CreditLoop credit_loop(const NetworkParts& parts) {
  const auto& [topology, routing, traffic, router, node_channels, stepping, class_routings] = parts;
  const InputQueuedZeroLoad zero_load(topology, router, node_channels);
  CreditLoop result;
  const auto add = [&](CreditLoop::Loop& loop, RouterId r, PortId port, std::uint64_t flits) {
    const CreditLoop::Buffers buffers{r, port, buffers_behind(router, r, port).flits, flits};
    if (loop.flits == 0 || buffers.share() < loop.least.share()) loop.least = buffers;
    loop.flits = std::max(loop.flits, flits);
    loop.short_of += buffers.flits < flits;
  };
  for (std::size_t n = 0; n < topology.node_count(); ++n) {
    const RouterId r = topology.router_of(NodeId{n});
    const PortId port = topology.port_of(NodeId{n});
    const std::uint32_t pipeline = pipeline_of(router, r);
    add(result.stream, r, port, zero_load.node_credit_loop_flits(false, pipeline));
    add(result.heads, r, port, zero_load.node_credit_loop_flits(true, pipeline));
  }
  for (const Channel& channel : topology.channels()) {
    const ChannelKind kind{channel.latency_cycles, channel.bandwidth};
    const std::uint32_t from = pipeline_of(router, channel.from);
    const std::uint32_t to = pipeline_of(router, channel.to);
    add(result.stream, channel.to, channel.to_port,
        zero_load.credit_loop_flits(kind, false, from, to));
    add(result.heads, channel.to, channel.to_port,
        zero_load.credit_loop_flits(kind, true, from, to));
    result.uneven = result.uneven || kind.bandwidth != node_channels.bandwidth;
  }
  return result;
}

}  // namespace orthant
