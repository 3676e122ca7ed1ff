// Deliveries of every pair of nodes, on request: a run without them pays nothing. Memory grows with
// the pairs that have traffic and with the distinct latencies of each.
//
// Tested by: tests/sim/flows_test.cpp
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/ids.hpp"
#include "sim/kernel/packets.hpp"
#include "traffic/traffic.hpp"

namespace orthant {

// Deliveries from one node to another, in the window. Latencies: measured packets, in ticks.
class Flow {
 public:
  void accept(std::uint16_t flits) { accepted_flits_ += flits; }
  void deliver(Tick latency);

  std::uint64_t packets() const { return packets_; }  // measured and delivered
  // Flits of packets whose tail left the last router in the window.
  std::uint64_t accepted_flits() const { return accepted_flits_; }
  std::uint64_t latency_sum() const { return latency_sum_; }
  Tick latency_max() const { return latency_max_; }
  // Returns the latency below which the share q of the packets lies, 0 < q < 1, with the error of a
  // Histogram and no more than the largest. Empty if fewer than one packet lies above it.
  std::optional<double> percentile(double q) const;

 private:
  std::uint64_t packets_ = 0, accepted_flits_ = 0, latency_sum_ = 0;
  Tick latency_max_ = 0;
  // (bin of a Histogram, packets in it), ascending.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> bins_;
};

class FlowCounts {
 public:
  explicit FlowCounts(std::size_t nodes) : of_source_(nodes) {}

  void set_clock(std::uint32_t ticks_per_cycle) { ticks_per_cycle_ = ticks_per_cycle; }
  std::uint32_t ticks_per_cycle() const { return ticks_per_cycle_; }
  // Adds a packet whose tail left its last router, with this latency. `accepted`: it left in the
  // window; `measured`: it was created in the window.
  void add(const PacketRecord& packet, Tick latency, bool accepted, bool measured);

  // Calls f(source, destination, flow) for every pair with an entry, in ascending order.
  template <class F>
  void for_each(const F& f) const {
    for (std::size_t source = 0; source < of_source_.size(); ++source)
      for (const auto& [destination, flow] : of_source_[source])
        f(NodeId{source}, destination, flow);
  }

 private:
  std::vector<std::map<NodeId, Flow>> of_source_;
  std::uint32_t ticks_per_cycle_ = 1;
};

// The most pairs that can be counted: some 120 bytes each, 500 MB, and up to 16 for every packet.
inline constexpr std::size_t kMostFlows = 1u << 22;
// Throws KeyError("output.flows") if more pairs than that have traffic.
void refuse_too_many_flows(const Traffic& traffic, std::size_t nodes);

}  // namespace orthant
