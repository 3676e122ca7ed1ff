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

// The state of all links; both channels of a link fail together.
class HealthyLinks {
 public:
  explicit HealthyLinks(const Topology& topology) : healthy_(topology.channel_count(), true) {}

  // Makes each link healthy with probability p.
  void draw(const Topology& topology, double p, RandomStream& random);
  void fail(const Topology& topology, ChannelId channel);
  bool is_healthy(ChannelId channel) const { return healthy_[channel.index()]; }

 private:
  std::vector<bool> healthy_;  // per channel
};

// A policy with its order at every offset; for kOptimal, the optimal order at a given p.
struct OrderedPolicy {
  Policy policy;
  std::vector<PolicyOrder> orders;
};

// Counts of messages, per offset.
struct Deliveries {
  std::vector<std::uint64_t> messages;   // sent, by initial offset
  std::vector<std::uint64_t> delivered;  // delivered, by initial offset
  std::vector<std::uint64_t> lost;       // lost, by the offset where they were lost

  explicit Deliveries(std::size_t offsets = 0)
      : messages(offsets), delivered(offsets), lost(offsets) {}
  Deliveries& operator+=(const Deliveries& other);
};

struct FaultStudy {
  std::vector<Deliveries> policies;  // in the given order
  Deliveries shortest_path;          // "delivered": some shortest path is healthy
  Deliveries path;                   // "delivered": some path is healthy
};

// Repeats `trials` times: draws the links of a grid and sends a message from every offset to router
// 0 under each policy. The result does not depend on the number of threads. `done` is called after
// each trial, by one thread at a time; an exception from it ends the work.
FaultStudy sample_faults(const Topology& topology, const Offsets& offsets,
                         std::span<const OrderedPolicy> policies, double p, std::uint32_t trials,
                         std::uint64_t seed, std::size_t threads, FunctionRef<void()> done);

// Sends one message between every two different routers under each policy. `done` is called after
// each destination.
FaultStudy study_faults(const Topology& topology, const Offsets& offsets,
                        std::span<const OrderedPolicy> policies, const HealthyLinks& links,
                        std::uint64_t seed, std::size_t threads, FunctionRef<void()> done);

struct Interval {
  double low = 0;
  double high = 1;
};

// 95 % confidence interval of a probability after `successes` of `trials` (Wilson 1927).
Interval wilson_interval(std::uint64_t successes, std::uint64_t trials);

}  // namespace orthant
