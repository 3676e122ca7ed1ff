// Networks of all kinds in which a message between routers takes two ticks or more, for tests of
// what may change no result: how a network is simulated.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "tests/sim/all_that_is_told.hpp"

namespace orthant::test {

using Change = std::function<void(Scenario&)>;

struct KindOfNetwork {
  Change change;
  std::uint32_t longest = 2;  // visit, ticks
};

inline Scenario small_network(const Change& change, double load) {
  Scenario s;
  s.radices = {4, 4};
  s.lengths = {{1, 0.5}, {5, 0.5}};
  s.run.warmup = 501;
  s.run.measure = 1'003;
  s.run.drain = 500;
  s.run.deadlock_cycles = 23;
  s.flits_per_cycle = load;
  change(s);
  return s;
}

inline std::map<std::string, KindOfNetwork> kinds_of_networks() {
  const auto latency = [](std::vector<std::uint32_t> cycles) {
    return [=](Scenario& s) { s.latency_cycles = cycles; };
  };
  return {
      {"torus", {[](Scenario&) {}}},
      {"channels of 3 cycles", {latency({3}), 4}},
      {"channels of 3 and 9 cycles", {latency({3, 9}), 4}},
      {"channels of 8 cycles", {latency({8}), 8}},
      {"beyond the wheel", {latency({70}), 8}},
      {"some beyond the wheel", {latency({2, 90}), 3}},
      {"on the edge of the wheel", {latency({3, 61}), 4}},
      {"pipeline", {[](Scenario& s) {
         s.router.routing_delay = 2;
         s.router.vc_allocation_delay = 1;
         s.router.switch_allocation_delay = 3;
       }}},
      {"slow channels", {[](Scenario& s) { s.node_channels.bandwidth = Rational(1, 2); }}},
      {"minimal adaptive", {[](Scenario& s) {
         s.routing = "minimal_adaptive";
         s.router.vcs = 4;
       }}},
      {"val, immediate ejection, two nodes a router", {[](Scenario& s) {
         s.routing = "val";
         s.router.vcs = 4;
         s.nodes_per_router = 2;
         s.node_channels.ejection = Ejection::kImmediate;
       }}},
      {"random arbitration, several iterations", {[](Scenario& s) {
         s.router.arbitration = Arbitration::kRandom;
         s.router.allocator_iterations = 2;
       }}},
      {"separable, most free VC", {[](Scenario& s) {
         s.router.allocator = Allocator::kSeparable;
         s.router.injection_vc = InjectionVc::kMostFree;
       }}},
      {"wavefront", {[](Scenario& s) { s.router.allocator = Allocator::kWavefront; }}},
      {"bubble, store and forward", {[](Scenario& s) {
         s.router.vcs = 1;
         s.router.buffer_flits = 16;
         s.router.switching = Switching::kStoreAndForward;
         s.router.flow_control = FlowControl::kBubble;
       }}},
      {"switch held, flits of several lengths", {[](Scenario& s) {
         s.router.buffer_flits = 16;
         s.router.switching = Switching::kVirtualCutThrough;
         s.router.switch_hold = SwitchHold::kPacket;
       }}},
      {"single flits", {[](Scenario& s) {
         s.lengths = {{1, 1.0}};
       }}},
      {"deadlock", {[](Scenario& s) {
         s.routing = "minimal_adaptive";
         s.router.vcs = 3;
         s.router.vc_reuse = VcReuse::kAny;
       }}},
  };
}

}  // namespace orthant::test
