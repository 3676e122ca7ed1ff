// Shortest-path policies on a network with failed links: single messages, followed hop by hop.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/policy/shortest_path_policy.hpp"
#include "base/function_ref.hpp"
#include "base/random.hpp"
#include "topology/topology.hpp"

namespace orthant {

// Which links work; both channels of a link fail together.
class HealthyLinks {
 public:
  explicit HealthyLinks(const Topology& topology) : healthy_(topology.channel_count(), true) {}

  // Each link is healthy with probability p.
  void draw(const Topology& topology, double p, RandomStream& random);
  void fail(const Topology& topology, ChannelId channel);
  bool is_healthy(ChannelId channel) const { return healthy_[channel.index()]; }

 private:
  std::vector<bool> healthy_;  // per channel
};

// A policy with its order at every offset, at the p for which that is optimal if it is kOptimal.
struct OrderedPolicy {
  Policy policy;
  std::vector<DimensionOrder> orders;
};

// What became of messages, one row per offset.
struct Deliveries {
  std::vector<std::uint64_t> messages;   // sent, by the offset at which they began
  std::vector<std::uint64_t> delivered;  // of them
  std::vector<std::uint64_t> died;       // by the offset from which no eligible channel was healthy

  explicit Deliveries(std::size_t offsets = 0)
      : messages(offsets), delivered(offsets), died(offsets) {}
  Deliveries& operator+=(const Deliveries& other);
};

struct FaultStudy {
  std::vector<Deliveries> policies;  // as given
  Deliveries shortest_path;          // "delivered" where some shortest path is healthy
  Deliveries path;                   // ... where some path is
};

// `trials` times: draws the links of a grid and sends a message from every offset to router 0 under
// each policy. The same for any number of threads. `done` is called after each trial, from one
// thread at a time; what it throws ends the work.
FaultStudy sample_faults(const Topology& topology, const Offsets& offsets,
                         std::span<const OrderedPolicy> policies, double p, std::uint32_t trials,
                         std::uint64_t seed, std::size_t threads, FunctionRef<void()> done);

// One message between every two different routers under each policy. `done` is called
// after each destination.
FaultStudy study_faults(const Topology& topology, const Offsets& offsets,
                        std::span<const OrderedPolicy> policies, const HealthyLinks& links,
                        std::uint64_t seed, std::size_t threads, FunctionRef<void()> done);

struct Interval {
  double low = 0;
  double high = 1;
};

// 95 % interval of a probability after `successes` of `trials` (Wilson 1927).
Interval wilson_interval(std::uint64_t successes, std::uint64_t trials);

}  // namespace orthant
