// Small builders that the tests of sim/ share: a network from a few words, traffic of single
// packets.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/node/node_models.hpp"
#include "sim/simulation.hpp"
#include "traffic/kinds.hpp"

namespace orthant::test {

// Everything one simulated point needs, with the defaults of the router.
struct Scenario {
  std::string kind = "torus";
  std::vector<std::uint32_t> radices = {8, 8};
  std::uint32_t nodes_per_router = 1;
  std::vector<std::uint32_t> latency_cycles = {1};
  std::vector<Rational> bandwidth = {Rational{1}};
  std::string routing = "dor";
  OptionValues routing_keys = {};  // of the routing alone
  std::string pattern = "uniform";
  double flits_per_cycle = 0.1;
  std::vector<PacketLengths::Part> lengths = {{1, 1.0}};
  std::optional<std::uint64_t> messages_per_node;
  RouterOptions router;
  NodeChannelOptions node_channels;
  Stepping stepping = {};
  RunOptions run = {.warmup = {}, .drain_saturated = true, .latency_limit = {}};
  // Instead of `pattern` and Bernoulli generation, where set.
  std::shared_ptr<const Pattern> own_pattern;
  std::shared_ptr<const Injection> own_injection;
  // Replaces the adaptive routing that was built, where set.
  std::function<std::unique_ptr<Routing>(std::unique_ptr<Routing>)> change_routing;
};

struct Built {
  std::unique_ptr<Topology> topology;
  std::unique_ptr<Routing> routing;
  Traffic traffic;

  NetworkParts parts(const Scenario& s) const {
    return {*topology, *routing, traffic, s.router, s.node_channels, s.stepping};
  }
};

inline Built build(const Scenario& s) {
  Built built;
  GridOptions grid{s.radices, s.nodes_per_router, s.latency_cycles, s.bandwidth};
  built.topology = std::make_unique<Topology>(s.kind == "mesh"        ? make_mesh(grid)
                                              : s.kind == "hypercube" ? make_hypercube(grid)
                                                                      : make_torus(grid));
  RoutingOptions options;
  options.switching = s.router.switching;
  options.flow_control = s.router.flow_control;
  options.bubble_dimensions = s.router.bubble_dimensions;
  options.own = s.routing_keys;
  built.routing = find_routing(s.routing)->make(*built.topology, options);
  if (s.change_routing) built.routing = s.change_routing(std::move(built.routing));
  built.traffic.lengths = PacketLengths(s.lengths);
  built.traffic.messages_per_node = s.messages_per_node;
  built.traffic.seed = s.run.seed;
  const double mean = built.traffic.lengths.mean();
  InjectionOptions injection;
  injection.flits_per_cycle = s.flits_per_cycle;
  injection.messages_per_cycle = s.flits_per_cycle / mean;
  injection.mean_message_flits = mean;
  built.traffic.pattern =
      s.own_pattern ? s.own_pattern : find_pattern(s.pattern)->make(*built.topology, {});
  built.traffic.injection =
      s.own_injection ? s.own_injection : find_injection("bernoulli")->make(injection);
  return built;
}

inline SimulationResult simulate(const Scenario& s) {
  const Built built = build(s);
  return orthant::simulate(built.parts(s), s.run);
}

inline std::unique_ptr<Network> make_network(const Scenario& s, const Built& built) {
  return orthant::make_network(built.parts(s));
}

// One node sends to one other.
class OnePair final : public Pattern {
 public:
  OnePair(NodeId source, NodeId destination) : source_(source), destination_(destination) {}
  std::optional<NodeId> destination(NodeId source, std::uint64_t, RandomStream&) const override {
    return source == source_ ? std::optional(destination_) : std::nullopt;
  }
  void row(NodeId source, FunctionRef<void(NodeId, double)> visit) const override {
    if (source == source_) visit(destination_, 1.0);
  }

 private:
  NodeId source_;
  NodeId destination_;
};

// Message i of every node is generated at i * period.
class EveryPeriod final : public Injection {
 public:
  explicit EveryPeriod(Cycle period) : period_(period) {}
  Cycle next(NodeId, InjectionState& state, RandomStream&) const override {
    return period_ * state.count++;
  }

 private:
  Cycle period_;
};

// `messages` packets from source to destination, `period` cycles apart, in an otherwise empty
// network.
inline Scenario lone_packets(Scenario s, NodeId source, NodeId destination, std::uint16_t flits,
                             std::uint64_t messages = 1, Cycle period = 100'000) {
  s.own_pattern = std::make_shared<OnePair>(source, destination);
  s.own_injection = std::make_shared<EveryPeriod>(period);
  s.lengths = {{flits, 1.0}};
  s.messages_per_node = messages;
  s.run.until_drained = true;
  return s;
}

}  // namespace orthant::test
