// Packets that move in one piece (sim/input_queued/packets.hpp) against the same held switch flit
// by flit: nothing that a run reports may differ, whatever is asked and whenever.
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "tests/sim/all_that_is_reported.hpp"

namespace orthant {
namespace {

using test::all_reported_of;
using test::Scenario;

Scenario flit_by_flit(Scenario s) {
  s.router.flit_by_flit = true;
  return s;
}

bool in_one_piece(const Scenario& s) {
  const auto bytes = [](const Scenario& scenario) {
    return estimate_memory(test::build(scenario).parts(scenario)).router_state_bytes;
  };
  return bytes(s) != bytes(flit_by_flit(s));
}

Scenario in_packets(std::uint16_t flits = 5) {
  Scenario s;
  s.kind = "mesh";
  s.radices = {4, 4};
  s.router.switching = Switching::kVirtualCutThrough;
  s.router.buffer_flits = 16;
  s.router.switch_hold = SwitchHold::kPacket;
  s.lengths = {{flits, 1.0}};
  s.flits_per_cycle = 0.4;
  s.run.warmup = 501;
  s.run.measure = 2'003;
  s.run.drain = 500;
  s.run.deadlock_cycles = 23;
  return s;
}

void expect_the_same(const Scenario& s, const std::string& what) {
  ASSERT_TRUE(in_one_piece(s)) << what;
  const std::string packets = all_reported_of(s);
  EXPECT_GT(packets.size(), 1000u) << what;
  EXPECT_TRUE(packets == all_reported_of(flit_by_flit(s))) << what;
}

using Change = std::function<void(Scenario&)>;

const std::map<std::string, Change>& networks() {
  static const std::map<std::string, Change> kAll = {
      {"mesh", [](Scenario&) {}},
      {"torus", [](Scenario& s) { s.kind = "torus"; }},
      {"torus of 2 nodes a router, val",
       [](Scenario& s) {
         s.kind = "torus";
         s.nodes_per_router = 2;
         s.routing = "val";
         s.router.vcs = 4;
       }},
      {"hypercube",
       [](Scenario& s) {
         s.kind = "hypercube", s.radices = {2, 2, 2, 2};
       }},
      {"minimal adaptive",
       [](Scenario& s) {
         s.kind = "torus";
         s.routing = "minimal_adaptive";
         s.router.vcs = 4;
         s.router.selection = &kFirstOpen;  // counts of free slots would have to be exact
       }},
      {"drawn starts",
       [](Scenario& s) {
         s.kind = "torus";
         s.routing = "abr";
         s.router.vcs = 4;
         s.router.selection = &kFirstOpen;
       }},
      {"wide router", [](Scenario& s) { s.nodes_per_router = 9; }},
      {"many VCs", [](Scenario& s) { s.router.vcs = 12; }},
  };
  return kAll;
}

const std::map<std::string, Change>& rules() {
  static const std::map<std::string, Change> kAll = {
      {"plain", [](Scenario&) {}},
      {"store and forward", [](Scenario& s) { s.router.switching = Switching::kStoreAndForward; }},
      {"bubble", [](Scenario& s) { s.router.flow_control = FlowControl::kBubble; }},
      {"a flit beyond two packets", [](Scenario& s) { s.router.buffer_flits = 11; }},
      {"a flit less than two packets", [](Scenario& s) { s.router.buffer_flits = 9; }},
      {"atomic VCs", [](Scenario& s) { s.router.vc_reuse = VcReuse::kAtomic; }},
      {"all delays",
       [](Scenario& s) {
         s.router.routing_delay = s.router.traversal_delay = 2;
         s.router.vc_allocation_delay = 1;
         s.router.switch_allocation_delay = s.router.credit_delay = 3;
         s.node_channels.injection_latency = 2;
         s.node_channels.ejection_latency = 3;
       }},
      {"long channels",
       [](Scenario& s) { s.latency_cycles.assign(s.radices.size(), 7), s.latency_cycles[0] = 70; }},
      {"long packets",
       [](Scenario& s) {
         s.lengths = {{90, 1.0}}, s.router.buffer_flits = 200;
       }},
      {"packets of two",
       [](Scenario& s) {
         s.lengths = {{2, 1.0}};
       }},
      {"speculation",
       [](Scenario& s) {
         s.router.speculative = true;
         s.router.vc_allocation_delay = s.router.switch_allocation_delay = 2;
       }},
      {"separable", [](Scenario& s) { s.router.allocator = Allocator::kSeparable; }},
      {"wavefront", [](Scenario& s) { s.router.allocator = Allocator::kWavefront; }},
      {"maximum", [](Scenario& s) { s.router.allocator = Allocator::kMaximum; }},
      {"iterations by age",
       [](Scenario& s) {
         s.router.allocator_iterations = 3;
         s.router.arbitration = Arbitration::kAge;
       }},
      {"first come, first served", [](Scenario& s) { s.router.arbitration = Arbitration::kFcfs; }},
      {"bubble, drawn and limited",
       [](Scenario& s) {
         s.router.flow_control = FlowControl::kBubble;
         s.router.arbitration = Arbitration::kRandom;
         s.router.injection_limit = InjectionLimit::kInTransit;
         s.router.injection_vc = InjectionVc::kMostFree;
         s.router.selection = &kMostFreeSpace;
       }},
      {"until drained", [](Scenario& s) { s.messages_per_node = 30, s.run.until_drained = true; }},
  };
  return kAll;
}

class InOnePiece : public ::testing::TestWithParam<std::string> {};

TEST_P(InOnePiece, NothingDiffersFromFlitByFlit) {
  for (const auto& [rule, change] : rules()) {
    for (const double load : {0.05, 0.3, 0.9}) {
      Scenario s = in_packets();
      networks().at(GetParam())(s);
      change(s);
      s.flits_per_cycle = load;
      expect_the_same(s, fmt::format("{}, {}, {}", GetParam(), rule, load));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Networks, InOnePiece,
                         ::testing::Values("mesh", "torus", "torus of 2 nodes a router, val",
                                           "hypercube", "minimal adaptive", "wide router",
                                           "many VCs"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::erase_if(name, [](char c) { return c == ' ' || c == ','; });
                           return name;
                         });

// At rest between any two ticks.
TEST(PacketsInOnePiece, AllCountsAreExactAmidPackets) {
  for (const auto& [rule, change] : rules()) {
    Scenario s = in_packets();
    s.nodes_per_router = 2;
    s.flits_per_cycle = 0.5;
    change(s);
    const Scenario by_flit = flit_by_flit(s);
    const test::Built built = test::build(s), built_by_flit = test::build(by_flit);
    const auto packets = test::make_network(s, built);
    const auto flits = test::make_network(by_flit, built_by_flit);
    for (Network* network : {packets.get(), flits.get()}) {
      network->count_activity();
      network->open_window(150, 400, 1);
    }
    for (Cycle tick = 1; tick < 600; tick += tick < 300 ? 1 : 1 + tick % 7) {
      std::vector<std::string> reported;
      for (Network* network : {packets.get(), flits.get()}) {
        network->advance(tick);
        network->check_conservation();
        test::Notes notes;
        notes.add(network->channel_flits());
        notes.add(network->backlog_flits());
        notes.add(network->activity());
        reported.push_back(notes.text() +
                           fmt::format("{} {} {} {} {} {} {}", network->flit_hops(),
                                       network->flits_inside(), network->recorder().ejected_flits(),
                                       network->recorder().window().ejected_flits,
                                       network->quiet_until(), network->has_stalled_head(),
                                       network->wait_graph().has_cycle()));
      }
      ASSERT_EQ(reported[0], reported[1]) << rule << ", tick " << tick;
    }
  }
}

// What would not keep its packets together, or asks for flits, goes flit by flit.
TEST(PacketsInOnePiece, OthersGoFlitByFlit) {
  EXPECT_TRUE(in_one_piece(in_packets()));
  const std::vector<Change> changes = {
      [](Scenario& s) { s.router.switch_hold = SwitchHold::kFlit; },
      [](Scenario& s) {
        s.lengths = {{1, 1.0}};
      },
      [](Scenario& s) {
        s.lengths = {{2, 0.5}, {3, 0.5}};
      },
      [](Scenario& s) { s.bandwidth = {Rational(2, 3)}; },
      [](Scenario& s) { s.node_channels.bandwidth = 2; },
      [](Scenario& s) { s.router.input_speedup = 2; },
      [](Scenario& s) { s.node_channels.ejection = Ejection::kImmediate; },
      [](Scenario& s) { s.router.injection_vc = InjectionVc::kMostFree; },
      [](Scenario& s) { s.router.injection_limit = InjectionLimit::kAlo; },
      [](Scenario& s) { s.router.arbitration = Arbitration::kRandom; },
      [](Scenario& s) {
        s.routing = "minimal_adaptive";
        s.router.vcs = 4;
        s.router.selection = &kMostFreeSpace;
      },
      [](Scenario& s) { s.nodes_per_router = 20; }};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Scenario s = in_packets();
    changes[i](s);
    EXPECT_FALSE(in_one_piece(s)) << i;
  }
}

}  // namespace
}  // namespace orthant
