// The output-queued router of Versaci 2013: state and step. docs/output_queued.md states the model.
//
// Every output port has one queue of whole packets per VC class. A router sends the head of a queue
// without asking; the receiver chooses the packet's next queue at once and for good, or refuses the
// packet, and says which by an acknowledgement on the reverse channel. The packet keeps its slot
// until then; a refused one is the oldest of its queue again. Classes have strict priority, the
// first one first, and acknowledgements come before packets.
//
// Everything is event-driven and exact; a router takes no time. Events of one instant happen in the
// order in which they were caused, and a router that becomes able to send was caused by the last
// event that it handled. Routers act on each other through messages only, all of which take time,
// so what a router does at an instant depends on its own events alone.
//
// Invariants:
// 1. per queue: free slots + packets waiting + packets sent and not yet acknowledged = its size.
// 2. packets accepted from nodes = packets delivered + packets waiting in queues (of ports and of
//    sinks) + packets on channels + refusals not yet returned.
// 3. a packet waits in one place at most.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/large_vector.hpp"
#include "sim/event_calendar.hpp"
#include "sim/kernel.hpp"
#include "sim/network.hpp"
#include "sim/output_queued_timing.hpp"
#include "sim/packets.hpp"
#include "sim/source.hpp"
#include "sim/timing.hpp"

namespace orthant {

// Sizes and places of the state of a router, all of which lies in one block of memory: the network
// is built with these, and its memory is predicted from them.
struct OutputQueuedSizes {
  OutputQueuedSizes(const NetworkParts& parts, const OutputQueuedTiming& timing);

  static constexpr std::uint32_t kTickSlots = 8;  // ticks of the nodes' clock that are planned

  std::size_t routers = 0, nodes = 0;
  std::size_t stride = 0;        // ports of the router with the most
  std::size_t classes = 0;       // queues of a port
  std::size_t queue_slots = 0;   // of a queue, a power of two
  std::size_t flight_slots = 0;  // packets of a port that may wait for acknowledgements, likewise
  std::size_t reply_slots = 0;   // acknowledgements of a port that may wait, likewise
  Cycle longest_delay = 0;       // ticks, of anything but a birth

  // Bytes from the start of a router's block to its arrays, and from one port's part to the next.
  std::size_t free_at = 0, waiting_classes = 0, queues = 0, ports = 0, slots = 0, sent_flits = 0;
  std::size_t port_stride = 0;
  // Bytes from the start of a port's part to its rings.
  std::size_t replies = 0, flights = 0;
  std::size_t block = 0;  // bytes of a block

 private:
  void place_arrays();
};

class OutputQueued final : public Network {
  friend struct OutputQueuedSizes;

 public:
  OutputQueued(const NetworkParts& parts, const OutputQueuedTiming& timing,
               const OutputQueuedSizes& sizes);

  // What memory() will say of a network of these sizes.
  static MemoryEstimate memory_of(const OutputQueuedSizes& sizes);

  std::uint32_t ticks_per_cycle() const override { return timing_.ticks_per_cycle(); }
  Cycle cycles_per_flit() const override;
  void advance(Cycle tick) override;
  Cycle now() const override { return now_; }
  Recorder& recorder() override { return recorder_; }
  std::vector<std::uint64_t> channel_flits() const override;
  std::uint64_t flit_hops() const override { return flit_hops_; }
  std::optional<double> refused_fraction() const override;
  std::uint64_t flits_inside() const override {
    return injected_flits_ - recorder_.ejected_flits();
  }
  std::vector<std::uint64_t> backlog_flits() const override;
  bool drained() const override;
  void check_conservation() const override;
  bool has_stalled_head() override;
  WaitGraph wait_graph() const override;
  MemoryEstimate memory() const override;

 private:
  static constexpr std::uint8_t kNoClass = 0xff;
  static constexpr std::uint8_t kNoPort = 0xff;

  enum class EventKind : std::uint8_t {
    kPacket,       // a packet arrives over a channel
    kReply,        // an acknowledgement arrives over a channel
    kWake,         // a channel of the router has become free
    kInjected,     // a packet arrives from a node
    kTick,         // nodes may send
    kSourceReply,  // an acknowledgement arrives at a node
    kBirth,        // packets of a node are born
  };
  struct Event {
    Cycle time = 0;
    std::uint32_t target = 0;  // router, or node
    std::uint32_t packet = 0;
    std::uint32_t order = 0;  // set by the calendar
    EventKind kind = EventKind::kWake;
    std::uint8_t port = 0;      // of the target
    std::uint8_t vc_class = 0;  // kPacket: of the queue that it left
    bool accepted = false;      // replies
  };

  struct alignas(32) Packet : PacketDescriptor {  // never on two cache lines
    std::uint32_t number = 0;  // order of entry into queues of the router where it is
  };
  struct Queue {               // a ring of sizes_.queue_slots
    std::uint8_t head = 0;     // of the packets that wait to be sent
    std::uint8_t size = 0;     // packets that wait
    std::uint8_t free = 0;     // slots
    bool moved : 1 = false;    // a packet has left it since the last look for stalled heads
    bool watched : 1 = false;  // it was not empty at that look
  };
  struct Flight {  // a packet sent and not yet acknowledged
    std::uint32_t packet : 28 = 0;
    std::uint32_t vc_class : 4 = 0;
  };
  struct Reply {  // an acknowledgement that waits for its channel
    std::uint32_t packet : 31 = 0;
    std::uint32_t accepted : 1 = 0;
  };
  struct Port {
    std::uint32_t peer = 0;  // channel port: neighbour; node port: NodeId
    std::uint16_t kind = 0;  // index into channel_times_
    std::uint8_t peer_port = 0;
    std::uint8_t straight = kNoPort;  // the port at which packets on this one's ring arrive
    bool exists = false;
    bool on_ring = false;                        // the channel that leaves here
    std::uint16_t flight_head = 0, flights = 0;  // ring of sizes_.flight_slots
    std::uint16_t reply_head = 0, replies = 0;   // ring of sizes_.reply_slots
  };
  struct Router {
    std::uint64_t waiting = 0;   // ports with a packet that waits, sinks included
    std::uint64_t replying = 0;  // ports with an acknowledgement that waits
    Cycle wake_at = kNever;      // earliest end of a transmission after the last event
    Cycle wake_set = kNever;     // time of a wake-up in the calendar, the one pushed last
    std::uint32_t order = 0;     // number of an event pushed just after the last event
    std::uint32_t number = 0;    // of the next packet that enters a queue
    std::uint16_t channel_ports = 0;
    std::uint16_t port_count = 0;
  };
  // Durations on channels of one kind.
  struct ChannelTimes {
    std::vector<Cycle> packet;  // [flits]
    Cycle ack = 0;
    Cycle latency = 0;
  };
  struct Sender {  // sends the packets of a node's source
    Sender(const Traffic& traffic, NodeId node)
        : source(traffic, node),
          routing_random(traffic.seed, node.value, RandomPurpose::kRouting) {}

    Source source;
    std::vector<std::uint32_t> refused;  // packets to be sent again, oldest first
    Cycle channel_free = 0;
    std::uint32_t outstanding = 0;  // packets that wait for their acknowledgement
    bool scheduled = false;         // it sends at a coming tick
    RandomStream routing_random;
  };
  // Where a packet comes from.
  struct Origin {
    std::uint8_t port = 0;
    std::uint8_t vc_class = kNoClass;  // kNoClass: from a node
  };

  // Build (output_queued_build.cpp).
  void build_routers();
  void build_channel_port(RouterId r, PortId p, const std::vector<ChannelKind>& kinds, Port& port);
  void build_channel_times();

  // Events.
  void handle(const Event& event);
  void birth(std::uint32_t node);
  void schedule_birth(std::uint32_t node);
  void receive_packet(const Event& event);
  void receive_reply(const Event& event);
  void receive_injected(const Event& event);
  void receive_source_reply(const Event& event);
  void tick();
  void send_from_node(std::uint32_t node);

  // The decision of a receiver: enters the packet into its next queue, or returns false.
  bool accept(std::uint32_t r, std::uint32_t packet, Origin origin);
  bool has_arrived(std::uint32_t r, const PacketDescriptor& packet) const {
    return adaptive_ != nullptr ? packet.header.destination.value == r : packet.hops_left == 0;
  }
  bool enter_sink(std::uint32_t r, std::uint32_t packet);
  void list_candidates(std::uint32_t r, const PacketDescriptor& packet, CandidateList& out) const;
  // The candidate to take; nullptr: none has room.
  const Candidate* choose(std::uint32_t r, Origin origin) const;
  std::uint32_t room_needed(std::uint32_t r, Origin origin, const Candidate& candidate) const;
  void enter(std::uint32_t r, std::uint32_t packet, const Candidate& candidate);

  std::uint32_t flits_of(std::uint32_t packet) const {
    return one_length_ != 0 ? one_length_ : descriptors_[packet].length;
  }

  // Sends of a router.
  void send_all(std::uint32_t r);
  void send_reply(std::uint32_t r, Router& router, unsigned p);
  void send_packet(std::uint32_t r, Router& router, unsigned p);
  void send_to_sink(std::uint32_t r, Router& router, unsigned p);
  void occupy(std::uint32_t r, Router& router, unsigned p, Cycle duration);
  void set_wake(std::uint32_t r, Router& router);

  // Sends of a node.
  std::uint32_t start_packet(std::uint32_t node, Sender& sender);
  void schedule_send(std::uint32_t node, Sender& sender);

  // Addressing: the arrays of a router.
  template <class T>
  T* at(std::uint32_t r, std::size_t offset) {
    return reinterpret_cast<T*>(&state_[r * sizes_.block + offset]);
  }
  template <class T>
  const T* at(std::uint32_t r, std::size_t offset) const {
    return reinterpret_cast<const T*>(&state_[r * sizes_.block + offset]);
  }
  Router& router_at(std::uint32_t r) { return *at<Router>(r, 0); }
  const Router& router_at(std::uint32_t r) const { return *at<Router>(r, 0); }
  // [port]: end of the present transmission.
  Cycle* free_at(std::uint32_t r) { return at<Cycle>(r, sizes_.free_at); }
  // [port]: flits sent so far, refused ones included.
  std::uint64_t* sent_flits(std::uint32_t r) { return at<std::uint64_t>(r, sizes_.sent_flits); }
  const std::uint64_t* sent_flits(std::uint32_t r) const {
    return at<std::uint64_t>(r, sizes_.sent_flits);
  }
  // [port]: queues with a packet that waits.
  std::uint16_t* waiting_classes(std::uint32_t r) {
    return at<std::uint16_t>(r, sizes_.waiting_classes);
  }
  std::size_t port_part(unsigned p) const { return sizes_.ports + p * sizes_.port_stride; }
  Port& port_at(std::uint32_t r, unsigned p) { return *at<Port>(r, port_part(p)); }
  const Port& port_at(std::uint32_t r, unsigned p) const { return *at<Port>(r, port_part(p)); }
  // A sink uses class 0 of its port.
  Queue& queue_at(std::uint32_t r, unsigned p, unsigned vc_class) {
    return at<Queue>(r, sizes_.queues)[p * sizes_.classes + vc_class];
  }
  const Queue& queue_at(std::uint32_t r, unsigned p, unsigned vc_class) const {
    return at<Queue>(r, sizes_.queues)[p * sizes_.classes + vc_class];
  }
  std::uint32_t* slots_of(std::uint32_t r, unsigned p, unsigned vc_class) {
    return at<std::uint32_t>(r, sizes_.slots) +
           (p * sizes_.classes + vc_class) * sizes_.queue_slots;
  }
  // The i-th packet that waits in a queue.
  std::uint32_t waiting_at(std::uint32_t r, unsigned p, unsigned vc_class, unsigned i) const {
    const unsigned slot = (queue_at(r, p, vc_class).head + i) & (sizes_.queue_slots - 1);
    return at<std::uint32_t>(
        r, sizes_.slots)[(p * sizes_.classes + vc_class) * sizes_.queue_slots + slot];
  }
  Flight* flights_of(std::uint32_t r, unsigned p) {
    return at<Flight>(r, port_part(p) + sizes_.flights);
  }
  // The i-th packet of a port that waits for its acknowledgement.
  const Flight& flight_at(std::uint32_t r, unsigned p, unsigned i) const {
    const unsigned slot = (port_at(r, p).flight_head + i) & (sizes_.flight_slots - 1);
    return at<Flight>(r, port_part(p) + sizes_.flights)[slot];
  }
  Reply* replies_of(std::uint32_t r, unsigned p) {
    return at<Reply>(r, port_part(p) + sizes_.replies);
  }
  std::size_t queue_number(std::uint32_t r, unsigned p, unsigned vc_class) const {
    return (r * sizes_.stride + p) * sizes_.classes + vc_class;
  }
  void push_back(std::uint32_t r, unsigned p, unsigned vc_class, std::uint32_t packet);
  void put_back(std::uint32_t r, unsigned p, const Flight& flight);
  const ChannelTimes& times(const Port& port) const { return channel_times_[port.kind]; }
  unsigned class_of(unsigned vc_class) const { return class_vcs_[vc_class].first; }
  void prefetch(const Event& event) const;

  // Inspection (output_queued_inspect.cpp).
  void check_queues() const;
  template <class F>
  void for_each_queue(const F& f) const;
  template <class F>
  void for_each_waiting_reply(const F& f) const;
  std::vector<std::uint32_t> free_slots_to_come() const;
  void add_waits(std::uint32_t r, unsigned p, unsigned vc_class,
                 const std::vector<std::uint32_t>& free, WaitGraph& graph) const;
  bool add_blockers(std::uint32_t receiver, std::uint32_t packet, Origin origin,
                    const std::vector<std::uint32_t>& free,
                    std::vector<WaitGraph::Vertex>& blockers) const;

  class Occupancy;

  NetworkParts parts_;
  OutputQueuedTiming timing_;
  OutputQueuedSizes sizes_;
  const ObliviousRouting* oblivious_;
  const AdaptiveRouting* adaptive_;
  std::vector<VcRange> class_vcs_;  // per VC class: its queue of a port
  // Per VC class: free slots that a packet needs to enter its queue from another one.
  std::vector<std::uint8_t> entry_room_;
  std::vector<ChannelTimes> channel_times_;  // per kind of channel, that of the nodes last
  std::uint32_t half_room_;  // slots that a packet from a node needs; 0: as any other packet
  Cycle source_interval_;
  Cycle ejection_latency_;

  Cycle now_ = 0;
  std::uint64_t injected_flits_ = 0;
  std::uint64_t flit_hops_ = 0;
  std::uint64_t sent_packets_ = 0, refused_packets_ = 0;  // between routers
  LargeVector<std::byte> state_;                          // [router]: a block
  LargeVector<Sender> senders_;                           // per node
  EventCalendar<Event> calendar_;
  BirthCalendar births_;  // in slots of the calendar
  // Nodes that send at the coming ticks of their common clock, whose period is source_interval_.
  ActiveWheel ticking_;
  std::uint32_t ticks_posted_ = 0;  // bit per slot of ticking_: its kTick is in the calendar
  PacketPool pool_;
  std::uint32_t one_length_;         // of all packets, flits; 0: they differ
  LargeVector<Packet> descriptors_;  // per packet of the pool
  Recorder recorder_;
  CandidateList candidates_;  // scratch
  Path path_;                 // scratch
};

}  // namespace orthant
