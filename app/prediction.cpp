// Zero-load latency over a traffic matrix, and the credit loop.
#include "app/prediction.hpp"

#include <algorithm>
#include <cassert>

#include "base/error.hpp"

namespace orthant {
namespace {

// What a path means to a packet: how many channels it takes, and their latencies together.
struct Length {
  std::uint32_t hops = 0;
  Cycle latency = 0;
};

class Walker {
 public:
  explicit Walker(const Setup& setup) : setup_(setup) {}

  // Visits the lengths of all paths from s to t with their probabilities.
  template <class Visit>
  void lengths(RouterId s, RouterId t, Visit visit) {
    if (const ObliviousRouting* oblivious = setup_.routing->oblivious())
      oblivious->enumerate(
          s, t, [&](const Path& path, double share) { visit(length_of(s, path), share); });
    else
      visit(first_way(*setup_.routing->adaptive(), s, t), 1.0);
  }

 private:
  void add(ChannelId channel, Length& length) const {
    ++length.hops;
    length.latency += setup_.topology->channel(channel).latency_cycles;
  }

  Length length_of(RouterId s, const Path& path) const {
    Length length;
    for_each_hop(*setup_.topology, s, path,
                 [&](ChannelId channel, std::uint8_t) { add(channel, length); });
    return length;
  }

  Length first_way(const AdaptiveRouting& routing, RouterId here, RouterId t) {
    Header header;
    bool started = false;
    routing.enumerate_starts(here, t, [&](const Header& start) {
      if (!started) header = start;
      started = true;
    });
    Length length;
    while (here != t) {
      routing.candidates(here, header, candidates_);
      const Candidate first = candidates_.at(0);
      const ChannelId channel = setup_.topology->channel_from(here, first.port).value();
      add(channel, length);
      here = setup_.topology->channel(channel).to;
      header.bits = first.next_bits;
      assert(length.hops <= setup_.topology->channel_count());
    }
    return length;
  }

  const Setup& setup_;
  CandidateList candidates_;
};

// Enough pairs for a mean to three digits, few enough for a second.
constexpr std::size_t kMostPairs = 1'000'000;

}  // namespace

std::optional<ZeroLoad> predict_zero_load(const Setup& setup) {
  const Topology& topology = *setup.topology;
  Walker walker(setup);
  ZeroLoad result;
  double weight = 0, latency = 0, hops = 0;
  const std::size_t nodes = topology.node_count();
  const std::size_t stride = std::max<std::size_t>(1, nodes * nodes / kMostPairs);
  const auto add = [&](Length length, double share) {
    for (const PacketLengths::Part& part : setup.traffic.lengths.parts()) {
      const Cycle cycles =
          zero_load_latency(setup.router, setup.nodes, length.hops, length.latency, part.flits);
      result.least = weight == 0 ? cycles : std::min(result.least, cycles);
      result.most = std::max(result.most, cycles);
      weight += share * part.share;
      latency += share * part.share * static_cast<double>(cycles);
      hops += share * part.share * length.hops;
    }
  };
  for (std::size_t s = 0; s < nodes; s += stride) {
    const NodeId source{s};
    if (!setup.traffic.sends(source)) continue;
    ++result.sources;
    setup.traffic.row(source, [&](NodeId target, double share) {
      walker.lengths(topology.router_of(source), topology.router_of(target),
                     [&](Length length, double part) { add(length, share * part); });
    });
  }
  if (weight == 0) return std::nullopt;
  result.mean = latency / weight;
  result.hops_mean = hops / weight;
  return result;
}

std::uint64_t credit_loop_flits(const Setup& setup) {
  const RouterOptions& router = setup.router;
  std::uint64_t most = 0;
  for (const Channel& channel : setup.topology->channels()) {
    const std::int64_t cycles = std::int64_t{2} * channel.latency_cycles + router.traversal_delay +
                                router.switch_allocation_delay + router.credit_delay;
    const Rational flits = channel.bandwidth * cycles;
    const std::int64_t whole =
        (flits.numerator() + flits.denominator() - 1) / flits.denominator();  // rounded up
    most = std::max(most, static_cast<std::uint64_t>(whole));
  }
  return most;
}

}  // namespace orthant
