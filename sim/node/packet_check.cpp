#include "sim/node/packet_check.hpp"

namespace orthant {

PacketCheck::PacketCheck(const Archive& archive, const NetworkParts& parts, const PacketPool& pool)
    : archive_(archive),
      parts_(parts),
      pool_(pool),
      vc_classes_(parts.routing.traits().vc_classes.size()),
      known_(pool.size()) {
  for (const std::uint32_t id : pool.free()) {
    archive.check(!known_[id], "a packet that is free twice");
    known_[id] = true;
  }
}

void PacketCheck::at(std::uint32_t id) {
  archive_.check_below(id, known_.size(), "packets");
  archive_.check(!known_[id], "a packet in two places");
  known_[id] = true;
  check_record(pool_[id]);
}

void PacketCheck::at(const PacketDescriptor& packet) {
  at(packet.packet);
  const PacketRecord& record = pool_[packet.packet];
  const Topology& topology = parts_.topology;
  archive_.check(packet.length == record.length, "a packet of two lengths");
  archive_.check(packet.eject_port == topology.port_of(record.destination).value,
                 "a packet that leaves at another port");
  if (parts_.routing.adaptive() == nullptr) return;
  archive_.check(packet.header.destination == topology.router_of(record.destination),
                 "a packet to two routers");
  archive_.check_below(packet.header.via.index(), topology.router_count(), "routers");
}

void PacketCheck::check_record(const PacketRecord& record) const {
  const std::size_t nodes = parts_.topology.node_count();
  archive_.check_below(record.source.index(), nodes, "nodes");
  archive_.check_below(record.destination.index(), nodes, "nodes");
  archive_.check(record.length >= 1 && record.length <= parts_.traffic.lengths.longest(),
                 "a packet of no such length");
  archive_.check_below(record.detour, parts_.routing.traits().detours.size() + 1, "detours");
  archive_.check_below(record.traffic_class, parts_.sources_per_node(), "classes");
  if (parts_.traffic.workload) check_message(record);
}

// A message of a workload must match a receive of the rank at its destination.
void PacketCheck::check_message(const PacketRecord& record) const {
  const WorkloadPlan& plan = *parts_.traffic.workload;
  const auto rank = plan.rank_at(record.destination);
  archive_.check(rank.has_value(), "a message to a node without a rank");
  const auto all = plan.workload().of(*rank);
  archive_.check_below(record.message, all.size(), "operations");
  archive_.check(all[record.message].kind == OperationKind::kReceive, "a message to no receive");
}

void PacketCheck::goes_on(RouterId here, const PacketDescriptor& packet) {
  if (parts_.routing.adaptive() != nullptr)
    follow_header(here, packet.header);
  else
    follow_path(here, packet);
}

RouterId PacketCheck::behind(RouterId here, PortId port, std::size_t vc_class) const {
  archive_.check_below(vc_class, vc_classes_, "VC classes");
  archive_.check(port.index() < parts_.topology.channel_port_count(here) &&
                     parts_.topology.channel_from(here, port).has_value(),
                 "a packet at a port without a channel");
  return parts_.topology.neighbor(here, port);
}

void PacketCheck::follow_path(RouterId here, PacketProgress packet) const {
  const std::size_t legs = pool_.max_legs();
  const RouterId destination = parts_.topology.router_of(pool_[packet.packet].destination);
  archive_.check(packet.leg <= legs, "a packet beyond its path");
  for (; packet.hops != 0; pool_.take_hop(packet))
    here = behind(here, PortId{packet.port}, packet.vc_class);
  archive_.check(here == destination, "a packet whose path ends elsewhere");
}

// Follows first candidates: the other candidates lead in the same directions.
void PacketCheck::follow_header(RouterId here, Header header) {
  const AdaptiveRouting& routing = *parts_.routing.adaptive();
  std::size_t most = parts_.topology.channel_count() * vc_classes_;
  for (; here != header.destination; --most) {
    archive_.check(most != 0, "a packet that goes round in circles");
    routing.all_candidates(here, header, candidates_);
    archive_.check(!candidates_.empty(), "a packet that cannot go on");
    for (const Candidate& candidate : candidates_) behind(here, candidate.port, candidate.vc_class);
    header.bits = candidates_.front().next_bits;
    here = parts_.topology.neighbor(here, candidates_.front().port);
  }
}

}  // namespace orthant
