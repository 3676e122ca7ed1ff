// The small networks that stand in for large ones in the deadlock check.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/deadlock/deadlock.hpp"
#include "base/error.hpp"
#include "tests/analysis/wrong_routings.hpp"
#include "tests/routing/some_paths.hpp"

namespace orthant {
namespace {

using testing::EndsWith;

std::string smaller(const Topology& topology, double paths_per_pair = 1) {
  const auto found = smaller_equivalent(topology, [&](const Topology&) { return paths_per_pair; });
  return found ? found->kind() + ' ' + found->dimensions() : "itself";
}

TEST(SmallerEquivalent, KeepsWhatIsQuickToWalk) {
  EXPECT_EQ(smaller(make_torus({.radices = {16, 16}})), "itself");
  EXPECT_EQ(smaller(make_mesh({.radices = {8, 8, 8}})), "itself");
  EXPECT_EQ(smaller(make_hypercube({.radices = std::vector<std::uint32_t>(8, 2)})), "itself");
}

TEST(SmallerEquivalent, ShrinksRadicesAndKeepsTheirParity) {
  EXPECT_EQ(smaller(make_torus({.radices = {16, 16, 16}})), "torus 8x8x8");
  EXPECT_EQ(smaller(make_torus({.radices = {33, 64, 3}})), "torus 7x8x3");
  EXPECT_EQ(smaller(make_mesh({.radices = {1024}})), "mesh 8");
  EXPECT_EQ(smaller(make_torus({.radices = {10, 9, 12, 11}})), "torus 4x5x4x5");
}

TEST(SmallerEquivalent, DropsDimensionsOnlyWhenNothingElseHelps) {
  // Fast: up to 8e6 = routers^2 x sum of radices. 3^5: 0.9e6, 3^6: 9.6e6; 5^4: 7.8e6.
  EXPECT_EQ(smaller(make_torus({.radices = std::vector<std::uint32_t>(8, 3)})),
            "torus 3x3x3x3x3x1x1x1");
  EXPECT_EQ(smaller(make_torus({.radices = {4, 1, 4, 4, 4, 4, 4}})), "torus 4x1x4x4x4x1x1");
  EXPECT_EQ(smaller(make_torus({.radices = std::vector<std::uint32_t>(5, 5)})), "torus 5x5x5x5x1");
  EXPECT_EQ(smaller(make_torus({.radices = {11, 9, 7, 5}})), "torus 5x5x5x5");
}

TEST(SmallerEquivalent, ShrinksFurtherButKeepsDimensionsForManyPaths) {
  EXPECT_EQ(smaller(make_torus({.radices = {16, 16}}), 100), "torus 8x8");
  // 4^3 routers squared, 12 hops, 1000 / 2 paths: 2.5e7, no longer fast, but allowed.
  EXPECT_EQ(smaller(make_torus({.radices = {8, 8, 8}}), 1000), "torus 4x4x4");
  EXPECT_EQ(smaller(make_torus({.radices = {8, 8, 8}}), 6000), "torus 4x4x1");
  EXPECT_EQ(smaller(make_torus({.radices = {4, 4, 4}}), 1000), "itself");
}

TEST(SmallerEquivalent, KeepsADimensionOfEveryRadixThatOccurs) {
  // A ring of 3 has no run of two hops: the ring of 9 decides.
  EXPECT_EQ(smaller(make_torus({.radices = {3, 3, 3, 3, 3, 3, 9}})), "torus 3x3x3x3x1x1x5");
  EXPECT_EQ(smaller(make_torus({.radices = {2, 2, 2, 6, 6, 6, 6, 9}})), "torus 2x2x2x4x4x1x1x5");
}

TEST(SmallerEquivalent, KeepsADimensionWithBubblesAndOneWithout) {
  const auto torus = make_torus({.radices = std::vector<std::uint32_t>(6, 4)});
  const auto left = [&](DimensionMask bubbles) {
    return smaller_equivalent(
               torus, [](const Topology&) { return 1.0; }, bubbles)
        ->dimensions();
  };
  EXPECT_EQ(left(kAllDimensions), "4x4x4x4x1x1");
  EXPECT_EQ(left(0b001111), "4x4x1x1x4x4");
  EXPECT_EQ(left(0b100000), "4x4x4x1x1x4");
  const RoutingOptions options = {.switching = Switching::kVirtualCutThrough,
                                  .flow_control = FlowControl::kBubble,
                                  .bubble_dimensions = 0b001111};
  EXPECT_TRUE(prove_deadlock_freedom(torus, *find_routing("dor"), options).free);
}

TEST(SmallerEquivalent, ReportsWhatItWalked) {
  const auto large = make_torus({.radices = {16, 16, 16}});
  EXPECT_THAT(prove_deadlock_freedom(large, *find_routing("dor"), {}).walked,
              EndsWith("of the 8x8x8 torus, which stands for the 16x16x16 torus (same kind and "
                       "parity of radices)"));
  const auto high = make_torus({.radices = std::vector<std::uint32_t>(8, 3)});
  EXPECT_THAT(prove_deadlock_freedom(high, *find_routing("dor"), {}).walked,
              EndsWith("(same kind and parity of radices; 3 of 8 dimensions left out)"));
  const auto small = make_torus({.radices = {4, 4}});
  EXPECT_EQ(prove_deadlock_freedom(small, *find_routing("dor"), {}).walked,
            "all 256 pairs of routers of the 4x4 torus");
}

TEST(SmallerEquivalent, AgreesWithTheFullWalkOnTheLargeNetwork) {
  const auto large = make_torus({.radices = {9, 14, 8}});
  ASSERT_EQ(smaller(large), "torus 7x8x8");
  for (const char* name : {"dor", "minimal_adaptive"}) {
    const RoutingDescription& description = *find_routing(name);
    for (const std::uint32_t vcs : {1u, 3u}) {
      const bool full = check_deadlock(large, *description.make(large, {}), {.vcs = vcs}).free;
      EXPECT_EQ(prove_deadlock_freedom(large, description, {}, vcs).free, full);
      EXPECT_EQ(full, vcs == 3);
    }
  }
}

// Options under which every routing can be built.
RoutingOptions with_parts(Ties ties = Ties::kSplit) {
  RoutingOptions options{.ties = ties};
  options.own.set("interpolated.first", "ival");
  options.own.set("interpolated.second", "dor");
  options.own.set("interpolated.alpha", "0.5");
  options.own.set("ofr.delta", "1");  // there are rings of 3
  return options;
}

// Path tables and forwarding tables exist for one network, so no smaller one can stand in.
bool is_table(const RoutingDescription& description) {
  return description.name == "table" || description.name.starts_with("two_turn") ||
         description.topologies == "any";
}

bool has_many_paths(const RoutingDescription& description) {
  if (description.name == "ofr") return true;
  return !description.adaptive && description.name != "dor" && description.name != "o1turn";
}

bool runs_on_tori(const RoutingDescription& description, std::size_t dimensions,
                  Ties ties = Ties::kSplit) {
  try {
    const Topology torus = make_torus({.radices = std::vector<std::uint32_t>(dimensions, 4)});
    return description.make(torus, with_parts(ties)) != nullptr;
  } catch (const KeyError&) {
    return false;
  }
}

TEST(SmallerEquivalent, FindsTheCycleOfALargeNetworkWithTooFewVcs) {
  const auto large = make_torus({.radices = {64, 64}});
  for (const RoutingDescription& description : routing_registry()) {
    if (is_table(description) || !runs_on_tori(description, 2)) continue;
    const DeadlockReport report = prove_deadlock_freedom(large, description, with_parts(), 1);
    EXPECT_FALSE(report.free) << description.name;
    EXPECT_FALSE(report.cycle.empty()) << description.name;
  }
}

// The smallest stand-in rings, 4 and 5, must have the cycles of all rings.
TEST(SmallerEquivalent, OneVcIsRefusedForEveryRoutingTiesAndSwitchingOnTori) {
  const std::vector<std::vector<std::uint32_t>> sizes = {
      {6, 6, 6, 6}, {7, 9, 11, 13}, {65534}, {65535}, {500, 501}, {3, 3, 3, 3, 5}};
  for (const auto& radices : sizes) {
    const Topology torus = make_torus({.radices = radices});
    const bool has_ties = std::ranges::any_of(radices, [](auto k) { return k % 2 == 0; });
    std::size_t refused = 0;
    for (const RoutingDescription& description : routing_registry()) {
      if (is_table(description)) continue;
      if (has_many_paths(description) && radices.size() > 2) continue;  // would take too long
      for (const Ties ties : {Ties::kSplit, Ties::kPlus, Ties::kParity}) {
        if (ties != Ties::kSplit && !(has_ties && description.reads("routing.ties"))) continue;
        if (!runs_on_tori(description, radices.size(), ties)) continue;
        const DeadlockReport report =
            prove_deadlock_freedom(torus, description, with_parts(ties), 1);
        EXPECT_FALSE(report.free) << description.name << ' ' << torus.dimensions();
        EXPECT_FALSE(report.cycle.empty()) << description.name << ' ' << torus.dimensions();
        ++refused;
      }
    }
    EXPECT_GE(refused, 4u);
  }
}

RoutingDescription described(std::unique_ptr<Routing> (*make)(const Topology&,
                                                              const RoutingOptions&)) {
  return {.name = "wrong",
          .summary = "",
          .source = "",
          .topologies = "",
          .vc_classes = "",
          .deadlock = "",
          .keys = {},
          .make = make};
}

TEST(SmallerEquivalent, AProofOfAnotherTheoremThanTheClaimedOneDoesNotCount) {
  const auto claiming_bubble = [](const Topology& topology,
                                  const RoutingOptions&) -> std::unique_ptr<Routing> {
    return std::make_unique<OrderRouting>(topology, std::vector<std::uint8_t>{0, 1}, false,
                                          DeadlockTheorem::kBubble);
  };
  for (const std::uint32_t k : {4u, 64u}) {
    const Topology torus = make_torus({.radices = {k, k}});
    const DeadlockReport report = prove_deadlock_freedom(torus, described(claiming_bubble), {});
    EXPECT_FALSE(report.free);
    EXPECT_EQ(report.problem,
              "the routing claims bubbles in the rings and an order of the rings without a cycle, "
              "but acyclic channel dependencies is what its packets need");
  }
}

TEST(SmallerEquivalent, AProofForOtherVcClassesThanThoseOfTheNetworkDoesNotCount) {
  // Datelines only on small networks.
  const auto changing = [](const Topology& topology,
                           const RoutingOptions&) -> std::unique_ptr<Routing> {
    return std::make_unique<OrderRouting>(topology, std::vector<std::uint8_t>{0, 1},
                                          topology.router_count() > 1000);
  };
  const DeadlockReport report =
      prove_deadlock_freedom(make_torus({.radices = {64, 64}}), described(changing), {});
  EXPECT_FALSE(report.free);
  EXPECT_EQ(
      report.problem,
      "not proven: walking this network would take too long, and the routing has 1 VC classes on "
      "it, but 2 on the smaller one walked");
}

TEST(SmallerEquivalent, ProvesEveryRoutingOnLargeTori) {
  const std::vector<std::vector<std::uint32_t>> sizes = {
      {256, 256}, {32, 32, 32}, {4, 4, 4, 4, 4, 4, 4}, {5, 5, 5, 5, 5}, {65535}};
  for (const auto& radices : sizes) {
    const Topology topology = make_torus({.radices = radices});
    for (const RoutingDescription& description : routing_registry()) {
      if (is_table(description) || !runs_on_tori(description, radices.size())) continue;
      if (description.topologies.starts_with("mesh")) continue;  // no theorem on rings
      EXPECT_TRUE(prove_deadlock_freedom(topology, description, with_parts()).free)
          << description.name << ' ' << topology.dimensions();
    }
  }
}

// 20x20 would be replaced by 8x8 because of its many paths; a table with few of them is walked on
// 20x20 itself, alone and within an interpolation.
TEST(SmallerEquivalent, WalksTheWholeNetworkOfAPathTable) {
  const Topology torus = make_torus({.radices = {20, 20}});
  EXPECT_NE(prove_deadlock_freedom(torus, *find_routing("ival"), {}).walked,
            "all 160000 pairs of routers of the 20x20 torus");
  RoutingOptions options = with_table(some_ival_paths(torus, 12));
  options.own.set("interpolated.first", "dor");
  options.own.set("interpolated.second", "two_turn");
  options.own.set("interpolated.alpha", "0.5");
  for (const char* name : {"two_turn", "table", "interpolated"}) {
    const DeadlockReport report = prove_deadlock_freedom(torus, *find_routing(name), options);
    EXPECT_TRUE(report.free) << name << '\n' << report_text(report);
    EXPECT_EQ(report.walked, "all 160000 pairs of routers of the 20x20 torus") << name;
    EXPECT_FALSE(prove_deadlock_freedom(torus, *find_routing(name), options, 1).free) << name;
  }
}

TEST(SmallerEquivalent, ProvesRandomOrderInThreeDimensions) {
  RoutingOptions options = with_parts();
  options.order = Order::kRandom;
  for (const char* name : {"val", "ival", "romm", "rlb", "rlbth"}) {
    for (const auto& radices : {std::vector<std::uint32_t>{32, 32, 32}, {9, 8, 12}}) {
      const Topology topology = make_torus({.radices = radices});
      const DeadlockReport report = prove_deadlock_freedom(topology, *find_routing(name), options);
      EXPECT_TRUE(report.free) << name << ' ' << topology.dimensions() << '\n'
                               << report_text(report);
    }
  }
}

TEST(SmallerEquivalent, ProvesRandomOrderOnHypercubesOrReportsWhyNot) {
  const auto cube = [](std::size_t n) {
    return make_hypercube({.radices = std::vector<std::uint32_t>(n, 2)});
  };
  const DeadlockReport dor =
      prove_deadlock_freedom(cube(7), *find_routing("dor"), {.order = Order::kRandom});
  EXPECT_TRUE(dor.free) << report_text(dor);
  // Too many paths to walk, and fewer classes on a smaller network.
  const DeadlockReport val =
      prove_deadlock_freedom(cube(7), *find_routing("val"), {.order = Order::kRandom});
  EXPECT_FALSE(val.free);
  EXPECT_EQ(val.problem.substr(0, 11), "not proven:");
}

}  // namespace
}  // namespace orthant
