// Networks of all kinds in which a message between routers takes two ticks or more, for tests of
// what may change no result: how a network is simulated.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "tests/routing/forwarding_routing.hpp"
#include "tests/sim/all_that_is_reported.hpp"

namespace orthant::test {

using Change = std::function<void(Scenario&)>;

struct KindOfNetwork {
  Change change;
  std::uint32_t longest = 2;  // visit, ticks
};

// An adaptive routing that lists only candidates with free space, and the escape.
class ByFreeSpace final : public ForwardingRouting {
 public:
  explicit ByFreeSpace(std::unique_ptr<Routing> all)
      : ForwardingRouting(*all->adaptive(), with_occupancy(all->traits())), all_(std::move(all)) {}

  void candidates(RouterId here, const Header& header, const LocalOccupancy* occupancy,
                  CandidateList& out) const override {
    all_->adaptive()->all_candidates(here, header, out);
    if (occupancy == nullptr) return;
    const auto is_full = [&](const Candidate& c) {
      return !c.escape && occupancy->free_flits(c.port, c.vc_class) == 0;
    };
    out.erase(std::remove_if(out.begin(), out.end(), is_full), out.end());
  }

 private:
  std::unique_ptr<Routing> all_;
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

// Where threads are looked at, which makes a run fifty times slower and needs no long one.
inline Scenario short_network(const Change& change, double load) {
  Scenario s = small_network(change, load);
#ifdef __SANITIZE_THREAD__
  s.run.warmup = 101;
  s.run.measure = 203;
  s.run.drain = 100;
#endif
  return s;
}

inline std::map<std::string, KindOfNetwork> kinds_of_networks() {
  const auto latency = [](std::vector<std::uint32_t> cycles) {
    return [=](Scenario& s) { s.latency_cycles = cycles; };
  };
  return {
      {"torus", {[](Scenario&) {}}},
      {"candidates by free space", {[](Scenario& s) {
         s.routing = "minimal_adaptive";
         s.router.vcs = 4;
         s.router.buffer_flits = 2;
         s.change_routing = [](std::unique_ptr<Routing> routing) {
           return std::make_unique<ByFreeSpace>(std::move(routing));
         };
       }}},
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

// Those in which a router is looked at tick by tick, and others of which the borders might matter.
inline std::map<std::string, KindOfNetwork> further_kinds_of_networks() {
  const auto whole_packets = [](Scenario& s) {
    s.router.buffer_flits = 16;
    s.router.switching = Switching::kVirtualCutThrough;
  };
  const auto in_one_piece = [=](Scenario& s) {
    whole_packets(s);
    s.router.switch_hold = SwitchHold::kPacket;
    s.lengths = {{5, 1.0}};
  };
  return {
      {"packets in one piece", {in_one_piece}},
      {"packets in one piece, bubble", {[=](Scenario& s) {
         in_one_piece(s);
         s.router.flow_control = FlowControl::kBubble;
         s.router.vcs = 1;
       }}},
      {"packets in one piece, store and forward, adaptive", {[=](Scenario& s) {
         in_one_piece(s);
         s.router.switching = Switching::kStoreAndForward;
         s.routing = "minimal_adaptive";
         s.router.vcs = 3;
       }}},
      {"critical bubble", {[=](Scenario& s) {
         whole_packets(s);
         s.router.vcs = 1;
         s.router.flow_control = FlowControl::kCriticalBubble;
       }}},
      {"critical bubble, adaptive, three dimensions", {[=](Scenario& s) {
         whole_packets(s);
         s.radices = {3, 2, 4};
         s.routing = "minimal_adaptive";
         s.router.vcs = 2;
         s.router.flow_control = FlowControl::kCriticalBubble;
       }}},
      {"flit bubble", {[](Scenario& s) {
         s.router.vcs = 1;
         s.router.buffer_flits = 16;
         s.router.flow_control = FlowControl::kFlitBubble;
       }}},
      {"rounds of a cycle", {[](Scenario& s) {
         s.router.input_speedup = Rational(2);
         s.bandwidth = {Rational(1), Rational(5, 2)};
       }}},
      {"speculative", {[](Scenario& s) {
         s.router.speculative = true;
         s.router.vc_allocation_delay = s.router.switch_allocation_delay = 1;
       }}},
      {"by age, atomic", {[](Scenario& s) {
         s.router.arbitration = Arbitration::kAge;
         s.router.vc_reuse = VcReuse::kAtomic;
       }}},
      {"first come, first served", {[](Scenario& s) {
         s.router.arbitration = Arbitration::kFcfs;
         s.router.vcs = 4;
       }}},
      {"mesh, injection limit", {[](Scenario& s) {
         s.kind = "mesh";
         s.router.injection_limit = InjectionLimit::kInTransit;
       }}},
      {"many ports", {[](Scenario& s) {
         s.kind = "hypercube";
         s.radices = {2, 2, 2, 2, 2};
         s.nodes_per_router = 5;
       }}},
      {"few packets, long silence", {[](Scenario& s) {
         s.messages_per_node = 3;
         s.flits_per_cycle *= 0.02;
       }}},
      {"a schedule in frames", {[](Scenario& s) {
         std::vector<SendPlan::Message> messages;
         for (std::uint32_t i = 0; i < 200; ++i)
           messages.push_back({NodeId{i * 7 % 16}, NodeId{i * 5 % 16}, i / 50});
         const auto plan = std::make_shared<const SendPlan>(16, messages);
         s.own_pattern = planned_pattern(plan);
         s.own_injection = find_injection("schedule")->make({.plan = plan});
         s.run.until_drained = true;
       }}},
  };
}

}  // namespace orthant::test
