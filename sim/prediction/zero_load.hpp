// Latency of a lone packet in an empty network, and the buffer that lets it stream: both follow
// from the delays alone.
#pragma once

#include <cstdint>
#include <span>

#include "sim/input_queued/timing.hpp"
#include "sim/output_queued/timing.hpp"

namespace orthant {

// Channels of equal latency and bandwidth that a packet crosses one after the other, out of routers
// with the same delays.
struct ChannelRun {
  std::uint32_t hops = 0;
  ChannelKind channel;
  std::uint32_t pipeline = 0;  // delays of these routers; see pipelines_of()
};

class InputQueuedZeroLoad {
 public:
  InputQueuedZeroLoad(const Topology& topology, const RouterOptions& router,
                      const NodeChannelOptions& node_channels)
      : timing_(topology, router, node_channels), router_(router), node_channels_(node_channels) {}

  // Returns the latency of a packet of `flits` flits in cycles, from its creation to the arrival of
  // its tail, over a path of these channels to a router with the delays `last_pipeline`. If ports
  // move more than one flit per cycle, the packet is created in cycle 0. Buffers must hold at least
  // the credit loop; if channels and node channels differ in bandwidth, the credit loop of heads.
  double latency(std::span<const ChannelRun> path, std::uint32_t flits,
                 std::uint32_t last_pipeline = 0) const;

  // Returns the least cycles between a flit and the `flits`th flit behind it in the channel of a
  // node, if ports move at most one flit per cycle.
  std::uint64_t node_cycles(std::uint64_t flits) const { return timing_.node_rate().span(flits); }

  // Returns the credit loop of the buffer downstream of a channel in cycles: from the decision to
  // fill a slot to the decision to fill it again. The channel leads from a router with the delays
  // `from_pipeline`, or from a node, to a router with the delays of the other pipeline. `of_heads`:
  // route computation and VC allocation hold up the slot's flit.
  std::uint64_t credit_loop_cycles(const ChannelKind& channel, bool of_heads,
                                   std::uint32_t from_pipeline = 0,
                                   std::uint32_t to_pipeline = 0) const;
  std::uint64_t node_credit_loop_cycles(bool of_heads, std::uint32_t pipeline = 0) const;
  // Flits that the buffer must hold so that one packet streams through it at the channel's full
  // rate.
  std::uint64_t credit_loop_flits(const ChannelKind& channel, bool of_heads,
                                  std::uint32_t from_pipeline = 0,
                                  std::uint32_t to_pipeline = 0) const;
  std::uint64_t node_credit_loop_flits(bool of_heads, std::uint32_t pipeline = 0) const;

 private:
  class Flits;
  double clocked_latency(std::span<const ChannelRun> path, std::uint32_t flits,
                         std::uint32_t last_pipeline) const;

  InputQueuedTiming timing_;
  RouterOptions router_;
  NodeChannelOptions node_channels_;
};

// Latency of a lone packet in the output-queued model: it waits for the next tick of its node, then
// crosses every channel as a whole.
class OutputQueuedZeroLoad {
 public:
  explicit OutputQueuedZeroLoad(const NetworkParts& parts);

  // Wait in cycles from the creation of a packet to the next tick of its node, if packets are
  // equally likely to be created in any cycle.
  struct Wait {
    double least = 0, mean = 0, most = 0;
  };
  const Wait& wait() const { return wait_; }

  // Returns the cycles from that tick to the arrival of a packet of `flits` flits over a path of
  // these channels.
  double latency(std::span<const ChannelRun> path, std::uint32_t flits) const;

 private:
  OutputQueuedTiming timing_;
  NodeChannelOptions node_channels_;
  Wait wait_;
};

}  // namespace orthant
