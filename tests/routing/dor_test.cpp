// Dimension-order routing, compared with paths written by hand. Notation: "+0 3 c1" is three hops
// in the plus direction of dimension 0 in VC class 1.
#include <gtest/gtest.h>

#include "tests/routing/collected_paths.hpp"

namespace orthant {
namespace {

using Paths = std::map<std::string, double>;

// The rule that changes the class at the dateline, used by most of these tests.
RoutingOptions crossing(RoutingOptions options = {}) {
  options.own.set("dor.dateline", "crossing");
  return options;
}

TEST(Dor, StaysWhereSourceAndTargetAreEqual) {
  const Topology torus = make_torus({.radices = {4, 4}});
  EXPECT_EQ(collected(*build("dor", torus, crossing()), 5, 5), (Paths{{"", 1.0}}));
}

TEST(Dor, TakesTheShorterDirectionAroundTheRing) {
  const Topology ring = make_torus({.radices = {7}});
  const auto dor = build("dor", ring, crossing());
  EXPECT_EQ(collected(*dor, 1, 4), (Paths{{"+0 3 c1", 1.0}}));
  EXPECT_EQ(collected(*dor, 4, 1), (Paths{{"-0 3 c1", 1.0}}));
}

TEST(Dor, ChangesClassBehindTheWrapAroundChannel) {
  const Topology ring = make_torus({.radices = {8}});
  const auto dor = build("dor", ring, crossing());
  EXPECT_EQ(collected(*dor, 6, 1), (Paths{{"+0 2 c0, +0 1 c1", 1.0}}));  // 6 7 | 0 1
  EXPECT_EQ(collected(*dor, 6, 0), (Paths{{"+0 2 c0", 1.0}}));
  EXPECT_EQ(collected(*dor, 7, 2), (Paths{{"+0 1 c0, +0 2 c1", 1.0}}));
  EXPECT_EQ(collected(*dor, 1, 6), (Paths{{"-0 2 c0, -0 1 c1", 1.0}}));  // 1 0 | 7 6
  EXPECT_EQ(collected(*dor, 0, 7), (Paths{{"-0 1 c0", 1.0}}));
  EXPECT_EQ(collected(*dor, 6, 4), (Paths{{"-0 2 c1", 1.0}}));
}

TEST(Dor, StaticDatelineFixesTheClassOnEnteringTheRing) {
  const Topology ring = make_torus({.radices = {8}});
  const auto dor = build("dor", ring);  // the default
  EXPECT_EQ(collected(*dor, 6, 1), (Paths{{"+0 3 c1", 1.0}}));
  EXPECT_EQ(collected(*dor, 1, 3), (Paths{{"+0 2 c0", 1.0}}));
  EXPECT_EQ(collected(*dor, 1, 6), (Paths{{"-0 3 c0", 1.0}}));
  EXPECT_EQ(collected(*dor, 6, 4), (Paths{{"-0 2 c1", 1.0}}));
}

TEST(Dor, CorrectsDimensionZeroFirst) {
  const Topology torus = make_torus({.radices = {5, 3, 4}});
  // From (0,0,0) to (2,2,1): x +2, y -1 across the wrap-around channel, z +1.
  EXPECT_EQ(collected(*build("dor", torus, crossing()), 0, 2 + 5 * 2 + 15),
            (Paths{{"+0 2 c1, -1 1 c0, +2 1 c1", 1.0}}));
}

TEST(Dor, SplitsEveryTieInHalf) {
  const Topology torus = make_torus({.radices = {4, 4}});
  // From (1,0) to (3,2): ties in both dimensions. x+: 1 2 3; x-: 1 0 | 3; y+: 0 1 2; y-: 0 | 3 2.
  EXPECT_EQ(collected(*build("dor", torus, crossing()), 1, 3 + 4 * 2),
            (Paths{{"+0 2 c1, +1 2 c1", 0.25},
                   {"+0 2 c1, -1 1 c0, -1 1 c1", 0.25},
                   {"-0 2 c0, +1 2 c1", 0.25},
                   {"-0 2 c0, -1 1 c0, -1 1 c1", 0.25}}));
}

TEST(Dor, PlusTakesThePlusDirectionAtATie) {
  const Topology ring = make_torus({.radices = {4}});
  const auto dor = build("dor", ring, crossing({.ties = Ties::kPlus}));
  EXPECT_EQ(collected(*dor, 0, 2), (Paths{{"+0 2 c1", 1.0}}));
  EXPECT_EQ(collected(*dor, 3, 1), (Paths{{"+0 1 c0, +0 1 c1", 1.0}}));
}

TEST(Dor, ParityOfTheOtherOffsetsDecidesATie) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const auto dor = build("dor", torus, crossing({.ties = Ties::kParity}));
  EXPECT_EQ(collected(*dor, 0, 2), (Paths{{"+0 2 c1", 1.0}}));                        // y offset 0
  EXPECT_EQ(collected(*dor, 0, 2 + 4), (Paths{{"-0 1 c0, -0 1 c1, +1 1 c1", 1.0}}));  // 1
  EXPECT_EQ(collected(*dor, 0, 2 + 8), (Paths{{"+0 2 c1, +1 2 c1", 1.0}}));           // 2
  EXPECT_EQ(collected(*dor, 1, 3 + 4), (Paths{{"-0 2 c0, +1 1 c1", 1.0}}));
}

TEST(Dor, ParityOfTheSourceDecidesATieOnARing) {
  for (const std::vector<std::uint32_t>& radices :
       {std::vector<std::uint32_t>{4}, std::vector<std::uint32_t>{4, 1}}) {
    const Topology ring = make_torus({.radices = radices});
    const auto dor = build("dor", ring, crossing({.ties = Ties::kParity}));
    EXPECT_EQ(collected(*dor, 0, 2), (Paths{{"+0 2 c1", 1.0}}));
    EXPECT_EQ(collected(*dor, 1, 3), (Paths{{"-0 2 c0", 1.0}}));
  }
}

TEST(Dor, UsesOneClassWhereNoRingOrABubbleIs) {
  const RoutingOptions bubble = {.switching = Switching::kVirtualCutThrough,
                                 .flow_control = FlowControl::kBubble};
  const Topology torus = make_torus({.radices = {5}});
  EXPECT_EQ(build("dor", torus, bubble)->traits().vc_classes.size(), 1u);
  EXPECT_EQ(build("dor", torus, bubble)->traits().theorem, DeadlockTheorem::kBubble);
  EXPECT_EQ(collected(*build("dor", torus, bubble), 4, 1), (Paths{{"+0 2 c0", 1.0}}));
  const Topology pairs = make_torus({.radices = {2, 2}});
  EXPECT_EQ(build("dor", pairs, crossing())->traits().vc_classes.size(), 1u);
  EXPECT_EQ(build("dor", pairs, bubble)->traits().theorem, DeadlockTheorem::kAcyclicDependencies);
  EXPECT_EQ(collected(*build("dor", pairs, crossing()), 3, 0), (Paths{{"-0 1 c0, -1 1 c0", 1.0}}));
  const Topology mesh = make_mesh({.radices = {5, 4}});
  EXPECT_EQ(build("dor", mesh, crossing())->traits().vc_classes.size(), 1u);
  EXPECT_EQ(collected(*build("dor", mesh, crossing()), 0, 19), (Paths{{"+0 4 c0, +1 3 c0", 1.0}}));
}

TEST(Dor, UsesTwoClassesOnATorusWithCredits) {
  const Topology torus = make_torus({.radices = {2, 3}});
  EXPECT_EQ(build("dor", torus, crossing())->traits().vc_classes.size(), 2u);
  EXPECT_EQ(build("dor", torus, crossing())->oblivious()->max_legs(), 3u);  // x one, y two
}

TEST(Dor, TakesEveryOrderWithEqualProbabilityWhereItIsRandom) {
  const Topology mesh = make_mesh({.radices = {4, 4}});
  const auto on_mesh = build("dor", mesh, crossing({.order = Order::kRandom}));
  EXPECT_EQ(on_mesh->traits().vc_classes.size(), 2u);
  EXPECT_EQ(collected(*on_mesh, 0, 2 + 4 * 3),
            (Paths{{"+0 2 c0, +1 3 c0", 0.5}, {"+1 3 c0, +0 2 c1", 0.5}}));
  // From (4,0) to (1,1): x 4 | 0 1. The turn into x starts the second set.
  const Topology torus = make_torus({.radices = {5, 5}});
  const auto on_torus = build("dor", torus, crossing({.order = Order::kRandom}));
  EXPECT_EQ(on_torus->traits().vc_classes.size(), 4u);
  EXPECT_EQ(collected(*on_torus, 4, 1 + 5),
            (Paths{{"+0 1 c0, +0 1 c1, +1 1 c1", 0.5}, {"+1 1 c1, +0 1 c2, +0 1 c3", 0.5}}));
  const Topology cube = make_torus({.radices = {3, 3, 3}});
  EXPECT_EQ(build("dor", cube, crossing({.order = Order::kRandom}))->traits().vc_classes.size(),
            6u);
}

TEST(Dor, ClearsThePathItSamplesInto) {
  const Topology mesh = make_mesh({.radices = {4}});
  RandomStream random(1, 0, RandomPurpose::kTest);
  Path path(3);
  build("dor", mesh, crossing())->oblivious()->sample(RouterId{0}, RouterId{2}, random, path);
  EXPECT_EQ(written(path), "+0 2 c0");
}

}  // namespace
}  // namespace orthant
