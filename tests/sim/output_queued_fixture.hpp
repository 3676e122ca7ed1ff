// Scenarios of the output-queued node model, packets by a script, and what became of them to the
// tick.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "tests/sim/network_fixture.hpp"

namespace orthant::test {

// The scenario with output-queued routers and one queue per VC class.
inline Scenario output_queued(Scenario s) {
  s.router.model = RouterModel::kOutputQueued;
  s.router.switching = Switching::kStoreAndForward;
  s.router.flow_control = FlowControl::kBubble;
  s.router.selection = &kMostFreeSpace;
  s.router.vcs = static_cast<std::uint32_t>(build(s).routing->traits().vc_classes.size());
  return s;
}

// Packets of one node: when they are generated, in order, and where they go.
struct ScriptedPacket {
  Cycle generated_at;
  std::uint32_t destination;
};
using Script = std::map<std::uint32_t, std::vector<ScriptedPacket>>;

class ScriptedDestinations final : public Pattern {
 public:
  explicit ScriptedDestinations(Script script) : script_(std::move(script)) {}
  std::optional<NodeId> destination(NodeId source, std::uint64_t message,
                                    RandomStream&) const override {
    const auto packets = script_.find(source.value);
    if (packets == script_.end() || message >= packets->second.size()) return std::nullopt;
    return NodeId{packets->second[message].destination};
  }
  void row(NodeId source, FunctionRef<void(NodeId, double)> visit) const override {
    const auto packets = script_.find(source.value);
    if (packets == script_.end()) return;
    const double share = 1.0 / static_cast<double>(packets->second.size());
    for (const ScriptedPacket& packet : packets->second) visit(NodeId{packet.destination}, share);
  }

 private:
  Script script_;
};

class ScriptedGeneration final : public Injection {
 public:
  explicit ScriptedGeneration(Script script) : script_(std::move(script)) {}
  Cycle next(NodeId source, InjectionState& state, RandomStream&) const override {
    const auto packets = script_.find(source.value);
    if (packets == script_.end() || state.count >= packets->second.size()) return kNever;
    return packets->second[state.count++].generated_at;
  }

 private:
  Script script_;
};

inline Scenario scripted(Scenario s, const Script& script) {
  s.own_pattern = std::make_shared<ScriptedDestinations>(script);
  s.own_injection = std::make_shared<ScriptedGeneration>(script);
  std::size_t most = 0;
  for (const auto& [source, packets] : script) most = std::max(most, packets.size());
  s.messages_per_node = most;
  s.run.until_drained = true;
  return s;
}

// Every packet of a run, in the order of their deliveries.
class PacketList final : public PacketLog {
 public:
  void add(const DeliveredPacket& packet) override { packets.push_back(packet); }
  std::vector<DeliveredPacket> packets;
};

inline std::vector<DeliveredPacket> delivered(const Scenario& s) {
  const Built built = build(s);
  PacketList list;
  const SimulationResult result =
      orthant::simulate(built.parts(s), s.run, {.progress = {}, .packets = &list});
  EXPECT_EQ(result.verdict, Verdict::kDrained);
  return list.packets;
}

// In cycles, exactly.
inline Rational arrival(const DeliveredPacket& packet) {
  return {static_cast<std::int64_t>(packet.arrival), packet.ticks_per_cycle};
}
inline Rational generated_at(const DeliveredPacket& packet) {
  return {static_cast<std::int64_t>(packet.generated_at), packet.ticks_per_cycle};
}

// Arrivals of the packets of one node, in the order of their generation.
inline std::vector<Rational> arrivals(const Scenario& s, std::uint32_t source) {
  std::vector<DeliveredPacket> packets = delivered(s);
  std::erase_if(packets,
                [&](const DeliveredPacket& packet) { return packet.source.value != source; });
  std::ranges::stable_sort(packets, {}, &DeliveredPacket::generated_at);
  std::vector<Rational> cycles;
  for (const DeliveredPacket& packet : packets) cycles.push_back(arrival(packet));
  return cycles;
}

}  // namespace orthant::test
