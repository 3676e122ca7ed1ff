// What became of the packets of every pair of nodes, for those who ask: a run without them pays
// nothing. Memory grows with the pairs that have traffic and with the different latencies of each.
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

// From one node to another, in the window. Latencies are those of the packets that were measured
// and arrived, in ticks.
class Flow {
 public:
  void accept(std::uint16_t flits) { accepted_flits_ += flits; }
  void deliver(Tick latency);

  std::uint64_t packets() const { return packets_; }  // measured and delivered
  // Of packets whose tail left the last router in the window.
  std::uint64_t accepted_flits() const { return accepted_flits_; }
  std::uint64_t latency_sum() const { return latency_sum_; }
  Tick latency_max() const { return latency_max_; }
  // The latency below which the share q of the packets lies, 0 < q < 1, as far off as that of a
  // Histogram and no more than the largest. Empty where less than one packet lies beyond it.
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
  // The tail of a packet left its last router, with this latency. `accepted`: in the window;
  // `measured`: it was created in it.
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

// Pairs that may be counted: some 120 bytes each, 500 MB, and up to 16 for every packet.
inline constexpr std::size_t kMostFlows = 1u << 22;
// KeyError("output.flows") where more pairs than that have traffic.
void refuse_too_many_flows(const Traffic& traffic, std::size_t nodes);

}  // namespace orthant
