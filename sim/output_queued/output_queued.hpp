// The output-queued router of Versaci 2013: state and step. docs/output_queued.md states the model.
//
// Every output port has one queue of whole packets per VC class. A router sends the head of a queue
// without credits. The receiver chooses the packet's next queue at once and for good, or refuses
// the packet, and reports the decision by an acknowledgement on the reverse channel. The packet
// keeps its slot until then; a refused packet then waits again, in the order in which packets
// entered its queue. Queues have strict priority, that of VC 0 first (vcs_of_classes()), and
// acknowledgements come before packets.
//
// Everything is event-driven and exact; a router takes no time. Routers act on each other through
// messages only, packets and acknowledgements, and these take time. So the network is run in rounds
// as long as the fastest message takes. Each router runs through all its events of a round at once,
// so that its state is fetched once per round. Events of one instant happen in the order in which
// they were caused (sim/output_queued/event_order.hpp): the cause of a send is the last event that
// its router handled, and events of nodes come last.
//
// Invariants:
// 1. per queue: free slots + packets waiting + packets sent and not yet acknowledged = its size.
// 2. packets accepted from nodes = packets delivered + packets waiting in queues (of ports and of
//    sinks) + packets on channels + refusals not yet returned.
// 3. a packet waits in one place at most.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "base/fifo.hpp"
#include "base/large_vector.hpp"
#include "sim/node/channel_kinds.hpp"
#include "sim/node/node_model.hpp"
#include "sim/output_queued/event_order.hpp"
#include "sim/output_queued/timing.hpp"

namespace orthant {

// Sizes of the state of a network, used to build it and to predict its memory.
struct OutputQueuedSizes {
  OutputQueuedSizes(const NetworkParts& parts, const OutputQueuedTiming& timing);

  std::size_t routers = 0, nodes = 0;
  std::size_t stride = 0;         // most ports of a router
  std::size_t vcs = 0;            // queues of a port
  std::size_t queue_slots = 0;    // slots of a queue, a power of two
  std::size_t ack_slots = 0;      // pending acknowledgements of a port, likewise
  std::size_t message_slots = 0;  // messages on their way to a port, likewise
  Tick round = 0;                 // shortest delay of a message between routers
  Tick longest_delay = 0;         // longest delay of a message between routers

  // Bytes of the contiguous state of a router, and the offsets of its arrays: data of every event
  // comes first, then the data of single ports, port by port.
  std::size_t router_bytes = 0, ends = 0, free_slots = 0, ports = 0;
  // Bytes of a port's part, and the offsets of its arrays.
  std::size_t port_bytes = 0, queues = 0, acks = 0, messages = 0, slots = 0;

  // Bytes of the slots of all queues.
  std::size_t buffer_bytes() const {
    return routers * stride * vcs * queue_slots * sizeof(std::uint32_t);
  }

 private:
  void size_rings(const NetworkParts& parts, const OutputQueuedTiming& timing);
  void place_arrays();
};

// A packet or an acknowledgement on its way between a node and its router.
struct NodeMessage {
  Tick arrival = 0;
  std::uint32_t packet = 0;
  EventIndex cause = 0;   // cause of a packet
  bool accepted = false;  // acknowledgement: the packet was accepted

  void state(Archive& archive) { archive(arrival, packet, cause, accepted); }
};

struct OutputQueuedSender : Sender {
  using Sender::Sender;

  void state(Archive& archive) {
    Sender::state(archive);
    archive(send_at, channel_free, refused, to_router, to_node);
  }
  void plan_next() {
    next = std::min(generated_at, send_at);
    if (!to_router.empty()) next = std::min(next, to_router.front().arrival);
    if (!to_node.empty()) next = std::min(next, to_node.front().arrival);
  }

  Tick next = kNever;          // the earliest of all below
  Tick generated_at = kNever;  // next generation
  Tick send_at = kNever;       // tick of the next send
  Tick channel_free = 0;
  std::uint32_t outstanding = 0;         // packets that wait for their acknowledgement
  Fifo<std::uint32_t> refused;           // packets to be sent again, oldest first
  Fifo<NodeMessage> to_router, to_node;  // in the order of their arrivals
};

class OutputQueued final : public NodeModel<OutputQueuedSender> {
  friend struct OutputQueuedSizes;

 public:
  OutputQueued(const NetworkParts& parts, const OutputQueuedTiming& timing,
               const OutputQueuedSizes& sizes);
  ~OutputQueued() override;

  // Predicts memory() of a network of these sizes.
  static MemoryEstimate memory_of(const OutputQueuedSizes& sizes);

  Cycle cycles_per_flit() const override;
  void advance(Tick tick) override;
  std::vector<std::uint64_t> channel_flits() const override;
  std::uint64_t flit_hops() const override { return flit_hops_; }
  std::optional<double> refused_fraction() const override;
  std::optional<Tick> standstill_ticks() const override;
  Snapshot snapshot(Snapshot::Purpose purpose) const override;
  bool has_stalled_head() override;
  MemoryEstimate memory() const override;
  void state(Archive& archive) override;      // checkpoint.cpp
  void trace(PacketTracer& tracer) override;  // tracing.cpp

 private:
  class Tracing;

  static constexpr std::uint8_t kNoVc = 0xff;
  static constexpr std::uint8_t kNoPort = 0xff;

  static constexpr Tick kLastTick = Tick{1} << 55;  // a message has space for twice this tick

  // A packet or an acknowledgement on its way to a port of a router.
  struct Message {
    std::uint64_t arrival : 56 = 0;  // tick
    std::uint64_t vc : 6 = 0;        // VC of the queue that the packet left
    std::uint64_t is_ack : 1 = 0;
    std::uint64_t accepted : 1 = 0;  // acknowledgements
    std::uint32_t packet = 0;
    EventIndex cause = 0;

    void state(Archive& archive) {
      std::uint64_t time = arrival;
      std::uint8_t of_vc = vc;
      bool acks = is_ack, takes = accepted;
      archive(time, of_vc, acks, takes, packet, cause);
      archive.check(time <= kLastTick && of_vc < 64, "a message at no such time");
      *this = {.arrival = time,
               .vc = of_vc,
               .is_ack = acks,
               .accepted = takes,
               .packet = packet,
               .cause = cause};
    }
  };
  struct Arrival {
    Message message;
    std::uint8_t port = 0;  // port of the receiver
    std::uint8_t rank = 0;  // among the messages of one cause: the sender's port
    Cause cause() const { return {message.cause, rank}; }
  };

  struct alignas(32) Packet : PacketDescriptor {  // never on two cache lines
    std::uint32_t number = 0;  // order of entry into queues of the router where it is
  };
  struct Queue {               // a ring of sizes_.queue_slots
    std::uint8_t head = 0;     // first of the packets that wait to be sent
    std::uint8_t size = 0;     // packets that wait
    bool moved : 1 = false;    // a packet has left it since the last check for stalled heads
    bool watched : 1 = false;  // it was not empty at that check
  };
  struct Ack {  // an acknowledgement waiting for its channel
    std::uint32_t packet = 0;
    std::uint8_t vc = 0;  // VC of the queue that the packet left
    bool accepted = false;

    void state(Archive& archive) { archive(packet, vc, accepted); }
  };
  // In memory, a port is followed by its queues, [vc]; by a ring of acknowledgements and one of
  // messages on their way to it; and by the slots of its queues, [vc].
  struct Port {
    std::uint64_t sent_flits = 0;   // refused ones included
    std::size_t far_end = 0;        // bytes from the start of state_ to the peer's port
    std::uint32_t peer = 0;         // channel port: neighbour; node port: NodeId
    std::uint16_t kind = 0;         // index into channel_times_
    std::uint16_t waiting_vcs = 0;  // queues with a packet that waits
    std::uint16_t ack_head = 0, acks = 0;
    std::uint16_t message_head = 0, messages = 0;
    std::uint8_t peer_port = 0;
    std::uint8_t straight = kNoPort;  // the port at which packets on this one's ring arrive
    bool exists = false;
    bool on_ring = false;  // the channel that leaves here
  };
  // In memory, a router is followed by the ends of the current transmissions, [port], and by the
  // free slots of queues, [port][vc].
  struct Router {
    std::uint64_t waiting = 0;       // ports with a packet that waits, sinks included
    std::uint64_t acks_waiting = 0;  // ports with an acknowledgement that waits
    std::uint64_t busy = 0;          // ports whose channel was in use at the last event
    Tick next_free = kNever;         // earliest end of a transmission after the last event
    EventIndex last = 0;             // the last event
    std::uint32_t number = 0;        // number of the next packet that enters a queue
    std::uint32_t id = 0;
    std::uint16_t channel_ports = 0;
    std::uint16_t port_count = 0;
  };
  struct ChannelTimes {  // of one kind of channel, in ticks
    Tick latency = 0;
    Tick ack = 0;
    std::vector<Tick> packet = {};  // [flits]
  };
  struct Delivery {
    Tick time = 0;
    std::uint32_t turn = 0;  // order of delivery in the round
    PacketRecord packet;
    Tick arrival = 0;
    std::uint64_t number = 0;  // number in the packet's name
  };
  // Port and VC from which a packet comes.
  struct Origin {
    std::uint8_t port = 0;
    std::uint8_t vc = kNoVc;  // kNoVc: from a node
  };

  // Build (build.cpp).
  void build_routers();
  void build_port(Router& router, unsigned p, const std::vector<ChannelKind>& kinds);
  void build_channel_port(RouterId r, PortId p, const std::vector<ChannelKind>& kinds, Port& port);
  std::vector<ChannelTimes> make_channel_times() const;

  // Rounds.
  void run_round(Tick start, Tick end);
  void run_router(Router& router, Tick end);
  Tick collect_arrivals(Router& router, Tick end);
  void collect_from_nodes(Router& router, Tick end);
  void expect(const Arrival& arrival);
  void report_deliveries();
  void prefetch(std::uint32_t r) const;

  // Arrivals.
  void receive(Router& router, const Arrival& arrival);
  void receive_packet(Router& router, const Arrival& arrival);
  void receive_ack(Router& router, const Arrival& arrival);
  void receive_injected(Router& router, const Arrival& arrival);

  // Decides as the receiver: enters the packet into its next queue, or returns false.
  bool accept(Router& router, std::uint32_t packet, Origin origin);
  bool enter_sink(Router& router, std::uint32_t packet);
  // Lists the candidates at this router, by its free slots where the routing reads them.
  void list_candidates(const Router& router, const PacketDescriptor& packet,
                       CandidateList& out) const;
  std::uint32_t slots_needed(const Router& router, Origin origin, const Candidate& candidate) const;
  void enter(Router& router, std::uint32_t packet, const Candidate& candidate);

  // Sends of a router.
  void send_all(Router& router);
  void send_ack(Router& router, unsigned p);
  void send_packet(Router& router, unsigned p);
  void send_to_sink(Router& router, unsigned p);
  void find_free_channels(Router& router);
  void occupy(Router& router, unsigned p, Tick duration);
  void send(const Port& from, const Message& message);

  // Queues of a port.
  void push_back(Router& router, unsigned p, unsigned vc, std::uint32_t packet);
  void put_back(Router& router, unsigned p, unsigned vc, std::uint32_t packet);
  std::uint32_t pop_front(Router& router, unsigned p, unsigned vc);
  static void set_waiting(Router& router, Port& port, unsigned p, unsigned vc);

  // Nodes (nodes.cpp).
  void run_nodes(Router& router, Tick end);
  void find_next_of_nodes(const Router& router);
  void run_node(Router& router, unsigned p, Tick end);
  void plan_send(OutputQueuedSender& sender) const;
  void send_from_node(const Port& port, unsigned p, Tick end);
  std::uint32_t enter_source_front(NodeId node, OutputQueuedSender& sender);
  static Message at_router(const NodeMessage& message) {
    return {.arrival = message.arrival, .packet = message.packet, .cause = message.cause};
  }

  // Addressing. Each function returns const for const.
  template <class T, class Whole>
  static auto* part(Whole& whole, std::size_t offset) {
    constexpr bool kConst = std::is_const_v<Whole>;
    using Byte = std::conditional_t<kConst, const std::byte, std::byte>;
    using Part = std::conditional_t<kConst, const T, T>;
    return reinterpret_cast<Part*>(reinterpret_cast<Byte*>(&whole) + offset);
  }
  Router& router_at(std::uint32_t r) {
    return *part<Router>(state_.front(), r * sizes_.router_bytes);
  }
  const Router& router_at(std::uint32_t r) const {
    return *part<Router>(state_.front(), r * sizes_.router_bytes);
  }
  auto* ends_of(auto& router) const { return part<Tick>(router, sizes_.ends); }
  // A sink uses VC 0 of its port.
  auto& free_slots(auto& router, unsigned p, unsigned vc) const {
    return part<std::uint8_t>(router, sizes_.free_slots)[p * sizes_.vcs + vc];
  }
  auto& port_at(auto& router, unsigned p) const {
    return *part<Port>(router, sizes_.ports + p * sizes_.port_bytes);
  }
  auto& queue_at(auto& port, unsigned vc) const { return part<Queue>(port, sizes_.queues)[vc]; }
  auto& slot_at(auto& port, unsigned vc, unsigned i) const {
    return part<std::uint32_t>(
        port, sizes_.slots)[vc * sizes_.queue_slots + (i & (sizes_.queue_slots - 1))];
  }
  auto& ack_at(auto& port, unsigned i) const {
    return part<Ack>(port, sizes_.acks)[(port.ack_head + i) & (sizes_.ack_slots - 1)];
  }
  auto& message_at(auto& port, unsigned i) const {
    return part<Message>(port,
                         sizes_.messages)[(port.message_head + i) & (sizes_.message_slots - 1)];
  }
  // Returns the i-th waiting packet of a queue.
  std::uint32_t waiting_at(const Port& port, unsigned vc, unsigned i) const {
    return slot_at(port, vc, queue_at(port, vc).head + i);
  }
  std::size_t queue_number(std::uint32_t r, unsigned p, unsigned vc) const {
    return (r * sizes_.stride + p) * sizes_.vcs + vc;
  }
  const ChannelTimes& times(const Port& port) const { return channel_times_[port.kind]; }
  unsigned vc_of(unsigned vc_class) const { return class_vcs_[vc_class].first; }
  std::uint32_t flits_of(std::uint32_t packet) const {
    return one_length_ != 0 ? one_length_ : descriptors_[packet].length;
  }

  // Inspection (inspect.cpp).
  struct Flight;
  std::vector<Flight> flights() const;
  void add_flits_and_slots(Snapshot& snapshot) const;
  void add_waits(WaitGraph& graph) const;
  template <class Self, class F>
  static void for_each_queue(Self& self, const F& f);
  void add_waits(const Router& router, unsigned p, unsigned vc,
                 const std::vector<std::uint32_t>& packets, const std::vector<std::uint32_t>& free,
                 WaitGraph& graph) const;
  bool add_blockers(const Router& receiver, std::uint32_t packet, Origin origin,
                    const std::vector<std::uint32_t>& free,
                    std::vector<WaitGraph::Vertex>& blockers) const;

  // Checkpoints (checkpoint.cpp).
  void queue_state(Archive& archive, Port& port, unsigned vc);
  void messages_state(Archive& archive, Port& port);
  void acks_state(Archive& archive, Port& port);
  void check_arrival(const Archive& archive, Tick arrival, Tick before) const;
  Tick longest_way() const;
  void restore(const Archive& archive);
  void restore_port(const Archive& archive, Router& router, unsigned p, PacketCheck& packets);
  void restore_node(const Archive& archive, OutputQueuedSender& sender, RouterId here,
                    PacketCheck& packets);
  void check_packet(std::uint32_t id, RouterId here, PacketCheck& packets) const;

  class Occupancy;

  OutputQueuedTiming timing_;
  OutputQueuedSizes sizes_;
  std::vector<ChannelTimes> channel_times_;  // per kind of channel, that of the nodes last
  std::uint32_t half_queue_slots_;  // slots that a packet from a node needs; 0: as any other packet
  Tick source_interval_;
  Tick ejection_latency_;

  std::uint64_t flit_hops_ = 0;
  std::uint64_t sent_packets_ = 0, refused_packets_ = 0;  // between routers
  LargeVector<std::byte> state_;                          // per router
  std::vector<Tick> next_event_;                          // per router, its nodes' included
  std::vector<Tick> next_of_nodes_;                       // per router
  EventOrder order_;
  EventIndex event_ = 0;  // current event
  // Arrivals in this round at the current router, in event order.
  std::vector<Arrival> arrivals_;
  std::size_t next_arrival_ = 0;
  std::vector<Delivery> deliveries_;  // deliveries of the current round
  std::uint32_t one_length_;          // flits of every packet; 0: lengths differ
  LargeVector<Packet> descriptors_;   // per packet of the pool
  std::unique_ptr<Tracing> tracing_;  // set if the network is traced
};

}  // namespace orthant
