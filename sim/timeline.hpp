// The course of a run, span by span: flits generated, injected, accepted and delivered, and where
// flits wait. Sampled between calls of Network::advance(), so the step does not know of it.
//
// Tested by: tests/sim/timeline_test.cpp
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/node/network.hpp"

namespace orthant {

// A span of a run: the events of all nodes in it, and the state at its end.
struct TimelineRow {
  Cycle cycle = 0;   // end of the span
  Cycle length = 0;  // cycles
  std::uint64_t generated_flits = 0, injected_flits = 0, accepted_flits = 0;
  std::uint64_t packets = 0;           // packets whose tail left the last router, measured or not
  std::optional<double> latency_mean;  // mean of these packets, cycles; empty without any
  std::uint64_t backlog_flits = 0;     // in source queues at the end
  std::uint64_t network_flits = 0;     // under way at the end
  std::optional<double> channel_load_mean, channel_load_max;  // flits/cycle; empty without channels
  std::span<const std::uint64_t> channel_flits;  // per channel; lives as long as the call
};

// Receives every span when it is over.
class TimelineLog {
 public:
  virtual ~TimelineLog() = default;
  virtual void add(const TimelineRow& row) = 0;
};

class Timeline {
 public:
  // Spans of `every` cycles from cycle 0 on, >= 1. The network and the logs must outlive it.
  Timeline(Network& network, std::vector<TimelineLog*> logs, Cycle every);

  // Returns the cycle at which the current span ends: the network must not be advanced beyond it
  // unless nothing happens there.
  Cycle next() const { return next_; }
  // Ends all spans that are over at `cycle`, which the network has reached.
  void add_until(Cycle cycle);
  // Does the same, and adds a shorter span for the rest.
  void finish(Cycle cycle);

 private:
  struct Totals {  // since cycle 0
    std::uint64_t generated = 0, injected = 0, accepted = 0, packets = 0,
                  latency = 0;  // latency: ticks
    std::vector<std::uint64_t> channel_flits;
  };
  Totals totals() const;
  void add_row(Cycle cycle);

  Network& network_;
  std::vector<TimelineLog*> logs_;
  Cycle every_, next_;
  Cycle last_ = 0;  // end of the last row
  Totals before_;   // totals at the end of the last row
};

}  // namespace orthant
