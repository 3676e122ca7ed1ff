// Adaptive bubble routing: one shortest orthant per packet. Notation for candidates: "+0 c2" is an
// adaptive hop in the plus direction of dimension 0 in VC class 2, "+0 c1 e" the escape.
#include <gtest/gtest.h>

#include "tests/routing/collected_paths.hpp"
#include "tests/routing/fake_occupancy.hpp"

namespace orthant {
namespace {

std::string first_hops(const Routing& routing, RouterId s, RouterId t) {
  return candidates_in_words(routing, s, started(routing, s, t, FakeOccupancy()));
}

TEST(Abr, OffersEveryDimensionInItsDirectionThenTheEscape) {
  const Topology mesh = make_mesh({.radices = {4, 4}});
  const auto routing = build("abr", mesh);
  EXPECT_EQ(first_hops(*routing, at(mesh, {1, 0}), at(mesh, {2, 3})), "+0 c1, +1 c1, +0 c0 e");
  EXPECT_EQ(first_hops(*routing, at(mesh, {2, 3}), at(mesh, {2, 0})), "-1 c1, -1 c0 e");
  const Topology torus = make_torus({.radices = {5, 5}});
  EXPECT_EQ(first_hops(*build("abr", torus, bubble()), at(torus, {4, 0}), at(torus, {1, 3})),
            "+0 c1, -1 c1, +0 c0 e");
  EXPECT_EQ(first_hops(*build("abr", torus), at(torus, {4, 0}), at(torus, {1, 3})),
            "+0 c2, -1 c2, +0 c0 e");
  EXPECT_EQ(first_hops(*build("abr", torus), at(torus, {0, 1}), at(torus, {1, 3})),
            "+0 c2, +1 c2, +0 c1 e");
}

TEST(Abr, KeepsItsDirectionFromHalfWayRoundARing) {
  const Topology ring = make_torus({.radices = {8}});
  for (const bool minus : {false, true}) {
    const auto routing = build("abr", ring);
    for (const Header& header : all_starts(*routing, RouterId{1}, RouterId{5})) {
      if ((header.bits != 0) != minus) continue;
      EXPECT_EQ(candidates_in_words(*routing, RouterId{1}, header),
                minus ? "-0 c2, -0 c0 e" : "+0 c2, +0 c1 e");
      EXPECT_EQ(candidates_in_words(*routing, RouterId{minus ? 6u : 4u}, header),
                minus ? "-0 c2, -0 c1 e" : "+0 c2, +0 c1 e");
    }
  }
}

// Ties in x and y: four orthants; with parity the other offset, 2, is even: plus.
TEST(Abr, BreaksTiesByTheRule) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const RouterId s = at(torus, {0, 1});
  const RouterId t = at(torus, {2, 3});
  EXPECT_EQ(all_starts(*build("abr", torus), s, t).size(), 4u);
  for (const Ties ties : {Ties::kPlus, Ties::kParity}) {
    const auto starts = all_starts(*build("abr", torus, {.ties = ties}), s, t);
    ASSERT_EQ(starts.size(), 1u);
    EXPECT_EQ(starts[0].bits, 0u);
  }
  // The other offset, 1, is odd: minus.
  const auto odd = all_starts(*build("abr", torus, {.ties = Ties::kParity}), s, at(torus, {2, 2}));
  ASSERT_EQ(odd.size(), 1u);
  EXPECT_EQ(odd[0].bits, 1u);
}

// 4000 starts over two directions, expected 2000 each; standard deviation 31.6.
TEST(Abr, SplitsTiesEvenly) {
  const Topology ring = make_torus({.radices = {8}});
  const auto routing = build("abr", ring);
  RandomStream random(7, 3, RandomPurpose::kTest);
  int minus = 0;
  for (int i = 0; i < 4000; ++i) {
    minus += started(*routing, RouterId{1}, RouterId{5}, FakeOccupancy(), random).bits != 0;
  }
  EXPECT_NEAR(minus, 2000, 5 * 31.6);
}

TEST(Abr, HasTwoClassesWithBubbleAndThreeWithDatelines) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const auto with_bubble = build("abr", torus, bubble());
  ASSERT_EQ(with_bubble->traits().vc_classes.size(), 2u);
  EXPECT_EQ(with_bubble->traits().vc_classes[0].name, "escape");
  EXPECT_TRUE(with_bubble->traits().vc_classes[1].adaptive);
  EXPECT_EQ(with_bubble->traits().theorem, DeadlockTheorem::kBubble);
  EXPECT_EQ(class_count("abr", torus), 3u);
  EXPECT_EQ(class_count("abr", make_mesh({.radices = {4, 4}}), bubble()), 2u);
  EXPECT_TRUE(with_bubble->traits().detours.empty());
}

}  // namespace
}  // namespace orthant
