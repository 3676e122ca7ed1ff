// The common part of both node models: the sources of the nodes, the packets under way and their
// routing, the counts, and the totals derived from them. Each model decides when packets move.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/archive.hpp"
#include "base/large_vector.hpp"
#include "sim/kernel/packets.hpp"
#include "sim/node/network.hpp"
#include "sim/node/node_models.hpp"
#include "sim/node/packet_check.hpp"
#include "sim/node/source.hpp"
#include "sim/node/workload_ranks.hpp"

namespace orthant {

// Sends the packets of a source; a node model adds members of its own.
struct Sender {
  Sender(const Traffic& traffic, NodeId node, std::uint8_t traffic_class = 0)
      : source(traffic, node, traffic_class),
        routing_random(traffic.seed, node.value, RandomPurpose::kRouting) {}

  void state(Archive& archive) { archive(source, routing_random); }

  Source source;
  RandomStream routing_random;
};

inline constexpr std::uint32_t kMessageMask = Workload::kMaxOperationsOfRank - 1;

// `Interface`: Network, or a class derived from it.
template <class NodeSender, class Interface = Network>
class NodeModel : public Interface {
 public:
  std::uint32_t ticks_per_cycle() const final { return ticks_per_cycle_; }
  Tick now() const final { return now_; }
  Tick quiet_until() const final {
    return recorder_.ejected_flits() == recorder_.generated_flits() ? next_generation_tick() : now_;
  }
  // The tick of the next generation; kNever: there is none.
  Tick next_generation_tick() const {
    Tick next = kNever;
    for (const NodeSender& sender : senders_) next = std::min(next, next_generation_of(sender));
    return next;
  }
  const Recorder& recorder() final { return recorder_; }
  void open_window(Tick from, Tick to, std::size_t batches) final {
    recorder_.open_window(from, to, batches);
  }
  void observe(PacketLog* log, FlowCounts* flows) final {
    recorder_.observe(log, flows, ticks_per_cycle_);
    if (log != nullptr) pool_.keep_numbers();
  }
  void count_deliveries() final { recorder_.count_deliveries(); }
  std::uint64_t flits_inside() const final { return injected_flits_ - recorder_.ejected_flits(); }
  std::vector<std::uint64_t> backlog_flits() const override {
    std::vector<std::uint64_t> flits;
    for (const NodeSender& sender : senders_) flits.push_back(sender.source.backlog_flits());
    return flits;
  }
  void add_times(WorkloadTimes& times) const override {
    if (program_) program_->add_times(times);
  }
  std::size_t sources_per_node() const final { return sources_per_node_; }
  bool drained() const final { return quiet_until() == kNever; }

 protected:
  // Starts without senders for `nodes` nodes: call add_senders() for each of them in order.
  NodeModel(const NetworkParts& parts, std::uint32_t ticks_per_cycle, std::size_t nodes)
      : parts_(parts),
        oblivious_(parts.routing.oblivious()),
        adaptive_(parts.routing.adaptive()),
        class_vcs_(vcs_of_classes(parts)),
        sources_per_node_(parts.sources_per_node()),
        ticks_per_cycle_(ticks_per_cycle),
        pool_(max_legs(parts)),
        recorder_(parts.topology.node_count()),
        oblivious_of_source_(oblivious_of_sources(parts)) {
    recorder_.count_detours(parts.topology, parts.routing.traits().detours);
    for (std::uint32_t m = 0; m < parts.router.message_classes; ++m)
      for (const VcClass& vc_class : parts.routing.traits().vc_classes)
        class_adaptive_.push_back(vc_class.adaptive);
    senders_.reserve(nodes * sources_per_node_);
    if (parts.traffic.workload)
      program_ =
          std::make_unique<WorkloadRanks>(*parts.traffic.workload, parts.router.message_classes);
    if (!parts.traffic.classes.empty()) recorder_.separate_classes(sources_per_node_);
  }

  // Archives the state that both models have.
  void common_state(Archive& archive) {
    archive(now_, injected_flits_, pool_, recorder_);
    archive.filled(senders_);
    if (archive.reads()) lags_of_sources_.clear();
    for (NodeSender& sender : senders_) sender.source.lag_state(archive, lags_of_sources_);
    if (program_) archive(*program_);
    if (archive.reads()) check_sources(archive);
  }
  void check_sources(const Archive& archive) const {
    constexpr Tick kMostTicks = Tick{1} << 62;
    archive.check(now_ <= kMostTicks, "a clock that has run on too far");
    const std::size_t nodes = parts_.topology.node_count();
    const std::uint16_t longest = parts_.traffic.lengths.longest();
    const Cycle cycle = (now_ + ticks_per_cycle_ - 1) / ticks_per_cycle_;
    for (const NodeSender& sender : senders_) {
      if (program_)
        sender.source.check_front(archive, nodes, longest);
      else
        sender.source.check(archive, lags_of_sources_, nodes, longest, cycle);
      archive.check(program_ || next_generation_of(sender) >= now_,
                    "a packet that is generated in the past");
    }
  }

  void add_senders(NodeId node) {
    const std::vector<TrafficClass>& classes = parts_.traffic.classes;
    if (program_) {
      program_->add_place(node);
      for (std::size_t c = 0; c < sources_per_node_; ++c)
        senders_.emplace_back(parts_.traffic, node, static_cast<std::uint8_t>(c));
      return;
    }
    if (classes.empty()) senders_.emplace_back(parts_.traffic, node);
    for (std::size_t c = 0; c < classes.size(); ++c)
      senders_.emplace_back(classes[c].traffic, node, static_cast<std::uint8_t>(c));
  }

  // The tick of a source's next generation; kNever: there is none.
  Tick next_generation_of(const Sender& sender) const {
    const Cycle cycle = sender.source.next_generation();
    return cycle == kNever ? kNever : cycle * ticks_per_cycle_;
  }
  // Returns the place of the rank that a workload's sender serves. A rank has a sender for each
  // message class, which is the sender's class of traffic.
  std::uint32_t place_of(const Sender& sender) const {
    const auto number = static_cast<const NodeSender*>(&sender) - senders_.data();
    return static_cast<std::uint32_t>(static_cast<std::size_t>(number) / sources_per_node_);
  }
  std::span<NodeSender> senders_at(std::uint32_t place) {
    return std::span(&senders_[place * sources_per_node_], sources_per_node_);
  }
  // Runs the events of a workload's rank in this cycle.
  void run_rank(std::uint32_t place) {
    const Cycle cycle = now_ / ticks_per_cycle_;
    if (program_->next(place) != cycle) return;
    program_->run(place, cycle, now_, recorder_, [&](unsigned message_class) -> Source& {
      return senders_at(place)[message_class].source;
    });
  }
  // Ends the packet of a rank, which has left before the cycle, and puts the next packet into the
  // source. Returns false if there is none.
  bool follow_packet(NodeSender& sender, Cycle cycle) {
    program_->left(place_of(sender), sender.source.traffic_class(), cycle);
    return put_packet(sender);
  }
  bool put_packet(NodeSender& sender) {
    const auto packet = program_->next_packet(place_of(sender), sender.source.traffic_class());
    if (packet) sender.source.put(*packet);
    return packet.has_value();
  }
  // Returns the number, as in PacketName, of the `number`th packet of this source.
  std::uint64_t number_at_node(const Source& source, std::uint64_t number) const {
    return number * sources_per_node_ + source.traffic_class();
  }
  // Returns the number, as in PacketName, of the first packet in the source.
  [[gnu::noinline]] std::uint64_t front_number(const Sender& sender) const {
    const Source& source = sender.source;
    return number_at_node(source, program_
                                      ? program_->number(place_of(sender), source.traffic_class())
                                      : source.front_number());
  }
  // Begins the first packet of the source, with the path of an oblivious routing.
  PacketDescriptor begin_packet(NodeId node, Sender& sender) {
    PacketDescriptor packet =
        pool_.begin(sender.source.front(), node, sender.source.traffic_class(), parts_.topology,
                    ticks_per_cycle_);
    if (pool_.keeps_numbers()) pool_.set_number(packet.packet, front_number(sender));
    if (program_)
      pool_[packet.packet].message =
          program_->message(place_of(sender), sender.source.traffic_class()) & kMessageMask;
    if (oblivious_ != nullptr) {
      const ObliviousRouting& routing = *oblivious_of_source_[sender.source.traffic_class()];
      routing.sample(parts_.topology.router_of(node), packet.header.destination,
                     sender.routing_random, path_);
      pool_[packet.packet].hops = pool_.set_path(path_, packet);
    }
    return packet;
  }
  // Lets an adaptive routing complete the packet's header for its first router.
  void start_header(RouterId here, PacketDescriptor& packet, const LocalOccupancy& occupancy,
                    Sender& sender) {
    if (adaptive_ == nullptr || packet.header.destination == here) return;
    adaptive_->start(here, packet.header, occupancy, sender.routing_random);
    pool_[packet.packet].detour = adaptive_->detour(here, packet.header);
  }
  bool has_arrived(RouterId router, const PacketDescriptor& packet) const {
    return adaptive_ != nullptr ? packet.header.destination == router : packet.hops == 0;
  }
  void take_hop(PacketProgress& packet) const {
    if (adaptive_ != nullptr) {
      ++packet.hops;
    } else {
      pool_.take_hop(packet);
    }
  }
  // Completes and returns the record of a packet that leaves its last router.
  const PacketRecord& finish(const PacketProgress& packet) {
    PacketRecord& record = pool_[packet.packet];
    if (adaptive_ != nullptr) record.hops = packet.hops;
    return record;
  }

  // Functions for traced packets, common to both models. traced() returns the data of a packet: at
  // its generation, as packet `number` of its source, or later.
  void name_packets_to(PacketTracer& tracer) {
    tracer.set_streams(sources_per_node_);
    pool_.keep_numbers();
  }
  TracedPacket traced(NodeId node, const Source& source, const PacketStream::Packet& packet,
                      std::uint64_t number, std::uint32_t receive = 0) const {
    return {{node, number_at_node(source, number)}, packet.destination, receive, packet.flits};
  }
  TracedPacket traced(std::uint32_t id) const {
    const PacketRecord& record = pool_[id];
    return {pool_.name(id), record.destination, record.message, record.length};
  }

  NetworkParts parts_;
  const ObliviousRouting* oblivious_;
  const AdaptiveRouting* adaptive_;
  std::vector<VcRange> class_vcs_;    // [message class][VC class]
  std::vector<bool> class_adaptive_;  // [message class][VC class]
  std::size_t sources_per_node_;
  std::uint32_t ticks_per_cycle_;
  Tick now_ = 0;  // tick
  std::uint64_t injected_flits_ = 0;
  LargeVector<NodeSender> senders_;  // [node][source]
  SourceLags lags_of_sources_;
  std::unique_ptr<WorkloadRanks> program_;  // set for a workload; a place for each node
  PacketPool pool_;
  Recorder recorder_;
  CandidateList candidates_;  // scratch
  Path path_;                 // scratch
  // [source of a node]: routing of its message class; oblivious_ if one routing serves all.
  std::vector<const ObliviousRouting*> oblivious_of_source_;
};

}  // namespace orthant
