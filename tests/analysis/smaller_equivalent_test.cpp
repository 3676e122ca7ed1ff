// The small networks that stand for large ones in the deadlock check.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "analysis/deadlock.hpp"
#include "base/error.hpp"

namespace orthant {
namespace {

using testing::EndsWith;

std::string smaller(const Topology& topology) {
  const auto found = smaller_equivalent(topology);
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
  EXPECT_EQ(smaller(make_torus({.radices = {10, 9, 12, 11}})), "torus 4x3x4x3");
}

TEST(SmallerEquivalent, DropsDimensionsOnlyWhenNothingElseHelps) {
  EXPECT_EQ(smaller(make_torus({.radices = std::vector<std::uint32_t>(8, 3)})),
            "torus 3x3x3x3x1x1x1x1");
  EXPECT_EQ(smaller(make_torus({.radices = {4, 1, 4, 4, 4, 4, 4}})), "torus 4x1x4x4x4x1x1");
}

TEST(SmallerEquivalent, SaysWhatItWalked) {
  const auto large = make_torus({.radices = {16, 16, 16}});
  EXPECT_THAT(prove_deadlock_freedom(large, *find_routing("dor"), {}).walked,
              EndsWith("of the 8x8x8 torus, which stands for the 16x16x16 torus (same kind and "
                       "parity of radices)"));
  const auto high = make_torus({.radices = std::vector<std::uint32_t>(8, 3)});
  EXPECT_THAT(prove_deadlock_freedom(high, *find_routing("dor"), {}).walked,
              EndsWith("(same kind and parity of radices, fewer dimensions)"));
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

TEST(SmallerEquivalent, FindsTheCycleOfALargeNetworkWithTooFewVcs) {
  const auto large = make_torus({.radices = {64, 64}});
  for (const RoutingDescription& description : routing_registry()) {
    const DeadlockReport report = prove_deadlock_freedom(large, description, {}, 1);
    EXPECT_FALSE(report.free) << description.name;
    EXPECT_FALSE(report.cycle.empty()) << description.name;
  }
}

TEST(SmallerEquivalent, TheProofTakesLessThanASecond) {
  const std::vector<std::vector<std::uint32_t>> sizes = {
      {256, 256}, {32, 32, 32}, {8, 8, 8}, {4, 4, 4, 4, 4, 4, 4}, {65535}};
  for (const auto& radices : sizes) {
    const Topology topology = make_torus({.radices = radices});
    for (const RoutingDescription& description : routing_registry()) {
      const auto begin = std::chrono::steady_clock::now();
      try {
        EXPECT_TRUE(prove_deadlock_freedom(topology, description, {}).free);
      } catch (const KeyError&) {
        continue;  // not for this number of dimensions
      }
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
      EXPECT_LT(taken.count(), 1.0) << description.name << ' ' << topology.dimensions();
    }
  }
}

}  // namespace
}  // namespace orthant
