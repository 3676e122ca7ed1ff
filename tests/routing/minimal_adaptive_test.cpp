// Candidates of minimal adaptive routing, written by hand: "+0 c2" is an adaptive hop in the plus
// direction of dimension 0 in VC class 2, "+0 c1 e" the escape.
#include <gtest/gtest.h>

#include "tests/routing/collected_paths.hpp"
#include "tests/routing/fake_occupancy.hpp"

namespace orthant {
namespace {

std::string candidates(const Routing& routing, std::size_t here, std::size_t target) {
  return candidates_in_words(routing, RouterId{here}, {.destination = RouterId{target}, .via = {}});
}

TEST(MinimalAdaptive, OffersEveryShortestDirectionThenTheEscape) {
  const Topology mesh = make_mesh({.radices = {4, 4}});
  const auto routing = build("minimal_adaptive", mesh);
  EXPECT_EQ(candidates(*routing, 1, 2 + 4 * 3), "+0 c1, +1 c1, +0 c0 e");
  EXPECT_EQ(candidates(*routing, 2 + 4 * 3, 2), "-1 c1, -1 c0 e");
}

TEST(MinimalAdaptive, EscapeIsInClassZeroWhileTheWrapAroundChannelIsAhead) {
  const Topology ring = make_torus({.radices = {8}});
  const auto routing = build("minimal_adaptive", ring);
  EXPECT_EQ(candidates(*routing, 6, 1), "+0 c2, +0 c0 e");
  EXPECT_EQ(candidates(*routing, 7, 1), "+0 c2, +0 c0 e");
  EXPECT_EQ(candidates(*routing, 0, 1), "+0 c2, +0 c1 e");
  EXPECT_EQ(candidates(*routing, 1, 6), "-0 c2, -0 c0 e");
  EXPECT_EQ(candidates(*routing, 7, 6), "-0 c2, -0 c1 e");
}

TEST(MinimalAdaptive, OffersBothDirectionsAtATieAndEscapesByPlus) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const auto routing = build("minimal_adaptive", torus);
  EXPECT_EQ(candidates(*routing, 0, 2 + 4), "+0 c2, -0 c2, +1 c2, +0 c1 e");
  EXPECT_EQ(candidates(*routing, 3, 1), "+0 c2, -0 c2, +0 c0 e");
}

TEST(MinimalAdaptive, HasOneEscapeClassWithBubble) {
  const Topology torus = make_torus({.radices = {5, 5}});
  const auto routing =
      build("minimal_adaptive", torus,
            {.switching = Switching::kVirtualCutThrough, .flow_control = FlowControl::kBubble});
  ASSERT_EQ(routing->traits().vc_classes.size(), 2u);
  EXPECT_TRUE(routing->traits().vc_classes[1].adaptive);
  EXPECT_EQ(routing->traits().theorem, DeadlockTheorem::kBubble);
  EXPECT_EQ(candidates(*routing, 4, 1 + 5), "+0 c1, +1 c1, +0 c0 e");
}

TEST(MinimalAdaptive, StartsWithAnEmptyHeader) {
  const Topology ring = make_torus({.radices = {4}});
  const auto routing = build("minimal_adaptive", ring);
  std::size_t starts = 0;
  routing->adaptive()->enumerate_starts(RouterId{0}, RouterId{2}, [&](const Header& header) {
    ++starts;
    EXPECT_EQ(header.destination, RouterId{2});
    EXPECT_EQ(header.bits, 0u);
  });
  EXPECT_EQ(starts, 1u);
}

}  // namespace
}  // namespace orthant
