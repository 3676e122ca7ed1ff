// Builds the loaded network that a benchmark steps.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/node/node_models.hpp"
#include "traffic/kinds.hpp"

namespace orthant::bench {

// Bernoulli injection of packets of one length under uniform traffic.
struct Scenario {
  std::string name;
  std::string_view kind;  // topology: mesh or torus
  std::vector<std::uint32_t> radices;
  std::string_view routing;
  RouterOptions router;
  double flits_per_cycle;  // offered load per node
  std::uint16_t packet_flits = 8;
  std::uint32_t channel_latency = 1;
  Stepping stepping = {};
};

// A network before its first cycle.
struct Built {
  explicit Built(const Scenario& s) {
    GridOptions grid;
    grid.radices = s.radices;
    grid.latency_cycles = {s.channel_latency};
    topology = std::make_unique<Topology>(s.kind == "mesh" ? make_mesh(grid) : make_torus(grid));
    RoutingOptions options;
    options.switching = s.router.switching;
    options.flow_control = s.router.flow_control;
    routing = find_routing(s.routing)->make(*topology, options);
    traffic.pattern = find_pattern("uniform")->make(*topology, {});
    traffic.lengths = PacketLengths::fixed(s.packet_flits);
    InjectionOptions injection;
    injection.flits_per_cycle = s.flits_per_cycle;
    injection.messages_per_cycle = s.flits_per_cycle / s.packet_flits;
    injection.mean_message_flits = s.packet_flits;
    traffic.injection = find_injection("bernoulli")->make(injection);
    network =
        make_network({*topology, *routing, traffic, s.router, NodeChannelOptions{}, s.stepping});
  }

  std::unique_ptr<Topology> topology;
  std::unique_ptr<Routing> routing;
  Traffic traffic;
  std::unique_ptr<Network> network;
};

}  // namespace orthant::bench
