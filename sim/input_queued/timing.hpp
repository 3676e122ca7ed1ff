// Delays of the input-queued router and of its channels, in ticks: used to build the network and to
// predict it without building it.
//
// A cycle has as many ticks as the fastest port moves flits in it: the rounds of the cycle. Every
// delay is a whole number of cycles, and a port that feeds one flit per cycle acts in round 0
// alone, so that faster ports elsewhere do not change what it does.
//
// A stage of k >= 1 cycles decides in the last of them; a stage of 0 cycles decides in the cycle in
// which the stage before it did. docs/timing_model.md derives the delays.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/node/channel_kinds.hpp"
#include "sim/node/unequal_routers.hpp"
#include "sim/options.hpp"

namespace orthant {

// The flit rate of a channel, from its bandwidth.
struct ChannelRate {
  std::uint32_t interval_num = 1, interval_den = 1;  // cycles between flits, a fraction
  std::uint32_t extra = 0;  // ticks that a flit takes beyond one cycle, on a slow channel

  // A channel takes another flit unless it is busy; `busy_until` is in 1/interval_den cycles.
  bool busy(std::uint64_t busy_until, Cycle cycle) const {
    return busy_until >= (cycle + 1) * interval_den;
  }
  void occupy(std::uint64_t& busy_until, Cycle cycle) const {
    busy_until = std::max(busy_until, cycle * interval_den) + interval_num;
  }
  // Cycles from the first of `flits` + 1 flits to the last.
  std::uint64_t span(std::uint64_t flits) const { return flits * interval_num / interval_den; }
  // True if the channel takes a flit in every cycle.
  bool is_full_rate() const { return interval_num == interval_den; }
  bool operator==(const ChannelRate&) const = default;
};

// The exact number of flits that a port feeds into the switch per cycle: the port acts in that many
// rounds of each cycle, the first ones.
struct PortClock {
  std::int64_t num = 1, den = 1;

  std::uint32_t rounds(Cycle cycle) const {
    const auto c = static_cast<std::int64_t>(cycle % static_cast<Cycle>(den));
    return static_cast<std::uint32_t>((c + 1) * num / den - c * num / den);
  }
  bool operator==(const PortClock&) const = default;
};

// The stages of a router, in ticks unless cycles are named.
class RouterPipeline {
 public:
  RouterPipeline(const RouterDelays& delays, bool speculative, std::uint32_t ticks_per_cycle)
      : delays_(delays), speculative_(speculative), ticks_per_cycle_(ticks_per_cycle) {}

  // True if VC and switch allocation of a head are one stage.
  bool speculates() const;
  // Cycles for which a router delays a head, and no other flit.
  std::uint32_t held_up() const;
  // Cycles that a head takes through the router.
  std::uint64_t cycles() const;
  std::uint32_t head_delay() const;        // front reached to VC allocation
  std::uint32_t switched_delay() const;    // VC granted to switch allocation
  std::uint32_t flit_ready_delay() const;  // flit arrived to switch allocation
  // Delay from the switch decision to arrival at the other end of a channel.
  std::uint32_t flit_delay(std::uint32_t latency_cycles, const ChannelRate& rate) const;
  // Delay from the switch decision to use of the credit at the other end of a channel.
  std::uint32_t credit_delay(std::uint32_t latency_cycles) const;

 private:
  std::uint32_t vc_stage() const;  // cycles of VC allocation, with speculation of both
  // Ticks from the start of a stage to its decision.
  std::uint32_t before_last(std::uint32_t cycles) const {
    return cycles == 0 ? 0 : (cycles - 1) * ticks_per_cycle_;
  }

  RouterDelays delays_;
  bool speculative_;
  std::uint32_t ticks_per_cycle_;
};

// Lags behind the head of a packet that moves in one piece, in ticks; all 0 where packets do not.
struct PacketLags {
  std::uint32_t tail = 0;     // until its tail has left: as many as it has flits
  std::uint32_t arrival = 0;  // until the flit with which it can be routed
  std::uint32_t credit = 0;   // until the flit whose credit makes space for another packet
};

class InputQueuedTiming {
 public:
  // Finds the tick: no channel or switch input moves more than one flit in it.
  InputQueuedTiming(const Topology& topology, const RouterOptions& router,
                    const NodeChannelOptions& node_channels);

  std::uint32_t ticks_per_cycle() const { return ticks_per_cycle_; }
  // The distinct pipelines of routers; one where all routers are alike.
  const std::vector<RouterPipeline>& pipelines() const { return pipelines_; }
  const RouterPipeline& pipeline(RouterId r) const { return pipelines_[pipeline_of(router_, r)]; }

  ChannelRate rate(const Rational& bandwidth) const;
  ChannelRate node_rate() const { return rate(node_channels_.bandwidth); }
  // Rate of ejection; immediate ejection has no channel.
  ChannelRate ejection_rate() const {
    return node_channels_.ejection == Ejection::kImmediate ? ChannelRate{} : node_rate();
  }
  // Clock from the buffers downstream of a channel of this bandwidth into the switch.
  PortClock feed_clock(const Rational& bandwidth) const {
    return clock(router_.input_speedup * at_least_one(bandwidth));
  }
  // Clock from the switch into a channel; with immediate ejection, from a buffer to the node.
  PortClock channel_clock(const Rational& bandwidth) const {
    return clock(at_least_one(bandwidth));
  }
  // True if a cycle has several ticks.
  bool has_rounds() const { return ticks_per_cycle_ > 1; }
  // True if a channel of this rate does not take a flit in every tick.
  bool paces(const ChannelRate& rate) const { return has_rounds() || !rate.is_full_rate(); }
  // True if some channel does not take a flit in every tick.
  bool has_paced_channels(const Topology& topology) const;
  // Delay from source to input VC.
  std::uint32_t injection_delay() const;

  // All delays from a decision of one router to the reaction of another.
  std::vector<std::uint32_t> delays_between_routers(const Topology& topology,
                                                    const PacketLags& lags = {}) const;
  // All delays that occur, ascending, each once.
  std::vector<std::uint32_t> delays(const Topology& topology, const PacketLags& lags = {}) const;

 private:
  static Rational at_least_one(const Rational& rate) { return std::max(rate, Rational(1)); }
  static PortClock clock(const Rational& rate) { return {rate.numerator(), rate.denominator()}; }

  RouterOptions router_;
  NodeChannelOptions node_channels_;
  std::uint32_t ticks_per_cycle_ = 1;
  std::vector<RouterPipeline> pipelines_;
};

}  // namespace orthant
