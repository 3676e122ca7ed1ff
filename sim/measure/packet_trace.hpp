// The trace of single packets, event by event: its filter, and the order in which events are
// recorded. docs/trace.md explains each event.
//
// Tested by: tests/sim/packet_trace_test.cpp
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/ids.hpp"
#include "sim/kernel/packets.hpp"

namespace orthant {

// The kinds of events, in the order in which a router records them within one tick.
enum class TraceKind : std::uint8_t {
  kGenerate,   // the packet is created
  kInject,     // a flit leaves the source
  kArrive,     // a flit is in the buffer of an input VC
  kRoute,      // the output of the head is known; with several candidates, that of the first
  kVcGranted,  // the head is granted an output VC
  kBlocked,    // a flit waits, for a cause
  kSwitchWon,  // a flit is given the switch
  kDepart,     // a flit is on the channel downstream of the switch
  kEject       // a flit is at its node
};

// The causes for which a flit waits.
enum class TraceCause : std::uint8_t {
  kNone,
  kBehind,   // another packet is before it in its buffer
  kVcHeld,   // the output VC is held by another packet
  kLostVc,   // other heads were granted the VCs that it requested
  kCredit,   // no space in the buffer downstream of the output VC
  kSwitch,   // another flit was given the input or the output of the switch
  kChannel,  // the channel still takes the flit before
  kLimit,    // router.injection_limit
  kMark,     // the free slot is the marked one of a critical bubble
  kNode,     // the node takes no further request (workload.reply_queue)
  kRefused   // the router had no space and sent the packet back: output-queued
};

// An event of a flit. Ports and VCs that do not apply are kNowhere.
struct TraceEvent {
  static constexpr std::uint8_t kNowhere = 0xff;

  Tick tick = 0;
  PacketName packet = {};
  std::optional<PacketName> by = {};  // blocked: the packet it waits for, where one can be named
  NodeId destination = {};
  RouterId router = {};       // for a generation, an injection and an ejection: the node's router
  std::uint32_t receive = 0;  // workload: number of the operation that receives the packet
  std::uint16_t flit = 0;     // its number in the packet
  std::uint16_t length = 0;   // flits of the packet
  std::uint8_t port = kNowhere, vc = kNowhere;          // input
  std::uint8_t out_port = kNowhere, out_vc = kNowhere;  // output, requested or held
  TraceKind kind = TraceKind::kGenerate;
  TraceCause cause = TraceCause::kNone;  // blocked
};

// The data of a packet that all its events share.
struct TracedPacket {
  PacketName name;
  NodeId destination;
  std::uint32_t receive = 0;  // as in TraceEvent
  std::uint16_t length = 0;
};

// Selects the events that meet all given conditions.
struct TraceFilter {
  std::vector<PacketName> packets = {};                 // empty: any
  std::vector<NodeId> sources = {}, destinations = {};  // empty: any
  Cycle from_cycle = 0;
  std::optional<Cycle> to_cycle = {};  // inclusive
  std::uint64_t one_in = 1;            // traces every one_in-th packet of a stream
  std::uint64_t streams = 1;           // per node, interleaved in packet numbers

  bool wants(const PacketName& packet, NodeId destination) const {
    const auto has = [](const auto& all, const auto& one) {
      return all.empty() || std::ranges::find(all, one) != all.end();
    };
    return packet.number / streams % one_in == 0 && has(sources, packet.source) &&
           has(destinations, destination) && has(packets, packet);
  }
};

// Receives every selected event, by tick, then by router, then in the order of TraceKind, of input
// ports and of VCs.
class TraceLog {
 public:
  virtual ~TraceLog() = default;
  virtual void add(const TraceEvent& event, std::uint32_t ticks_per_cycle) = 0;
  // Called once, after the last event. `missing`: packets of the filter without events.
  virtual void end(const std::vector<PacketName>& missing) = 0;
};

// Buffers events that arrive out of order until all earlier ones are present.
class PacketTracer {
 public:
  PacketTracer(TraceLog& log, const TraceFilter& filter, std::uint32_t ticks_per_cycle)
      : log_(log), filter_(filter), ticks_per_cycle_(ticks_per_cycle), missing_(filter.packets) {}

  // Sets the number of packet streams of each node: see PacketName.
  void set_streams(std::uint64_t streams) { filter_.streams = streams; }
  // Reports an event; fills in the data of its packet.
  void report(const TracedPacket& packet, TraceEvent event) {
    if (!filter_.wants(packet.name, packet.destination)) return;
    event.packet = packet.name;
    event.destination = packet.destination;
    event.receive = packet.receive;
    event.length = packet.length;
    add(event);
  }
  // Called at times when no event before `tick` can follow; flushes earlier events if many wait.
  void settle(Tick tick) {
    if (waiting_.size() < many_) return;
    flush_before(tick);
    many_ = std::max(kMany, 2 * waiting_.size());
  }
  void flush() {
    flush_before(kNever);
    log_.end(missing_);
  }

 private:
  static constexpr std::size_t kMany = 1 << 16;

  void add(const TraceEvent& event) {
    const Cycle cycle = event.tick / ticks_per_cycle_;
    if (cycle < filter_.from_cycle || (filter_.to_cycle && cycle > *filter_.to_cycle)) return;
    if (!missing_.empty()) std::erase(missing_, event.packet);
    waiting_.push_back(event);
  }
  void flush_before(Tick tick);

  TraceLog& log_;
  TraceFilter filter_;
  std::uint32_t ticks_per_cycle_;
  std::vector<PacketName> missing_;
  std::vector<TraceEvent> waiting_;
  std::size_t many_ = kMany;
};

}  // namespace orthant
