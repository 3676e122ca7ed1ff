// The data of a packet: a record that lives from its injection to its delivery, and a descriptor
// that travels with its head from buffer to buffer. Body flits are counters, not objects.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "base/archive.hpp"
#include "base/ids.hpp"
#include "base/large_vector.hpp"
#include "routing/routing.hpp"
#include "topology/topology.hpp"
#include "traffic/traffic.hpp"

namespace orthant {

// The progress of a packet; 12 bytes, copied once per hop.
struct PacketProgress {
  std::uint32_t packet = 0;  // index into the PacketPool
  std::uint16_t length = 0;  // flits
  // Oblivious: hops left in the current leg, 0: the path ends here. Adaptive: hops taken.
  std::uint16_t hops = 0;
  std::uint8_t leg = 0;   // oblivious: index of the current leg
  std::uint8_t port = 0;  // oblivious: port and VC class of the current leg
  std::uint8_t vc_class = 0;
  std::uint8_t eject_port = 0;  // node port at the destination router
};

// The data that travels with the head of a packet.
struct PacketDescriptor : PacketProgress {
  Header header;  // adaptive; its destination is set for all
};

static_assert(sizeof(PacketProgress) == 12 && sizeof(PacketDescriptor) == 24);

struct PacketRecord {
  Tick generated_at = 0;  // tick
  Tick injected = 0;      // tick in which the head left the source queue
  NodeId source, destination;
  std::uint16_t length = 0;
  std::uint16_t hops = 0;
  Detour detour : 4 = Detour::kNone;
  std::uint8_t traffic_class : 4 = 0;
  std::uint32_t message : 24 = 0;  // workload: number of the operation that receives the packet
};

static_assert(sizeof(PacketRecord) == 32);

// Names a packet by its source node and its number there, in the order of generation. If the node
// has n classes of traffic, or of messages, class c has the numbers c, c + n, ...
struct PacketName {
  NodeId source;
  std::uint64_t number = 0;

  auto operator<=>(const PacketName&) const = default;
};

// Records of the packets under way, and the legs of their paths; slots are reused.
class PacketPool {
 public:
  explicit PacketPool(std::size_t max_legs) : max_legs_(max_legs) {}

  void release(std::uint32_t id) { free_.push_back(id); }

  // Begins a packet as its source has it, without a path.
  PacketDescriptor begin(const PacketStream::Packet& packet, NodeId source,
                         std::uint8_t traffic_class, const Topology& topology,
                         Cycle ticks_per_cycle) {
    const std::uint32_t id = allocate();
    PacketRecord& record = records_[id] = PacketRecord();
    record.generated_at = packet.generated * ticks_per_cycle;
    record.source = source;
    record.destination = packet.destination;
    record.length = packet.flits;
    record.traffic_class = traffic_class & 0xf;
    PacketDescriptor descriptor;
    descriptor.packet = id;
    descriptor.length = packet.flits;
    descriptor.eject_port = static_cast<std::uint8_t>(topology.port_of(packet.destination).value);
    descriptor.header.destination = topology.router_of(packet.destination);
    return descriptor;
  }

  // Keeps the numbers given to packets from now on; earlier packets have number 0.
  void keep_numbers() { keeps_numbers_ = true; }
  bool keeps_numbers() const { return keeps_numbers_; }
  // Out of line to keep the hot path small: most runs keep no packet numbers.
  [[gnu::noinline]] void set_number(std::uint32_t id, std::uint64_t number) {
    if (id >= numbers_.size()) numbers_.resize(id + std::size_t{1});
    numbers_[id] = number;
  }
  [[gnu::noinline]] std::uint64_t number(std::uint32_t id) const {
    return id < numbers_.size() ? numbers_[id] : 0;
  }
  PacketName name(std::uint32_t id) const { return {records_[id].source, number(id)}; }

  PacketRecord& operator[](std::uint32_t id) { return records_[id]; }
  const PacketRecord& operator[](std::uint32_t id) const { return records_[id]; }

  // Admits a packet from another pool, with the legs of its path.
  std::uint32_t admit(const PacketRecord& record, std::span<const Leg> legs) {
    const std::uint32_t id = allocate();
    records_[id] = record;
    std::ranges::copy(legs, legs_.begin() + static_cast<std::ptrdiff_t>(id * max_legs_));
    return id;
  }
  // Returns the legs of a packet's path; max_legs() of them.
  std::span<const Leg> legs(std::uint32_t id) const {
    return std::span(legs_).subspan(id * max_legs_, max_legs_);
  }
  std::size_t max_legs() const { return max_legs_; }

  // Stores the path of a packet and puts its descriptor at the start of it. Returns its hops.
  std::uint16_t set_path(const Path& path, PacketProgress& packet) {
    assert(path.size() <= max_legs_);
    Leg* legs = legs_.data() + packet.packet * max_legs_;  // null where there is one router
    std::uint16_t hops = 0;
    for (const Leg& leg : path) {
      hops = static_cast<std::uint16_t>(hops + leg.hops);
      *legs++ = leg;
    }
    if (path.size() < max_legs_) legs->hops = 0;
    if (!path.empty()) enter_leg(path[0], packet);
    return hops;
  }

  // Advances the descriptor by a hop of its path.
  void take_hop(PacketProgress& packet) const {
    if (--packet.hops == 0 && ++packet.leg < max_legs_) {
      enter_leg(legs_[packet.packet * max_legs_ + packet.leg], packet);
    }
  }

  void state(Archive& archive) {
    archive(records_, legs_);
    archive.check(legs_.size() == records_.size() * max_legs_, "packets without a path");
    archive.all_below(free_, records_.size(), "packets");
  }
  std::size_t size() const { return records_.size(); }
  std::span<const std::uint32_t> free() const { return free_; }

 private:
  std::uint32_t allocate() {
    if (free_.empty()) {
      records_.emplace_back();
      legs_.resize(legs_.size() + max_legs_);
      return static_cast<std::uint32_t>(records_.size() - 1);
    }
    const std::uint32_t id = free_.back();
    free_.pop_back();
    return id;
  }
  static void enter_leg(const Leg& leg, PacketProgress& packet) {
    packet.port = static_cast<std::uint8_t>(leg.port.value);
    packet.vc_class = leg.vc_class;
    packet.hops = leg.hops;
  }

  std::size_t max_legs_;
  LargeVector<PacketRecord> records_;
  std::vector<Leg> legs_;  // [record][leg]; a path shorter than max_legs_ ends with a leg of 0 hops
  std::vector<std::uint32_t> free_;
  bool keeps_numbers_ = false;
  std::vector<std::uint64_t> numbers_;  // [record]
};

}  // namespace orthant
