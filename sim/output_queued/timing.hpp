// Durations of the output-queued model, in ticks: used to build the network and to predict it
// without building it.
//
// Events happen at exact fractions of a cycle. The tick is the largest one in which all durations
// are whole, but no shorter than 10^-6 of a cycle, or a given one; durations that would need a
// finer tick are rounded down.
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/options.hpp"

namespace orthant {

class OutputQueuedTiming {
 public:
  explicit OutputQueuedTiming(const NetworkParts& parts);

  std::uint32_t ticks_per_cycle() const { return ticks_per_cycle_; }
  // Rounds down to whole ticks.
  Tick ticks(const Rational& cycles) const;

  // Time for which a packet or an acknowledgement occupies a channel of this bandwidth.
  Tick flit_ticks(std::uint32_t flits, const Rational& bandwidth) const {
    return std::max<Tick>(flits != 0, ticks(Rational(flits) / bandwidth));
  }
  Tick ack_ticks(const Rational& bandwidth) const { return ticks(ack_flits_ / bandwidth); }
  // Interval between the ticks at which nodes send, at least 1.
  Tick source_interval() const { return std::max<Tick>(1, ticks(source_interval_)); }

 private:
  std::uint32_t common_ticks(const NetworkParts& parts) const;

  std::uint32_t ticks_per_cycle_ = 1;
  Rational ack_flits_;
  Rational source_interval_;
};

}  // namespace orthant
