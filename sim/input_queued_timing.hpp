// Delays of the input-queued router and of its channels, in ticks: what the network is built with
// and what is predicted of it without building it.
//
// A stage of k >= 1 cycles decides in the last of them; a stage of 0 cycles decides in the cycle in
// which the stage before it did. docs/timing_model.md derives the delays.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/channel_kinds.hpp"
#include "sim/simulation.hpp"

namespace orthant {

// What a channel's bandwidth means in ticks.
struct ChannelRate {
  std::uint32_t interval_num = 1, interval_den = 1;  // ticks between flits, a fraction >= 1
  std::uint32_t extra = 0;  // ticks that a flit takes beyond one cycle, on a slow channel

  // Ticks from the first of `flits` + 1 flits to the last.
  std::uint64_t span(std::uint64_t flits) const { return flits * interval_num / interval_den; }
};

class InputQueuedTiming {
 public:
  // Finds the tick: the fastest channel sets it, so that no port moves more than one flit per tick.
  InputQueuedTiming(const Topology& topology, const RouterOptions& router,
                    const NodeChannelOptions& nodes);

  std::uint32_t ticks_per_cycle() const { return ticks_per_cycle_; }
  std::uint32_t head_delay() const;        // front reached to VC allocation
  std::uint32_t switched_delay() const;    // VC granted to switch allocation
  std::uint32_t flit_ready_delay() const;  // flit arrived to switch allocation

  ChannelRate rate(const Rational& bandwidth) const;
  ChannelRate node_rate() const { return rate(nodes_.bandwidth); }
  // Immediate: a flit of an input VC per tick.
  ChannelRate ejection_rate() const {
    return nodes_.ejection == Ejection::kImmediate ? ChannelRate{} : node_rate();
  }
  // Switch decision to arrival at the other end of a channel.
  std::uint32_t flit_delay(std::uint32_t latency_cycles, const ChannelRate& rate) const;
  // Switch decision to use of the credit at the other end of a channel.
  std::uint32_t credit_delay(std::uint32_t latency_cycles) const;
  // Source to input VC.
  std::uint32_t injection_delay() const;

  // Every delay that occurs, ascending, each once.
  std::vector<std::uint32_t> delays(const Topology& topology) const;

 private:
  // From the start of a stage to its decision.
  std::uint32_t before_last(std::uint32_t cycles) const {
    return cycles == 0 ? 0 : cycles * ticks_per_cycle_ - 1;
  }

  RouterOptions router_;
  NodeChannelOptions nodes_;
  std::uint32_t ticks_per_cycle_ = 1;
};

}  // namespace orthant
