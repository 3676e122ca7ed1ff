// Overload in both node models: the adaptive routings on orthants never lock and starve no node,
// nor do those of two phases in the output-queued one, and a ring without its bubble locks.
//
// Overload.* take a second each. For a long run set the packets that each is to deliver:
//   ORTHANT_LIVENESS_PACKETS=10000000 build/tests/sim_test --gtest_filter='*Overload*'
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "tests/routing/forwarding_routing.hpp"
#include "tests/sim/output_queued_fixture.hpp"

namespace orthant {
namespace {

using test::Built;
using test::Scenario;

std::uint64_t packets_to_deliver() {
  const char* text = std::getenv("ORTHANT_LIVENESS_PACKETS");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : 60'000;
}

Scenario with_model(Scenario s, RouterModel model) {
  s = test::output_queued(s);
  s.router.model = model;
  s.router.buffer_flits = 4 * s.lengths.back().flits;
  s.router.output_queue.packets = 4;
  return s;
}

struct Case {
  RouterModel model;
  const char* routing;
  std::vector<std::uint32_t> radices;
  std::vector<Rational> bandwidth = {1};  // of each dimension, or of all
};

std::string name_of(const Case& c) {
  std::string name = c.model == RouterModel::kOutputQueued ? "output" : "input";
  name.append("_queued_").append(c.routing);
  for (const auto k : c.radices) name.append("_").append(std::to_string(k));
  if (c.bandwidth.size() > 1) name += "_unequal";
  return name;
}

void PrintTo(const Case& c, std::ostream* out) { *out << name_of(c); }

class Overload : public testing::TestWithParam<Case> {};

// Every node always has a packet to send. In each span every source delivers something.
TEST_P(Overload, KeepsEverySourceGoing) {
  constexpr Cycle kSpan = 5'000;  // cycles
  Scenario s;
  s.radices = GetParam().radices;
  s.bandwidth = GetParam().bandwidth;
  s.routing = GetParam().routing;
  if (s.routing == "ofr" && s.radices.size() == 3 && s.radices[1] == 3)
    s.routing_keys.set("ofr.delta", "1");  // rings of 3 have no space for 2
  s.lengths = {{1, 0.5}, {2, 0.5}};
  s.flits_per_cycle = 1.5;  // one packet every cycle
  s = with_model(s, GetParam().model);
  const Built built = test::build(s);
  const auto network = test::make_network(s, built);
  const Cycle scale = network->ticks_per_cycle();
  std::uint64_t packets = 0;
  for (Cycle from = 0; packets < packets_to_deliver(); from += kSpan) {
    network->open_window(from * scale, (from + kSpan) * scale, 1);
    network->advance((from + kSpan) * scale);
    const auto& delivered = network->recorder().window().accepted_by_source;
    ASSERT_GT(*std::ranges::min_element(delivered), 0u) << "cycle " << from + kSpan;
    network->check_conservation();
    packets = network->recorder().ejected_flits() * 2 / 3;
  }
  EXPECT_TRUE(network->wait_graph().stuck().empty());
}

std::vector<Case> overloads() {
  std::vector<Case> cases;
  for (const RouterModel model : {RouterModel::kInputQueued, RouterModel::kOutputQueued}) {
    for (const char* routing : {"abr", "por", "ofr", "goal", "minimal_adaptive"}) {
      for (const std::vector<std::uint32_t>& radices :
           {std::vector<std::uint32_t>{4, 4, 4}, {5, 3, 4}, {8, 8}}) {
        cases.push_back({model, routing, radices});
      }
      for (const std::vector<std::uint32_t>& radices : {std::vector<std::uint32_t>{5, 5}, {7, 7}})
        cases.push_back({model, routing, radices, {1, Rational(1, 2)}});
    }
  }
  return cases;
}

// The packets of the first phase wait for queues of the second one, and must not keep its packets
// back by sending refused ones again.
std::vector<Case> two_phases() {
  std::vector<Case> cases;
  for (const char* routing : {"val", "ival", "romm", "rlb", "rlbth"}) {
    for (const std::vector<std::uint32_t>& radices :
         {std::vector<std::uint32_t>{4, 4}, {5, 3}, {4, 4, 4}}) {
      cases.push_back({RouterModel::kOutputQueued, routing, radices});
    }
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(TwoPhases, Overload, testing::ValuesIn(two_phases()),
                         [](const auto& test_case) { return name_of(test_case.param); });
INSTANTIATE_TEST_SUITE_P(Orthants, Overload, testing::ValuesIn(overloads()),
                         [](const auto& test_case) { return name_of(test_case.param); });

// ------------------------------------------------------------------------------------------------

// Always in the plus direction of a ring, in one class; `adaptive` as the class calls itself.
// No rule keeps a bubble for an adaptive class.
class OneWayRing final : public ObliviousRouting {
 public:
  OneWayRing(const Topology& topology, bool adaptive)
      : ObliviousRouting({.vc_classes = {{"the only one", adaptive}}}), topology_(topology) {}

  void enumerate(RouterId s, RouterId t,
                 FunctionRef<void(const Path&, double)> visit) const override {
    visit(path(s, t), 1.0);
  }
  void sample(RouterId s, RouterId t, RandomStream&, Path& result) const override {
    result = path(s, t);
  }
  std::size_t max_legs() const override { return 1; }

 private:
  Path path(RouterId s, RouterId t) const {
    const auto routers = static_cast<std::uint32_t>(topology_.router_count());
    const std::uint32_t hops = (t.value + routers - s.value) % routers;
    if (hops == 0) return {};
    return {{PortId{0u}, static_cast<std::uint16_t>(hops), 0}};
  }

  const Topology& topology_;
};

// Every node sends to its predecessor on the ring, all the way round.
class AllTheWayRound final : public Pattern {
 public:
  explicit AllTheWayRound(std::uint32_t nodes) : nodes_(nodes) {}
  std::optional<NodeId> destination(NodeId source, std::uint64_t, RandomStream&) const override {
    return NodeId{(source.value + nodes_ - 1) % nodes_};
  }
  void row(NodeId source, FunctionRef<void(NodeId, double)> visit) const override {
    visit(NodeId{(source.value + nodes_ - 1) % nodes_}, 1.0);
  }

 private:
  std::uint32_t nodes_;
};

SimulationResult overloaded_ring(RouterModel model, bool bubble, std::uint32_t routers) {
  Scenario s;
  s.radices = {routers};
  s.own_pattern = std::make_shared<AllTheWayRound>(routers);
  s.flits_per_cycle = 1;
  s.run.warmup = 1'000;
  s.run.measure = 20'000;
  s.run.drain = 100;
  s.run.deadlock_cycles = 1'000;
  s = with_model(s, model);
  s.router.buffer_flits = s.router.output_queue.packets = 2;
  const Built built = test::build(s);
  const OneWayRing routing(*built.topology, !bubble);
  return simulate({*built.topology, routing, built.traffic, s.router, s.node_channels}, s.run);
}

class RingWithoutBubble : public testing::TestWithParam<RouterModel> {};

// The knot is the whole ring: one buffer or queue of each router, each waiting for the next.
TEST_P(RingWithoutBubble, Locks) {
  for (const std::uint32_t routers : {5u, 8u}) {
    const SimulationResult result = overloaded_ring(GetParam(), false, routers);
    ASSERT_EQ(result.verdict, Verdict::kDeadlocked);
    ASSERT_EQ(result.knots.size(), 1u);
    ASSERT_EQ(result.knots[0].size(), routers);
    const RouterId first = result.knots[0][0].router;
    for (std::uint32_t i = 0; i < routers; ++i)
      EXPECT_EQ(result.knots[0][i].router.value, (first.value + i) % routers);
  }
}

TEST_P(RingWithoutBubble, GoesOnWithIt) {
  for (const std::uint32_t routers : {5u, 8u}) {
    const SimulationResult result = overloaded_ring(GetParam(), true, routers);
    EXPECT_EQ(result.verdict, Verdict::kSaturated);
    EXPECT_GT(*result.source_accepted_min, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, RingWithoutBubble,
                         testing::Values(RouterModel::kInputQueued, RouterModel::kOutputQueued),
                         [](const auto& test_case) {
                           return test_case.param == RouterModel::kOutputQueued ? "output_queued"
                                                                                : "input_queued";
                         });

// Valiant's routing with the classes of its two phases exchanged, so that the first phase goes
// first.
class FirstPhaseFirst final : public ObliviousRouting {
 public:
  explicit FirstPhaseFirst(const ObliviousRouting& val)
      : ObliviousRouting(val.traits()), val_(val) {}

  void enumerate(RouterId s, RouterId t,
                 FunctionRef<void(const Path&, double)> visit) const override {
    val_.enumerate(s, t, [&](const Path& path, double share) { visit(exchanged(path), share); });
  }
  void sample(RouterId s, RouterId t, RandomStream& random, Path& result) const override {
    val_.sample(s, t, random, result);
    result = exchanged(result);
  }
  std::size_t max_legs() const override { return val_.max_legs(); }

 private:
  static Path exchanged(Path path) {
    for (Leg& leg : path) leg.vc_class = leg.vc_class == 0 ? 1 : 0;
    return path;
  }

  const ObliviousRouting& val_;
};

// Packets of the first phase are refused for ever by queues whose packets wait behind them.
TEST(Standstill, WithoutAKnotEndsTheRun) {
  Scenario s;
  s.radices = {4, 4};
  s.routing = "val";
  s.flits_per_cycle = 1;
  s.messages_per_node = 1'000;
  s.run.until_drained = true;
  s.run.deadlock_cycles = 1'000;
  s = with_model(s, RouterModel::kOutputQueued);
  s.router.buffer_flits = s.router.output_queue.packets = 8;
  EXPECT_EQ(test::simulate(s).verdict, Verdict::kDrained);
  const Built built = test::build(s);
  ASSERT_EQ(built.routing->traits().vc_classes.size(), 2u);
  const FirstPhaseFirst routing(*built.routing->oblivious());
  const SimulationResult result =
      simulate({*built.topology, routing, built.traffic, s.router, s.node_channels}, s.run);
  EXPECT_EQ(result.verdict, Verdict::kDeadlocked);
  EXPECT_TRUE(result.knots.empty());
  EXPECT_EQ(result.stuck_behind, 0u);
  EXPECT_GT(result.packets, 0u);
}

// GOAL with the two classes of its escape exchanged, so that packets before the dateline are sent
// before those after it, for which they wait.
class DatelineZeroFirst final : public ForwardingRouting {
 public:
  using ForwardingRouting::ForwardingRouting;

  void candidates(RouterId here, const Header& header, const LocalOccupancy* occupancy,
                  CandidateList& out) const override {
    ForwardingRouting::candidates(here, header, occupancy, out);
    for (Candidate& candidate : out)
      if (candidate.escape) candidate.vc_class = candidate.vc_class == 0 ? 1 : 0;
  }
};

TEST(Standstill, ComesFromTheOrderOfDatelines) {
  Scenario s;
  s.radices = {5, 5};
  s.bandwidth = {1, Rational(1, 2)};
  s.routing = "goal";
  s.lengths = {{4, 1.0}};
  s.flits_per_cycle = 0.83;
  s.messages_per_node = 4'000;
  s.run.until_drained = true;
  s = with_model(s, RouterModel::kOutputQueued);
  s.router.buffer_flits = 32;
  s.router.output_queue.packets = 8;
  EXPECT_EQ(test::simulate(s).verdict, Verdict::kDrained);
  const Built built = test::build(s);
  const DatelineZeroFirst routing(*built.routing->adaptive());
  const SimulationResult result =
      simulate({*built.topology, routing, built.traffic, s.router, s.node_channels}, s.run);
  EXPECT_EQ(result.verdict, Verdict::kDeadlocked);
  EXPECT_TRUE(result.knots.empty());
}

}  // namespace
}  // namespace orthant
