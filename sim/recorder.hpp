// Everything that is counted while a network runs. The step only adds; means, intervals and
// verdicts are made of these numbers afterwards (sim/statistics.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/ids.hpp"
#include "sim/histogram.hpp"
#include "sim/options.hpp"
#include "sim/packets.hpp"
#include "sim/require.hpp"
#include "sim/result.hpp"

namespace orthant {

// Sums over the packets created in one interval of time.
struct LatencySum {
  std::uint64_t packets = 0;
  double latency = 0;  // sum, in ticks; exact up to 2^53
  double mean() const { return latency / static_cast<double>(packets); }
  LatencySum& operator+=(const LatencySum& other) {
    packets += other.packets;
    latency += other.latency;
    return *this;
  }
};

class Recorder {
 public:
  explicit Recorder(std::size_t nodes)
      : offered_by_source_(nodes), accepted_by_source_(nodes), accepted_by_destination_(nodes) {}

  // From now on `log` (may be nullptr) hears of every measured packet.
  void listen(PacketLog* log, std::uint32_t ticks_per_cycle) {
    log_ = log;
    ticks_per_cycle_ = ticks_per_cycle;
  }
  // Holds outflanking packets, measured or not, against what the routing says of their hops; the
  // topology must outlive the recorder.
  void watch_outflanking(const Topology& topology, const RoutingTraits& traits) {
    if (!traits.outflank_hops) return;
    topology_ = &topology;
    outflank_hops_ = *traits.outflank_hops;
    outflank_hops_promised_ = traits.outflank_hops_promised;
  }

  // Measures packets created in [from, to), ticks, and flits ejected in it, in `batches` equal
  // intervals by time of creation. Forgets everything measured before.
  void open_window(Cycle from, Cycle to, std::size_t batches);

  void generated(NodeId source, Cycle birth, std::uint16_t flits) {
    generated_flits_ += flits;
    if (!in_window(birth)) return;
    ++measured_generated_;
    outstanding_births_ += birth;
    offered_by_source_[source.index()] += flits;
    offered_flits_ += flits;
  }
  // A sampled head has begun to want so many channels at `tick`; `free` would take it at once.
  void wanted(Cycle tick, unsigned channels, unsigned free) {
    if (!in_window(tick)) return;
    wanted_channels_ += channels;
    wanted_free_ += free;
  }
  // Flits leave the last router at `tick`: this is when they count as accepted.
  void ejected(Cycle tick, std::uint16_t flits) {
    ejected_flits_ += flits;
    window_ejected_flits_ += in_window(tick) ? flits : 0;
  }
  // The tail of a packet leaves the last router at `tick` and reaches its node at `arrival`.
  void delivered(const PacketRecord& packet, Cycle tick, Cycle arrival) {
    last_arrival_ = std::max(last_arrival_, arrival);
    const bool outflanks = topology_ != nullptr && packet.detour == Detour::kOutflank;
    const std::uint32_t excess = outflanks ? excess_hops(packet) : 0;
    if (in_window(tick)) {
      accepted_by_source_[packet.source.index()] += packet.length;
      accepted_by_destination_[packet.destination.index()] += packet.length;
    }
    if (!in_window(packet.birth)) return;
    const Cycle latency = arrival - packet.birth;
    histogram_.add(latency);
    ++measured_delivered_;
    latency_sum_ += latency;
    outstanding_births_ -= packet.birth;
    network_latency_sum_ += arrival - packet.injected;
    hops_sum_ += packet.hops;
    latency_max_ = std::max(latency_max_, latency);
    LatencySum& batch = batches_[batch_of(packet.birth)];
    ++batch.packets;
    batch.latency += static_cast<double>(latency);
    ++detours_[static_cast<std::size_t>(packet.detour)];
    outflank_excess_max_ = std::max(outflank_excess_max_, excess);
    outflanked_beyond_ += excess > outflank_hops_;
    if (log_ != nullptr) {
      log_->add({packet.source, packet.destination, packet.birth, arrival, packet.length,
                 packet.hops, packet.detour, ticks_per_cycle_});
    }
  }

  bool in_window(Cycle tick) const { return tick - from_ < length_; }  // wraps when tick < from_

  // Whole run.
  std::uint64_t generated_flits() const { return generated_flits_; }
  std::uint64_t ejected_flits() const { return ejected_flits_; }
  Cycle last_arrival() const { return last_arrival_; }  // tick; 0 before the first
  // Window.
  std::uint64_t measured_packets() const { return measured_delivered_; }
  std::uint64_t outstanding_packets() const { return measured_generated_ - measured_delivered_; }
  std::uint64_t offered_flits() const { return offered_flits_; }
  std::uint64_t window_ejected_flits() const { return window_ejected_flits_; }
  std::uint64_t latency_sum() const { return latency_sum_; }
  // Of the packets generated so far, if those outstanding arrived at `tick`.
  std::uint64_t least_latency_sum(Cycle tick) const {
    return latency_sum_ + (outstanding_packets() * tick - outstanding_births_);
  }
  std::uint64_t network_latency_sum() const { return network_latency_sum_; }
  std::uint64_t hops_sum() const { return hops_sum_; }
  std::uint64_t wanted_channels() const { return wanted_channels_; }
  std::uint64_t wanted_free() const { return wanted_free_; }
  std::uint64_t detoured(Detour detour) const { return detours_[static_cast<std::size_t>(detour)]; }
  // Most hops of a measured outflanking packet beyond its shortest path, and how many such packets
  // take more than outflank_hops.
  std::uint32_t outflank_excess_max() const { return outflank_excess_max_; }
  std::uint64_t outflanked_beyond() const { return outflanked_beyond_; }
  Cycle latency_max() const { return latency_max_; }
  const Histogram& histogram() const { return histogram_; }
  const std::vector<LatencySum>& batches() const { return batches_; }
  const std::vector<std::uint64_t>& offered_by_source() const { return offered_by_source_; }
  const std::vector<std::uint64_t>& accepted_by_source() const { return accepted_by_source_; }
  const std::vector<std::uint64_t>& accepted_by_destination() const {
    return accepted_by_destination_;
  }

 private:
  std::uint32_t excess_hops(const PacketRecord& packet) const {
    const std::uint32_t shortest = topology_->grid()->distance(
        topology_->router_of(packet.source), topology_->router_of(packet.destination));
    const std::uint32_t excess = packet.hops - shortest;
    require(!outflank_hops_promised_ || excess <= outflank_hops_,
            "a packet from node {} to node {} took {} hops more than its shortest path",
            packet.source.value, packet.destination.value, excess);
    return excess;
  }
  // Equal batches to within a tick; a window without an end has a single batch.
  std::size_t batch_of(Cycle birth) const {
    return batches_.size() == 1 ? 0 : (birth - from_) * batches_.size() / length_;
  }

  Cycle from_ = 0;
  Cycle length_ = 0;
  std::uint64_t generated_flits_ = 0, ejected_flits_ = 0;
  Cycle last_arrival_ = 0;
  std::uint64_t measured_generated_ = 0, measured_delivered_ = 0;
  std::uint64_t offered_flits_ = 0, window_ejected_flits_ = 0;
  std::uint64_t latency_sum_ = 0, network_latency_sum_ = 0, hops_sum_ = 0;
  std::uint64_t wanted_channels_ = 0, wanted_free_ = 0;
  std::uint64_t outstanding_births_ = 0;  // sum, modulo 2^64
  Cycle latency_max_ = 0;
  std::array<std::uint64_t, 4> detours_{};  // measured packets, by Detour
  const Topology* topology_ = nullptr;      // nullptr: nothing is said of outflanking packets
  std::uint32_t outflank_hops_ = 0;
  bool outflank_hops_promised_ = false;
  std::uint32_t outflank_excess_max_ = 0;
  std::uint64_t outflanked_beyond_ = 0;
  PacketLog* log_ = nullptr;
  std::uint32_t ticks_per_cycle_ = 1;
  Histogram histogram_;
  std::vector<LatencySum> batches_;
  std::vector<std::uint64_t> offered_by_source_, accepted_by_source_, accepted_by_destination_;
};

inline void Recorder::open_window(Cycle from, Cycle to, std::size_t batches) {
  from_ = from;
  length_ = to - from;
  measured_generated_ = measured_delivered_ = 0;
  offered_flits_ = window_ejected_flits_ = 0;
  latency_sum_ = network_latency_sum_ = hops_sum_ = 0;
  wanted_channels_ = wanted_free_ = 0;
  outstanding_births_ = 0;
  latency_max_ = 0;
  detours_ = {};
  outflank_excess_max_ = 0;
  outflanked_beyond_ = 0;
  histogram_ = {};
  batches_.assign(batches, {});
  offered_by_source_.assign(offered_by_source_.size(), 0);
  accepted_by_source_.assign(accepted_by_source_.size(), 0);
  accepted_by_destination_.assign(accepted_by_destination_.size(), 0);
}

}  // namespace orthant
