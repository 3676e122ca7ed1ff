// All counts of a running network. The step only adds; means, intervals and verdicts are computed
// from these counts afterwards (sim/measure/statistics.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/archive.hpp"
#include "base/ids.hpp"
#include "sim/kernel/packets.hpp"
#include "sim/kernel/require.hpp"
#include "sim/measure/flows.hpp"
#include "sim/measure/histogram.hpp"
#include "sim/options.hpp"
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

// Counts of the packets with one kind of detour.
struct DetourCount {
  std::uint64_t packets = 0;
  std::uint64_t beyond = 0;          // packets with more hops than the kind allows
  std::uint32_t max_extra_hops = 0;  // beyond a shortest path
  DetourCount& operator+=(const DetourCount& other) {
    packets += other.packets;
    beyond += other.beyond;
    max_extra_hops = std::max(max_extra_hops, other.max_extra_hops);
    return *this;
  }
};

// Counts of the packets created in the window and, where stated, of events in the window.
struct WindowCounts {
  std::uint64_t generated_packets = 0, delivered_packets = 0;
  std::uint64_t offered_flits = 0, ejected_flits = 0;  // generated and ejected in the window
  std::uint64_t latency_sum = 0, network_latency_sum = 0, hops_sum = 0;
  std::uint64_t outstanding_generation_ticks = 0;  // sum, modulo 2^64
  Tick latency_max = 0;
  std::vector<DetourCount> detours;  // per kind of the routing
  // Channels that sampled heads wanted in the window, and those free at that time.
  std::uint64_t wanted_channels = 0, wanted_free = 0;
  Histogram histogram;
  std::vector<LatencySum> batches;
  // Flits per node: generated, delivered from it and to it in the window.
  std::vector<std::uint64_t> offered_by_source, accepted_by_source, accepted_by_destination;

  void generate(NodeId source, Tick generated_at, std::uint16_t flits) {
    ++generated_packets;
    outstanding_generation_ticks += generated_at;
    offered_by_source[source.index()] += flits;
    offered_flits += flits;
  }
  // Counts a packet whose tail leaves its last router in the window.
  void accept(const PacketRecord& packet) {
    accepted_by_source[packet.source.index()] += packet.length;
    accepted_by_destination[packet.destination.index()] += packet.length;
  }
  // Counts a delivered packet that was created in the window, in this batch.
  void deliver(const PacketRecord& packet, Tick arrival, std::size_t batch) {
    const Tick latency = arrival - packet.generated_at;
    histogram.add(latency);
    ++delivered_packets;
    latency_sum += latency;
    outstanding_generation_ticks -= packet.generated_at;
    network_latency_sum += arrival - packet.injected;
    hops_sum += packet.hops;
    latency_max = std::max(latency_max, latency);
    ++batches[batch].packets;
    batches[batch].latency += static_cast<double>(latency);
  }

  WindowCounts& operator+=(const WindowCounts& other);

  // True if its arrays have the sizes of an opened window.
  bool has_sizes(std::size_t nodes, std::size_t batch_count, std::size_t kinds) const {
    return offered_by_source.size() == nodes && accepted_by_source.size() == nodes &&
           accepted_by_destination.size() == nodes && batches.size() == batch_count &&
           detours.size() == kinds;
  }
  // Naming every member makes a forgotten one a compile error.
  void state(Archive& archive) {
    auto& [generated, delivered, offered, ejected, latency, network_latency, hops, generation, most,
           kinds, wanted, free, bins, intervals, offered_by, accepted_by, accepted_at] = *this;
    archive(generated, delivered, offered, ejected, latency, network_latency, hops, generation,
            most, kinds, wanted, free, bins, intervals, offered_by, accepted_by, accepted_at);
  }

  std::uint64_t outstanding_packets() const { return generated_packets - delivered_packets; }
  // Returns the latency sum of all packets so far, if the outstanding ones arrived at `tick`.
  std::uint64_t least_latency_sum(Tick tick) const {
    return latency_sum + (outstanding_packets() * tick - outstanding_generation_ticks);
  }
};

inline WindowCounts& WindowCounts::operator+=(const WindowCounts& other) {
  const auto add = [](auto& sums, const auto& more) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += more[i];
  };
  for (const auto count : {&WindowCounts::generated_packets, &WindowCounts::delivered_packets,
                           &WindowCounts::offered_flits, &WindowCounts::ejected_flits,
                           &WindowCounts::latency_sum, &WindowCounts::network_latency_sum,
                           &WindowCounts::hops_sum, &WindowCounts::outstanding_generation_ticks,
                           &WindowCounts::wanted_channels, &WindowCounts::wanted_free})
    this->*count += other.*count;
  latency_max = std::max(latency_max, other.latency_max);
  add(detours, other.detours);
  histogram += other.histogram;
  add(batches, other.batches);
  add(offered_by_source, other.offered_by_source);
  add(accepted_by_source, other.accepted_by_source);
  add(accepted_by_destination, other.accepted_by_destination);
  return *this;
}

// Receives every packet when it leaves its last router.
class ArrivalListener {
 public:
  // The tail of the packet reaches its node at the tick `arrival`.
  virtual void arrives(const PacketRecord& packet, Tick arrival) = 0;

 protected:
  ~ArrivalListener() = default;
};

class Recorder {
 public:
  explicit Recorder(std::size_t nodes) : nodes_(nodes) { open_window(0, 0, 0); }

  // From now on `log` receives every measured packet, and `flows` counts the packets of every pair;
  // each may be nullptr.
  void observe(PacketLog* log, FlowCounts* flows, std::uint32_t ticks_per_cycle) {
    log_ = log;
    flows_ = flows;
    ticks_per_cycle_ = ticks_per_cycle;
    if (flows != nullptr) flows->set_clock(ticks_per_cycle);
    has_observers_ = arrivals_ != nullptr || counts_deliveries_ || log != nullptr ||
                     flows != nullptr || !class_windows_.empty();
  }
  void observe(ArrivalListener* arrivals) {
    arrivals_ = arrivals;
    has_observers_ = true;
  }
  // Counts class_windows() from now on.
  void separate_classes(std::size_t classes) {
    has_observers_ = true;
    class_windows_.resize(classes);
    for (WindowCounts& window : class_windows_) open(window, 0);
  }
  // Counts delivered_packets() and delivered_latency() from now on.
  void count_deliveries() { has_observers_ = counts_deliveries_ = true; }
  // Counts detours of these kinds, and checks the hops of all packets against the limits of the
  // kinds. Both arguments must outlive the recorder.
  void count_detours(const Topology& topology, std::span<const DetourKind> kinds) {
    topology_ = &topology;
    detour_kinds_ = kinds;
    window_.detours.resize(kinds.size());
  }

  // Measures packets created and flits ejected in [from, to), ticks, in `batches` equal intervals
  // by time of creation. Discards all earlier measurements.
  void open_window(Tick from, Tick to, std::size_t batches) {
    from_ = from;
    length_ = to - from;
    open(window_, batches);
    window_.detours.resize(detour_kinds_.size());
    for (WindowCounts& window : class_windows_) open(window, batches);
  }

  void generated(NodeId source, Tick generated_at, std::uint16_t flits,
                 std::uint8_t traffic_class) {
    generated_flits_ += flits;
    if (!in_window(generated_at)) return;
    window_.generate(source, generated_at, flits);
    if (!class_windows_.empty())
      class_windows_[traffic_class].generate(source, generated_at, flits);
  }
  // A sampled head begins to want `channels` channels at `tick`, `free` of which are available.
  void wanted(Tick tick, unsigned channels, unsigned free) {
    if (!in_window(tick)) return;
    window_.wanted_channels += channels;
    window_.wanted_free += free;
  }
  // Flits leave the last router at `tick`, when they count as accepted.
  void ejected(Tick tick, std::uint16_t flits) {
    ejected_flits_ += flits;
    window_.ejected_flits += in_window(tick) ? flits : 0;
  }
  // One flit leaves in each tick of [from, to).
  void ejected_one_by_one(Tick from, Tick to) {
    ejected_flits_ += to - from;
    const Tick first = std::max(from, from_);
    const Tick last = std::min(to, from_ + length_);
    window_.ejected_flits += first < last ? last - first : 0;
  }
  // The tail of a packet leaves the last router at `tick` and reaches its node at `arrival`;
  // number() is the number in its name.
  struct NoNumber {
    std::uint64_t operator()() const { return 0; }
  };
  template <class Number = NoNumber>
  void delivered(const PacketRecord& packet, Tick tick, Tick arrival, const Number& number = {}) {
    last_arrival_ = std::max(last_arrival_, arrival);
    const bool measured = in_window(packet.generated_at);
    if (in_window(tick)) window_.accept(packet);
    if (packet.detour != Detour::kNone) took_detour(packet, measured);
    if (has_observers_) report(packet, tick, arrival, number());
    if (measured) window_.deliver(packet, arrival, batch_of(packet.generated_at));
  }

  // True if deliveries wait to be reported to observers.
  bool has_deliveries_to_report() const { return !deliveries_.empty(); }
  // Reports the deliveries since the last call to the observers, by tick, then in the order of
  // recording. Requires that no delivery of an earlier tick can follow.
  void report_in_order() {
    if (deliveries_.empty()) return;
    std::ranges::stable_sort(deliveries_, {}, &Delivery::tick);
    for (const Delivery& delivery : deliveries_) report(delivery);
    deliveries_.clear();
  }
  // Sorts the deliveries by router, ascending; those of a router stay in the order of recording.
  void order_by_router(const Topology& topology) {
    std::ranges::stable_sort(deliveries_, {}, [&](const Delivery& delivery) {
      return topology.router_of(delivery.packet.destination).value;
    });
  }
  // Appends the unreported deliveries of `other` to those of this recorder.
  void take_over(Recorder& other) {
    deliveries_.insert(deliveries_.end(), other.deliveries_.begin(), other.deliveries_.end());
    other.deliveries_.clear();
  }

  // Does the same between processes: writes all unreported deliveries, or appends those read.
  void hand_over(Archive& archive) {
    std::vector<Delivery> given;
    if (!archive.reads()) given.swap(deliveries_);
    archive(given);
    if (archive.reads()) deliveries_.insert(deliveries_.end(), given.begin(), given.end());
  }

  // The window, common to all parts of a network.
  struct WindowShape {
    Tick from = 0, length = 0;
    std::uint64_t batches = 0;
    bool operator==(const WindowShape&) const = default;
  };
  WindowShape window_shape() const { return {from_, length_, window_.batches.size()}; }

  // Adds the counts of another part of the same network, with the same window.
  void add(const Recorder& other) {
    generated_flits_ += other.generated_flits_;
    ejected_flits_ += other.ejected_flits_;
    last_arrival_ = std::max(last_arrival_, other.last_arrival_);
    delivered_packets_ += other.delivered_packets_;
    delivered_latency_ += other.delivered_latency_;
    window_ += other.window_;
    for (std::size_t c = 0; c < class_windows_.size(); ++c)
      class_windows_[c] += other.class_windows_[c];
  }

  // Requires as many observers, and no unreported deliveries.
  void state(Archive& archive) {
    archive(from_, length_, generated_flits_, ejected_flits_, last_arrival_, delivered_packets_,
            delivered_latency_, window_);
    archive.filled(class_windows_);
    const std::size_t batches = window_.batches.size();
    bool has_sizes = window_.has_sizes(nodes_, batches, detour_kinds_.size());
    for (const WindowCounts& window : class_windows_)
      has_sizes = has_sizes && window.has_sizes(nodes_, batches, 0);
    archive.check(has_sizes, "counts of something else");
    archive.check(batches == 0 ? length_ == 0 : batches == 1 || length_ < (Tick{1} << 63) / batches,
                  "a window of no such length");
  }

  bool in_window(Tick tick) const { return tick - from_ < length_; }  // wraps when tick < from_

  // Whole run.
  std::uint64_t generated_flits() const { return generated_flits_; }
  std::uint64_t ejected_flits() const { return ejected_flits_; }
  Tick last_arrival() const { return last_arrival_; }  // tick; 0 before the first
  // Deliveries since there are observers, measured or not: packets, and their latencies in ticks.
  std::uint64_t delivered_packets() const { return delivered_packets_; }
  std::uint64_t delivered_latency() const { return delivered_latency_; }
  const WindowCounts& window() const { return window_; }
  // Counts per class of traffic; empty if not separated. Without detours and wanted channels.
  std::span<const WindowCounts> class_windows() const { return class_windows_; }

 private:
  struct Delivery {
    Tick tick, arrival;
    PacketRecord packet;
    std::uint64_t number;
  };

  const DetourKind& kind_of(Detour detour) const {
    return detour_kinds_[static_cast<std::size_t>(detour) - 1];
  }
  std::string_view detour_name(Detour detour) const {
    if (detour_kinds_.empty()) return "";
    return detour == Detour::kNone ? "none" : kind_of(detour).name;
  }
  [[gnu::noinline]] void report(const PacketRecord& packet, Tick tick, Tick arrival,
                                std::uint64_t number) {
    const bool measured = in_window(packet.generated_at);
    if (arrivals_ != nullptr) arrivals_->arrives(packet, arrival);
    ++delivered_packets_;
    delivered_latency_ += arrival - packet.generated_at;
    if (!class_windows_.empty()) {
      WindowCounts& window = class_windows_[packet.traffic_class];
      if (in_window(tick)) window.accept(packet);
      if (measured) window.deliver(packet, arrival, batch_of(packet.generated_at));
    }
    if (flows_ != nullptr || (log_ != nullptr && measured))
      deliveries_.push_back({tick, arrival, packet, number});
  }
  void report(const Delivery& delivery) {
    const PacketRecord& packet = delivery.packet;
    const bool measured = in_window(packet.generated_at);
    if (flows_ != nullptr)
      flows_->add(packet, delivery.arrival - packet.generated_at, in_window(delivery.tick),
                  measured);
    if (log_ == nullptr || !measured) return;
    log_->add({packet.source, packet.destination, packet.generated_at, delivery.arrival,
               packet.length, packet.hops, detour_name(packet.detour), ticks_per_cycle_,
               packet.traffic_class, delivery.number});
  }
  [[gnu::noinline]] void took_detour(const PacketRecord& packet, bool measured) {
    const DetourKind& kind = kind_of(packet.detour);
    DetourCount& count = window_.detours[static_cast<std::size_t>(packet.detour) - 1];
    count.packets += measured;
    if (!kind.max_extra_hops) return;
    const std::uint32_t shortest = topology_->structure()->distance(
        topology_->router_of(packet.source), topology_->router_of(packet.destination));
    const std::uint32_t extra = packet.hops - shortest;
    require(!kind.guaranteed || extra <= *kind.max_extra_hops,
            "a packet from node {} to node {} took {} hops more than its shortest path",
            packet.source.value, packet.destination.value, extra);
    if (!measured) return;
    count.beyond += extra > *kind.max_extra_hops;
    count.max_extra_hops = std::max(count.max_extra_hops, extra);
  }
  void open(WindowCounts& window, std::size_t batches) const {
    window = {};
    window.batches.resize(batches);
    for (auto* per_node :
         {&window.offered_by_source, &window.accepted_by_source, &window.accepted_by_destination})
      per_node->resize(nodes_);
  }
  // Batches are equal to within a tick; a window without an end has a single batch.
  std::size_t batch_of(Tick generated_at) const {
    const std::size_t batches = window_.batches.size();
    return batches == 1 ? 0 : (generated_at - from_) * batches / length_;
  }

  std::size_t nodes_;
  const Topology* topology_ = nullptr;
  std::span<const DetourKind> detour_kinds_;
  Tick from_ = 0, length_ = 0;  // the window, ticks
  std::uint64_t generated_flits_ = 0, ejected_flits_ = 0;
  Tick last_arrival_ = 0;
  bool has_observers_ = false;
  WindowCounts window_;
  std::vector<WindowCounts> class_windows_;
  bool counts_deliveries_ = false;
  std::uint64_t delivered_packets_ = 0, delivered_latency_ = 0;
  ArrivalListener* arrivals_ = nullptr;
  PacketLog* log_ = nullptr;
  std::vector<Delivery> deliveries_;
  FlowCounts* flows_ = nullptr;
  std::uint32_t ticks_per_cycle_ = 1;
};

}  // namespace orthant
