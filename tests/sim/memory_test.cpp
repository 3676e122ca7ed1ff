// Predicted memory against that of networks that are built.
#include <gtest/gtest.h>

#include "tests/sim/output_queued_fixture.hpp"

namespace orthant {
namespace {

using test::Scenario;

void expect_predicted(const Scenario& s) {
  const test::Built built = test::build(s);
  const MemoryEstimate real = test::make_network(s, built)->memory();
  const MemoryEstimate predicted = estimate_memory(built.parts(s));
  EXPECT_EQ(predicted.router_state_bytes, real.router_state_bytes);
  EXPECT_EQ(predicted.flit_buffer_bytes, real.flit_buffer_bytes);
  EXPECT_GT(real.router_state_bytes, 0u);
  EXPECT_GT(real.flit_buffer_bytes, 0u);
}

TEST(Memory, IsPredictedForEveryWidthOfMasks) {
  for (const std::uint32_t vcs : {2u, 5u, 9u, 16u}) {
    for (const std::vector<std::uint32_t>& radices :
         {std::vector<std::uint32_t>{1}, {2}, {5, 4}, {3, 3, 3, 3, 3}, {3, 2, 3, 2, 3, 2, 3, 2}}) {
      Scenario s;
      s.radices = radices;
      s.router.vcs = vcs;
      expect_predicted(s);
    }
  }
  // Many ports.
  for (const auto& [nodes, vcs] : {std::pair{25u, 2u}, {40u, 1u}, {40u, 4u}, {40u, 5u}}) {
    Scenario s;
    s.kind = "mesh";
    s.radices = {3, 3};
    s.nodes_per_router = nodes;
    s.router.vcs = vcs;
    expect_predicted(s);
  }
}

TEST(Memory, IsPredictedForMeshAdaptiveAndBubble) {
  Scenario s;
  s.kind = "mesh";
  s.radices = {5, 3};
  s.nodes_per_router = 3;
  s.lengths = {{2, 0.5}, {5, 0.5}};
  for (const char* routing : {"dor", "o1turn", "minimal_adaptive"}) {
    s.routing = routing;
    for (const std::uint32_t buffer : {1u, 5u, 23u}) {
      s.router.buffer_flits = buffer;
      expect_predicted(s);
    }
  }
  s.kind = "torus";
  s.router.buffer_flits = 23;
  s.router.switching = Switching::kVirtualCutThrough;
  s.router.flow_control = FlowControl::kBubble;
  expect_predicted(s);
}

// Delays make the time wheel longer, up to 64 ticks, and stages with delays need timers.
TEST(Memory, IsPredictedForDelaysAndBandwidths) {
  for (const std::uint32_t delay : {0u, 1u, 7u, 200u}) {
    for (const Rational& bandwidth : {Rational(1), Rational(1, 3), Rational(7, 2)}) {
      Scenario s;
      s.radices = {4, 4};
      s.latency_cycles = {1 + delay, 2};
      s.bandwidth = {bandwidth, Rational(1)};
      s.node_channels = {1 + delay / 2, 3, Rational(2, 5)};
      s.router.routing_delay = delay;
      s.router.switch_allocation_delay = delay;
      expect_predicted(s);
    }
  }
}

// Long channels and mixed lengths need more places for packets and acknowledgements under way.
TEST(Memory, IsPredictedForOutputQueues) {
  for (const char* routing : {"dor", "abr", "ofr"}) {
    for (const std::uint32_t packets : {2u, 7u, 8u, 100u}) {
      for (const std::uint32_t latency : {1u, 300u}) {
        Scenario s;
        s.radices = {5, 4, 4};
        s.routing = routing;
        s.nodes_per_router = 2;
        s.latency_cycles = {latency};
        s.bandwidth = {Rational(2, 7)};
        s.lengths = {{1, 0.5}, {9, 0.5}};
        s = test::output_queued(s);
        s.router.output_queue.packets = packets;
        s.router.output_queue.ack_flits = Rational(1, 10);
        expect_predicted(s);
      }
    }
  }
}

}  // namespace
}  // namespace orthant
