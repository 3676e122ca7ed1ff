// Array sizes of an input-queued network: it is built with these numbers, and its memory is
// predicted from them without building it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/input_queued/timing.hpp"
#include "sim/kernel/cut.hpp"
#include "sim/node/network.hpp"

namespace orthant {

// Returns the lags of packets that move in one piece; all 0 if they must move flit by flit.
PacketLags packet_lags(const NetworkParts& parts, const InputQueuedTiming& timing);

struct InputQueuedSizes {
  InputQueuedSizes(const NetworkParts& parts, const InputQueuedTiming& timing,
                   const PacketLags& lags_of_packets = {});
  // Returns the sizes of one block of the network.
  InputQueuedSizes of_block(const NetworkParts& parts, const Cut& cut, std::size_t block) const;

  std::size_t routers = 0;
  std::size_t ports = 0;       // ports of all routers
  std::size_t most_ports = 0;  // largest port count of a router
  std::size_t nodes = 0;
  std::size_t sources_per_node = 1;
  std::uint32_t vcs = 0;
  std::uint32_t buffer_credits = 0;  // the most of a buffer: flits, or packets with bubble or in
                                     // one piece
  std::uint32_t in_transit_credits = 0;  // left free by packets from nodes (InjectionLimit)
  std::uint16_t ring_slots = 0;          // descriptors of a buffer
  std::size_t max_candidates = 0;        // candidates of a head
  std::size_t wheel_slots = 0;           // ticks of the time wheel, a power of two
  std::uint32_t lookahead = 1;           // ticks of a visit (sim/kernel/kernel.hpp)
  bool has_timers = false;               // some stage of some router takes time
  bool unequal_stages = false;           // stages differ between routers
  bool holds = false;                    // the switch is held for whole packets, flit by flit
  PacketLags lags;                       // lags of packets in one piece
  bool has_levels = false;               // classes of traffic differ in priority
  bool has_rings = false;                // bubbles
  bool has_marks = false;                // critical bubbles
  bool has_paced_channels = false;       // some channel does not take a flit in every tick
  bool has_headers = false;              // packets have headers: adaptive routing
  Arbitration arbitration = Arbitration::kRoundRobin;
  // Delays beyond the wheel; with marks, whose messages never use the wheel, all delays.
  std::vector<std::uint32_t> far_delays;

  // The longest delay that the wheel handles, from any tick of a visit.
  std::size_t wheel_delay() const { return wheel_slots - lookahead; }
  std::size_t sources() const { return nodes * sources_per_node; }
  // Slots of a router: each VC has `stride` ports, the last VC only most_ports.
  std::size_t vc_slots_of_router(std::size_t stride) const {
    return (vcs - 1) * stride + most_ports;
  }
  std::size_t vc_slots(std::size_t stride) const { return routers * vc_slots_of_router(stride); }
  std::size_t output_candidates() const { return ports * vcs * max_candidates; }
  std::size_t next_bits() const { return has_headers ? output_candidates() : 0; }
  std::size_t descriptors() const { return ports * vcs * ring_slots; }
  std::size_t headers() const { return has_headers ? descriptors() : 0; }
  std::size_t rings() const { return has_rings ? ports : 0; }
  std::size_t paced() const { return has_paced_channels ? ports : 0; }
  std::size_t arrivals() const { return routers * wheel_slots; }
  std::size_t timers() const { return has_timers ? routers * wheel_slots : 0; }
  std::size_t ranks(std::size_t stride) const {
    return arbitration == Arbitration::kRoundRobin ? 0 : vc_slots(stride);
  }
  std::size_t arbitration_rngs() const { return arbitration == Arbitration::kRandom ? routers : 0; }
};

}  // namespace orthant
