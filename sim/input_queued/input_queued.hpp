// The input-queued virtual-channel router with credits: state and step. docs/life_of_a_flit.md
// walks a flit through it; docs/timing_model.md states its timing.
//
// A network is one such object, or several, each with a block of the routers (sim/kernel/cut.hpp);
// a channel from one block to another ends in a message buffer.
//
// Two cycles lie between a decision and its use by another router, so the order in which routers
// are stepped cannot matter and no state is double-buffered.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/blocks/block.hpp"
#include "sim/input_queued/allocators.hpp"
#include "sim/input_queued/buffered_packets.hpp"
#include "sim/input_queued/sizes.hpp"
#include "sim/input_queued/state.hpp"
#include "sim/input_queued/timing.hpp"
#include "sim/input_queued/tracing.hpp"
#include "sim/kernel/bits.hpp"
#include "sim/kernel/cut.hpp"
#include "sim/kernel/kernel.hpp"
#include "sim/node/node_model.hpp"
#include "sim/rules/injection_limit.hpp"
#include "sim/rules/selection.hpp"
#include "sim/rules/space.hpp"

namespace orthant {

template <MaskShape kShape>
class StateCheck;  // sim/input_queued/state_check.hpp

template <MaskShape kShape>
class InputQueued final : public NodeModel<InputQueuedSender, Block>, private ArrivalListener {
 public:
  // Builds a block of a network, with the sizes of the block.
  InputQueued(const NetworkParts& parts, const InputQueuedTiming& timing,
              const InputQueuedSizes& sizes, const Cut& cut, std::uint32_t block);

  // Predicts memory() of a network of these sizes.
  static MemoryEstimate memory_of(const InputQueuedSizes& sizes);

  void advance(Tick tick) override;

  // Block (sim/blocks/block.hpp).
  void visit(Tick to) override;
  Tick lookahead() const override { return lookahead_; }
  std::uint64_t visits() const override { return visits_; }
  void flush_counts() override;
  bool idles() const override;
  void skip_to(Tick to) override;
  Tick next_generation() const override { return next_generation_tick(); }
  Recorder& own_recorder() override { return recorder_; }
  // Boundaries (boundaries.cpp).
  std::vector<std::uint32_t> neighbors() const override;
  std::vector<BorderVc> export_boundary(std::uint32_t to) const override;
  void import_boundary(std::span<const BorderVc> ends) override;
  MessageBuffer& outbox(std::uint32_t to) override { return outboxes_[to]; }
  void connect(std::uint32_t neighbor, const MessageBuffer& inbox) override {
    links_.push_back({&inbox, &outboxes_[neighbor]});
  }
  // Inspection (inspect.cpp, activity.cpp, boundaries.cpp).
  Census census() const override;
  std::vector<BorderVc> export_boundary(std::uint32_t to, const Census& found) const override;
  void import_boundary(std::span<const BorderVc> ends, Census& found) const override;
  void add_to(Snapshot& snapshot, const Census& found) const override;
  std::vector<std::uint64_t> port_flits() const override;
  std::vector<std::uint64_t> backlogs_of_block() const override {
    return NodeModel::backlog_flits();
  }
  // State (checkpoint.cpp).
  void block_state(Archive& archive) override;
  void candidates_state(Archive& archive);
  void restore(const Archive& archive, const Census& found) override;

  void release(std::uint32_t frame, Cycle cycle) override;
  std::vector<std::uint64_t> backlog_flits() const override;
  std::vector<std::uint64_t> channel_flits() const override;
  std::uint64_t flit_hops() const override;
  void count_activity() override;
  Snapshot snapshot(Snapshot::Purpose purpose) const override;
  bool has_stalled_head() override;
  MemoryEstimate memory() const override;
  void state(Archive& archive) override;
  void trace(PacketTracer& tracer) override;

 private:
  friend class Tracing<kShape>;
  friend class StateCheck<kShape>;
  using State = InputQueuedState<kShape>;
  static constexpr unsigned kStride = State::kStride;
  static constexpr std::uint8_t kNoVc = State::kNoVc;
  static constexpr std::uint16_t kNoOwner = State::kNoOwner;
  static constexpr bool kWholePackets = State::kWholePackets, kTraced = kShape.traced;
  // A router samples its heads once in this many ticks, staggered by router id: counting every head
  // would cost a tenth of the time, and a prime period avoids rhythms of traffic. No counter
  // is needed, so the order in which routers are stepped does not matter.
  static constexpr unsigned kTicksPerSample = 17;
  using Mask = typename State::Mask;
  using Count = typename State::Count;
  using FalseIfWholePacket = typename State::FalseIfWholePacket;
  using TrueIfWholePacket = typename State::TrueIfWholePacket;
  using InputVc = typename State::InputVc;
  using OutputVc = typename State::OutputVc;
  using Arrivals = typename State::Arrivals;
  using Port = typename State::Port;
  using Border = typename State::Border;
  using PortInfo = typename State::PortInfo;
  using PortPace = typename State::PortPace;
  using Rings = typename State::Rings;
  using Router = typename State::Router;
  using Marks = typename State::Marks;
  using Timers = typename State::Timers;
  using EventKind = typename State::EventKind;
  using Stages = typename State::Stages;
  using Event = typename State::Event;
  using Passing = typename State::Passing;

  // Build (build.cpp).
  void set_classes();
  void set_stages(const InputQueuedTiming& timing);
  void place_senders();
  void build_routers(const InputQueuedTiming& timing, const InputQueuedSizes& sizes,
                     const Cut& cut);
  void build_channel_port(const InputQueuedTiming& timing, RouterId r, PortId p, const Cut& cut,
                          Port& port, PortInfo& info);
  void build_node_port(const InputQueuedTiming& timing, RouterId r, Port& port, PortInfo& info);
  void set_pace(const InputQueuedTiming& timing, Port& port, PortInfo& info, const Rational& in,
                const Rational& out);
  std::uint16_t index_of(const PortClock& clock);
  void build_arrays(const InputQueuedSizes& sizes);
  void set_addresses();
  void fill_buffers(const InputQueuedSizes& sizes);
  void mark_slots();

  void restore_sources(const Archive& archive);
  void restore_alarms();
  // True between two ticks if a packet in one piece is leaving, or its end is not yet processed.
  bool amid_packet(const InputQueuedSender& sender) const {
    return kWholePackets && now_ != 0 && sender.busy_until >= now_;
  }

  void visit_routers(Tick to);
  void begin_tick();

  // Messages to and from other blocks (messages.hpp).
  // A port with a delay of kBorder or more leads to a border.
  static std::size_t border_number(Tick delay) { return delay - State::kBorder; }
  void send_across(const Event& event, const Border& border);
  void send_head_across(const Port& out, unsigned vc, std::uint16_t ring_slot,
                        const PacketDescriptor& packet);
  void drain_inboxes();
  void drain(const BoundaryMessages& messages);
  void clear_outboxes();

  // Phases of the step (step.hpp gives their order) and their variants.
  void step(LocalRouter r);
  void step_unequal(LocalRouter r);
  Mask receive_flits(LocalRouter r, Router& router, const Mask& flits);  // returns new fronts
  void receive_credits(Router& router, const Mask& credits);
  void run_timers(LocalRouter r, Router& router);
  void fetch_fronts(LocalRouter r, Router& router, const Mask& fronts);
  void allocate_vcs(LocalRouter r, Router& router, const Mask& heads);
  Mask consume(Router& router, const Mask& requests);  // immediate ejection; returns the rest
  void allocate_switch(Router& router, const Mask& requests);
  void allocate_switch_general(Router& router, const Mask& all);
  Matching allocate_held(Router& router, const Mask& requests);
  Mask without(const Router& router, const Mask& requests, const Matching& ports) const;
  void hold_for(const Router& router, const Mask& sent);
  void allocate_speculatively(Router& router, const Mask& heads);
  Matching ports_of(const Router& router, const Mask& requests) const;
  void inject(LocalRouter r, Router& router);

  // Variants for packets in one piece (packets.hpp).
  void end_packets(Router& router, const Mask& tails) requires(kShape.whole_packets);
  void hold_ports(Router& router, unsigned bit, const InputVc& vc) requires(kShape.whole_packets);
  void begin_ejections(const Router& router) requires(kShape.whole_packets);
  void inject_packet(LocalRouter r, Router& router, InputQueuedSender& sender,
                     std::uint8_t node_port) requires(kShape.whole_packets);
  void end_injections() requires(kShape.whole_packets);
  void end_ejections() requires(kShape.whole_packets);
  void settle() requires(kShape.whole_packets);
  void count_injected(Passing& passing) requires(kShape.whole_packets);
  void count_ejected(Passing& passing, Tick to) requires(kShape.whole_packets);

  // Parts of the phases.
  Mask requests_of(const Router& router) const;
  Mask acting(const Router& router, const Mask& inputs) const;  // ports that act in this round
  void route(LocalRouter r, Router& router, unsigned bit, const PacketProgress& packet);
  OutputCandidate output_candidate(const Router& router, unsigned bit, std::uint16_t length,
                                   unsigned out, unsigned vc_class) const;
  // Does the same for a candidate listed by the routing; `first`: VC class 0 of its message class.
  OutputCandidate output_candidate(const Router& router, unsigned bit, std::uint16_t length,
                                   unsigned first, const Candidate& listed) const {
    OutputCandidate candidate =
        output_candidate(router, bit, length, listed.port.value, first + listed.vc_class);
    candidate.escape = listed.escape;
    return candidate;
  }
  // Returns the function credits(vc) of an output port.
  auto credits_at(const Router& router, unsigned p) const {
    return [outputs = router.outputs, p](unsigned vc) { return outputs[bit_of(p, vc)].credits; };
  }
  std::uint32_t free_credits(const Router& router, const OutputCandidate& candidate) const {
    std::uint32_t credits = 0;
    for_each_bit(candidate.vcs,
                 [&](unsigned vc) { credits += output(router, candidate.port, vc).credits; });
    return credits;
  }
  // True if the channel is on a bubble ring that the packet does not yet use in this VC class.
  bool enters_ring(const Router& router, unsigned bit, unsigned out, unsigned vc_class) const {
    const std::uint32_t ring = rings_.empty() ? 0 : rings(router, out).out;
    return ring != 0 && (rings(router, port_of(bit)).in != ring ||  // 0 at a node port
                         class_of_vc_[vc_of(bit)] != vc_class);
  }
  // Returns the candidate's VCs that are unowned and have the space that it needs.
  std::uint16_t available(const Router& router, const OutputCandidate& candidate) const {
    return vcs_with_space(port(router, candidate.port).free_vcs & candidate.vcs, candidate.space,
                          credits_at(router, candidate.port));
  }
  // Counts the channels a head wants and those of them that would take it now.
  void sample_wanted(const Router& router, unsigned bit);
  // Returns the candidate to request now and its available VCs; none: the head must wait.
  using Choice = Chosen<OutputCandidate, std::uint16_t>;
  Choice choose(const Router& router, unsigned bit);
  // Does the same where rules of sim/rules/ restrict the choice further: critical bubbles,
  // router.injection_limit, and nodes that are full of requests.
  Choice choose_general(const Router& router, unsigned bit);
  InjectionLimit limit_of(const Router& router, unsigned bit) const {
    const bool from_node = port_of(bit) >= router.channel_ports;
    return from_node ? parts_.router.injection_limit : InjectionLimit::kNone;
  }
  // Returns the credits that injection_limit asks for: for the front packet, which comes from a
  // node, and for packets in transit.
  std::uint32_t wanted_credits(const Router& router, unsigned bit) const {
    return (packet_credits_ ? 1 : input(router, bit).front_length) + in_transit_credits_;
  }
  ChannelVcs channel_vcs(const Router& router, unsigned p) const {
    return {info(router, p).vcs, info(router, p).buffer_credits};
  }
  // Critical bubbles (bubbles.hpp).
  Marks& marks(const Router& router, unsigned p) { return marks_[router.first_port + p]; }
  const Marks& marks(const Router& router, unsigned p) const {
    return marks_[router.first_port + p];
  }
  std::uint16_t reserved_by_mark(const Router& router, unsigned bit,
                                 const OutputCandidate& candidate) const;
  void request_token_move(const Router& router, unsigned bit);
  void take_slot(const Router& router, unsigned bit);
  void return_mark(Router& router, unsigned bit);
  void return_marks(Router& router, const Mask& sent);
  void move_mark(const Event& event);
  void set_waiting(Router& router, unsigned bit, bool waiting);
  static std::uint8_t accept_pointer(const InputVc& vc, unsigned out_port);
  void grant_vc(LocalRouter r, Router& router, unsigned bit, const OutputCandidate& granted,
                unsigned vcs, bool first);
  void admit_to_switch(LocalRouter r, Router& router, unsigned bit);
  void match_heads_again(LocalRouter r, Router& router, const Mask& heads);
  void match_heads(LocalRouter r, Router& router, const Mask& heads, bool first);
  Matching contest(Router& router, const Mask& requests);
  bool send_without_conflict(Router& router, const Mask& requests);
  using Arbiters = RoundRobin<kStride, Port>;
  Arbiters arbiters_of(const Router& router) const { return {router.ports, vcs_}; }
  // Returns the VCs of an input port that request an output port.
  unsigned vcs_asking(const Router& router, const Mask& requests, unsigned in, unsigned out) const;
  // Returns those of vcs_asking() whose packets have the highest priority.
  unsigned vcs_asking_first(const Router& router, const Mask& requests, unsigned in,
                            unsigned out) const;
  auto by_rank(const Router& router, const Mask& requests) const;
  template <class AnyArbiters>
  auto by_level(const Router& router, const Mask& requests, const AnyArbiters& arbiters) const;
  template <bool kMayWaste, class AnyArbiters, class Match>
  Matching match_ports(Router& router, const Mask& requests, const AnyArbiters& arbiters,
                       const Match& match);
  template <bool kMayWaste, class AnyArbiters>
  Matching match_islip(Router& router, const Mask& requests, const AnyArbiters& arbiters);
  Matching match_general(Router& router, const Mask& requests);
  template <class Use>
  Matching with_arbiters(Router& router, const Mask& requests, const Use& use);
  template <class AnyArbiters>
  Matching match_by_allocator(Router& router, const Mask& requests, const AnyArbiters& arbiters);
  template <class AnyArbiters>
  Matching match_separable(Router& router, const Mask& requests, const AnyArbiters& arbiters);
  void see_head(LocalRouter r, Router& router, unsigned bit, const PacketProgress& packet);
  void set_rank(Router& router, unsigned bit, const PacketProgress& packet);
  void draw_ranks(Router& router, const Mask& contestants);
  std::uint64_t rank(const Router& router, unsigned bit) const { return ranks_[slot(router, bit)]; }
  unsigned level(const Router& router, unsigned bit) const { return levels_[slot(router, bit)]; }
  Mask behind(const Router& router, const Mask& requests, const Matching& matching,
              std::uint32_t flits) const;
  void send(Router& router, unsigned bit, InputVc& vc);
  bool take_flit(Router& router, unsigned bit, InputVc& vc);  // true for a tail
  void send_to_neighbor(Router& router, unsigned bit, const InputVc& vc, Port& out, bool head);
  void eject(const Router& router, unsigned bit, const InputVc& vc, const Port& out, bool tail);
  void release_output_vc(Router& router, const InputVc& vc, Port& out);
  void finish_packet(Router& router, unsigned bit, InputVc& vc);
  void start_packet(LocalRouter r, const Router& router, InputQueuedSender& sender,
                    std::uint8_t node_port);
  std::uint16_t vc_of_nic(const InputQueuedSender& sender, std::uint16_t vcs) const;
  std::uint32_t injection_space(const Router& router, const InputQueuedSender& sender,
                                unsigned node_port) const;
  bool choose_injection_vc(const Router& router, InputQueuedSender& sender, std::uint8_t node_port,
                           std::uint16_t vcs) const;
  // Returns the senders of the node at a port of this channel.
  InputQueuedSender* sources_of(const PortInfo& channel) {
    return &senders_[channel.channel * sources_per_node_];
  }
  void inject_one(LocalRouter r, Router& router, std::uint8_t node_port);
  bool inject_flit(LocalRouter r, Router& router, InputQueuedSender& sender, std::uint8_t node_port,
                   std::uint16_t vcs);
  void schedule_generation(const InputQueuedSender& sender, Tick tick);
  void generate_packets(Router& router);
  void generate(std::uint32_t source);

  // Ranks of a workload (workload.hpp).
  void arrives(const PacketRecord& packet, Tick arrival) override;
  void wake(std::uint32_t number);
  void set_alarm(std::uint32_t place);
  void take_alarms();
  bool follow(InputQueuedSender& sender, Tick tick);
  bool node_has_space(const Router& router, unsigned bit) const;
  bool enter_node(Router& router, unsigned bit);

  // The current cycle.
  Cycle cycle() const { return has_rounds_ ? cycle_ : now_; }
  bool acts(std::uint16_t clock) const { return !has_rounds_ || rounds_[clock] > round_; }
  // True if the channel is still taking the previous flit.
  bool output_busy(const Router& router, unsigned p) const {
    return port(router, p).paced && pace(router, p).rate.busy(busy_until(router, p), cycle());
  }

  // Sends messages to a router, this one included.
  void post(const Port& to, unsigned bit, EventKind kind, Tick delay);
  void post_timer(LocalRouter router, unsigned bit, EventKind kind, Tick delay);
  void post_far(const Event& event, Tick delay);
  void post_on_line(const Event& event, Tick delay, Tick sent);
  void deliver(const Event& event, Tick tick);

  // Addressing.
  static unsigned vc_of(unsigned bit) { return bit / kStride; }
  static unsigned port_of(unsigned bit) { return bit % kStride; }
  static unsigned bit_of(unsigned port, unsigned vc) { return vc * kStride + port; }
  // Every flit touches its VCs: they are addressed by bit, with gaps where a router has fewer ports
  // than kStride. Only heads touch rings and candidates: these lie without gaps.
  InputVc& input(const Router& router, unsigned bit) const { return router.inputs[bit]; }
  OutputVc& output(const Router& router, unsigned port, unsigned vc) const {
    return router.outputs[bit_of(port, vc)];
  }
  Port& port(const Router& router, unsigned p) const { return router.ports[p]; }
  LocalRouter number_of(const Router& router) const {
    return LocalRouter{static_cast<std::size_t>(&router - routers_.data())};
  }
  RouterId id_of(LocalRouter r) const {
    if (listed_) [[unlikely]]
      return list_[r.index()];
    return RouterId{first_router_ + r.value};
  }
  std::size_t slot(const Router& router, unsigned bit) const {
    return static_cast<std::size_t>(router.inputs - inputs_.data()) + bit;
  }
  std::size_t buffer(const Router& router, unsigned bit) const {
    return (router.first_port + port_of(bit)) * vcs_ + vc_of(bit);
  }
  const PacketProgress* ring(const Router& router, unsigned bit) const {
    return &packets_[packets_.place(buffer(router, bit), 0)];
  }
  // Returns the header of the front packet; adaptive routing only.
  Header& front_header(const Router& router, unsigned bit) {
    return packets_.header(packets_.place(buffer(router, bit), input(router, bit).ring_read));
  }
  OutputCandidate* mutable_candidates(const Router& router, unsigned bit) {
    return &output_candidates_[buffer(router, bit) * max_candidates_];
  }
  // Returns the next header bits for each candidate; adaptive routing only.
  std::uint32_t* next_bits(const Router& router, unsigned bit) {
    return &next_bits_[buffer(router, bit) * max_candidates_];
  }
  // Returns the candidates of the head that waits in this VC.
  std::span<const OutputCandidate> candidates(const Router& router, unsigned bit) const {
    return {&output_candidates_[buffer(router, bit) * max_candidates_],
            input(router, bit).candidate_count};
  }
  // True if the packet at the front of the buffer may be routed.
  bool front_complete(const Router& router, unsigned bit, const InputVc& vc) const {
    return !store_forward_ || vc.occupancy >= ring(router, bit)[vc.ring_read].length;
  }
  PortInfo& info(const Router& router, unsigned p) { return port_infos_[router.first_port + p]; }
  const PortInfo& info(const Router& router, unsigned p) const {
    return port_infos_[router.first_port + p];
  }
  const PortPace& pace(const PortInfo& info) const { return paces_[info.pace]; }
  const PortPace& pace(const Router& router, unsigned p) const { return pace(info(router, p)); }
  // Busy time of a paced port's channel; see ChannelRate.
  std::uint64_t& busy_until(const Router& router, unsigned p) {
    return busy_until_[router.first_port + p];
  }
  std::uint64_t busy_until(const Router& router, unsigned p) const {
    return busy_until_[router.first_port + p];
  }
  const Rings& rings(const Router& r, unsigned p) const { return rings_[r.first_port + p]; }
  std::size_t in_tick(LocalRouter r, Tick tick) const {
    return r.index() * wheel_slots_ + (tick & (wheel_slots_ - 1));
  }
  Arrivals& arrivals(LocalRouter r, Tick tick) { return arrivals_[in_tick(r, tick)]; }
  Timers& timers(LocalRouter r, Tick tick) { return timers_[in_tick(r, tick)]; }

  // Inspection (inspect.cpp).
  const Border& border(const Port& port) const { return borders_[border_number(port.flit_delay)]; }
  // Index in Census::lent and Census::behind.
  std::size_t border_vc(const Port& port, unsigned vc) const {
    return border_number(port.flit_delay) * vcs_ + vc;
  }
  template <class F>
  void for_each_border(const F& f) const;
  BufferState behind(const Port& out, unsigned vc, const Census& found) const;
  std::uint16_t unsent(const Router& router, unsigned p, unsigned vc) const;
  RouterId peer_id(const Router& router, unsigned p) const;
  void add_packets(Census& found) const requires(kShape.whole_packets);
  WaitGraph::Vertex vertex(RouterId r, unsigned bit) const {
    return static_cast<WaitGraph::Vertex>(r.index() * vc_slots_ + bit);
  }
  WaitGraph::Vertex vertex(const Router& router, unsigned bit) const {
    return vertex(id_of(number_of(router)), bit);
  }
  WaitGraph::Vertex downstream_vertex(const Router& router, unsigned p, unsigned vc) const {
    return vertex(peer_id(router, p), bit_of(port(router, p).peer_port, vc));
  }
  template <class F>
  void for_each_event(const F& f) const;
  std::uint32_t credits_to_come(const Router& router, unsigned p, unsigned vc,
                                const Census& found) const;
  void add_flits_and_slots(Snapshot& snapshot, const Census& found) const;
  void add_slots(Snapshot& snapshot, const Router& router, const Census& found) const;
  void add_holders(Snapshot& snapshot, const Router& router) const;
  void add_marks(Snapshot& snapshot) const;
  void add_activity(const Census& found, std::span<RouterActivity> all) const;
  std::uint32_t packets_downstream(const Router& router, unsigned p, unsigned vc,
                                   const Census& found) const;
  void add_waits(LocalRouter r, const Census& found, WaitGraph& graph) const;
  bool mark_can_go(const Router& router, unsigned out, unsigned vc, const Census& found) const;
  bool add_blockers(LocalRouter r, unsigned bit, const Census& found,
                    std::vector<WaitGraph::Vertex>& blockers) const;
  bool add_blockers_of_replies(const Router& router, unsigned p, const Census& found,
                               std::vector<WaitGraph::Vertex>& blockers) const;

  class Occupancy;

  // First VC class of a packet's message class.
  unsigned first_class(const PacketProgress& packet) const {
    return has_message_classes_ ? first_class_of(pool_[packet.packet].traffic_class) : 0;
  }
  unsigned first_class_of(std::size_t source) const {
    const std::size_t classes = parts_.routing.traits().vc_classes.size();
    return static_cast<unsigned>(parts_.message_class_of(source) * classes);
  }
  std::uint16_t vcs_of_source(std::size_t source) const {
    return message_vcs_[parts_.message_class_of(source)];
  }

  std::uint32_t block_;
  std::uint32_t first_router_;  // lowest router id of the block
  bool listed_;                 // the block's routers are not consecutive, but in list_
  std::vector<RouterId> list_;  // [router]
  std::vector<Border> borders_;
  std::vector<MessageBuffer> outboxes_;  // [block]
  std::vector<NeighborLink> links_;
  std::uint64_t visits_ = 0;          // counted in networks of several blocks
  std::uint64_t drained_visits_ = 0;  // visits whose messages have been read

  std::vector<std::uint8_t> class_of_vc_;   // [VC]: as class_vcs_
  std::vector<std::uint16_t> message_vcs_;  // [message class]: VCs
  std::uint32_t vcs_;
  bool bubble_;                         // flow control counts packets
  FalseIfWholePacket critical_bubble_;  // one packet slot of each ring is marked
  FalseIfWholePacket vc_rings_;         // each VC of an escape is a ring of its own
  TrueIfWholePacket packet_credits_;    // a credit is space for a packet
  FalseIfWholePacket store_forward_;
  bool plain_islip_;                   // one iteration, round robin
  bool plain_switch_;                  // one round a cycle, for flits of packets that hold a VC
  FalseIfWholePacket holds_;           // the switch is held for whole packets, flit by flit
  FalseIfWholePacket queues_replies_;  // nodes may be full of requests
  bool slow_vc_choice_;
  FalseIfWholePacket immediate_ejection_;
  bool has_message_classes_;         // more than one
  TrueIfWholePacket space_matters_;  // a credit may wake a waiting head
  bool has_timers_;
  bool sees_heads_;                   // every head is observed: ranks or counts
  FalseIfWholePacket has_rounds_;     // a cycle has several ticks
  Stages stages_;                     // stages of the router being stepped
  std::uint32_t in_transit_credits_;  // left free by packets from nodes (InjectionLimit)
  PacketLags lags_;                   // lags of packets that move in one piece
  std::uint32_t injection_delay_;     // source to input VC
  std::uint32_t eject_delay_;         // switch decision to arrival at a node
  std::uint32_t vc_slots_;            // VC slots of a router
  std::size_t max_candidates_;
  std::size_t wheel_slots_;
  std::uint32_t lookahead_;  // ticks of a visit
  Tick wheel_delay_;         // longest delay that the wheel handles

  Tick visit_end_ = 0;       // end of the current visit, a tick
  Cycle cycle_ = 0;          // with rounds: the current cycle
  std::uint32_t round_ = 0;  // number of the tick in its cycle
  std::vector<PortClock> clocks_;
  std::vector<std::uint32_t> rounds_;  // per clock, of this cycle
  Tick idle_ticks_ = 0;                // idle ticks up to now_
  std::vector<Router> routers_;
  std::vector<Port> ports_;
  std::vector<PortInfo> port_infos_;
  std::vector<PortPace> paces_;
  std::vector<std::uint64_t> busy_until_;           // [port], where some are paced
  std::vector<Rings> rings_;                        // [port], with bubbles
  std::vector<InputVc> inputs_;                     // [router][bit]
  std::vector<OutputVc> outputs_;                   // [router][bit]
  std::vector<OutputCandidate> output_candidates_;  // [router][port][VC][candidate]
  std::vector<std::uint32_t> next_bits_;            // as above: next header bits; adaptive routing
  BufferedPackets packets_;                         // [router][port][VC]
  std::vector<Arrivals> arrivals_;                  // [router][tick modulo wheel_slots_]
  std::vector<Timers> timers_;
  std::vector<Stages> stages_of_;     // [router]; empty where all are alike
  std::vector<std::uint64_t> ranks_;  // [router][bit], unless round robin: least rank first
  std::vector<std::uint8_t> levels_;  // [router][bit], with priorities: level of the front packet
  std::vector<Mask> holding_;         // [router], where the switch is held: input VCs amid a packet
  std::vector<Marks> marks_;          // [port], with critical bubbles
  Mask asked_;                        // speculation: heads that request a VC in this step
  std::vector<RandomStream> arbitration_rng_;  // [router], with random ranks
  ActiveWheel active_;
  // [delay beyond the wheel, or of marks][tick modulo lookahead_]: each line is sorted alone.
  std::vector<DelayLine<Event>> lines_;
  DelayLine<Passing> injecting_;      // packets: due in the tick after the tail
  DelayLine<Passing> ejecting_;       // packets: due in the tick of the tail
  Mask departing_;                    // packets: input VCs that began to eject in this step
  std::vector<std::uint64_t> heads_;  // [router], where counted: heads fetched that need a VC
  GenerationCalendar generation_calendar_;
  Alarms alarms_;  // workload: wake-ups of senders; stale unless generation_calendar_ agrees
  [[no_unique_address]] State::template IfTraced<Tracing<kShape>> tracing_;
};

}  // namespace orthant
