// Candidates of the turn models, worked out by hand from Glass & Ni 1992 and Chiu 2000: "+0 c0" is
// a hop in the plus direction of dimension 0, east; "-1 c0" one south.
#include "routing/grid/turn_models.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/deadlock/deadlock.hpp"
#include "base/error.hpp"
#include "tests/routing/broken.hpp"
#include "tests/routing/collected_paths.hpp"
#include "tests/routing/fake_occupancy.hpp"

namespace orthant {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

// On an 8x8 mesh.
RouterId at(std::size_t x, std::size_t y) { return RouterId{x + 8 * y}; }

class OnAMesh {
 public:
  explicit OnAMesh(std::string_view algorithm) : routing_(build(algorithm, mesh_)) {}
  std::string from(RouterId here, RouterId t, std::uint32_t bits = 0) const {
    return candidates_in_words(*routing_, here, {.destination = t, .via = {}, .bits = bits});
  }

 private:
  Topology mesh_ = make_mesh({.radices = {8, 8}});
  std::unique_ptr<Routing> routing_;
};

TEST(TurnModels, WestFirstGoesWestFirstThenInAnyOtherDirection) {
  const OnAMesh west_first("west_first");
  EXPECT_EQ(west_first.from(at(5, 2), at(3, 4)), "-0 c0");
  EXPECT_EQ(west_first.from(at(3, 2), at(3, 4)), "+1 c0");
  EXPECT_EQ(west_first.from(at(3, 4), at(5, 2)), "+0 c0, -1 c0");
}

TEST(TurnModels, NorthLastGoesNorthOnlyWhenNothingElseIsLeft) {
  const OnAMesh north_last("north_last");
  EXPECT_EQ(north_last.from(at(3, 2), at(5, 4)), "+0 c0");
  EXPECT_EQ(north_last.from(at(5, 2), at(3, 4)), "-0 c0");
  EXPECT_EQ(north_last.from(at(5, 2), at(5, 4)), "+1 c0");
  EXPECT_EQ(north_last.from(at(5, 4), at(3, 2)), "-0 c0, -1 c0");
}

TEST(TurnModels, NegativeFirstChoosesWithinEachPhase) {
  const OnAMesh negative_first("negative_first");
  EXPECT_EQ(negative_first.from(at(5, 4), at(3, 2)), "-0 c0, -1 c0");
  EXPECT_EQ(negative_first.from(at(3, 2), at(5, 4)), "+0 c0, +1 c0");
  EXPECT_EQ(negative_first.from(at(3, 4), at(5, 2)), "-1 c0");
  EXPECT_EQ(negative_first.from(at(5, 2), at(3, 4)), "-0 c0");
}

// Eastbound packets turn in odd columns and in their source column, and, for an even destination
// column, no later than the column west of it. Westbound packets leave the vertical in even
// columns.
TEST(TurnModels, OddEvenTurnsByTheColumn) {
  const OnAMesh odd_even("odd_even");
  EXPECT_EQ(odd_even.from(at(2, 2), at(5, 4)), "+0 c0");
  EXPECT_EQ(odd_even.from(at(2, 2), at(5, 4), 1), "+1 c0, +0 c0");
  EXPECT_EQ(odd_even.from(at(3, 2), at(5, 4)), "+1 c0, +0 c0");
  EXPECT_EQ(odd_even.from(at(3, 2), at(4, 4)), "+1 c0");
  EXPECT_EQ(odd_even.from(at(4, 2), at(5, 4)), "+0 c0");
  EXPECT_EQ(odd_even.from(at(3, 4), at(5, 4)), "+0 c0");
  EXPECT_EQ(odd_even.from(at(5, 2), at(2, 4)), "-0 c0");
  EXPECT_EQ(odd_even.from(at(4, 4), at(2, 2)), "-1 c0, -0 c0");
  EXPECT_EQ(odd_even.from(at(2, 4), at(2, 2)), "-1 c0");
}

TEST(TurnModels, OddEvenStaysInItsFirstColumnUntilItLeavesIt) {
  const Topology mesh = make_mesh({.radices = {8, 8}});
  const auto routing = build("odd_even", mesh);
  CandidateList list;
  const Header start = all_starts(*routing, at(2, 2), at(5, 4)).at(0);
  routing->adaptive()->all_candidates(at(2, 2), start, list);
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].next_bits, 1u);  // north
  EXPECT_EQ(list[1].next_bits, 0u);  // east
}

// The number of shortest paths that a routing allows from a packet's position.
std::uint64_t allowed_paths(const Topology& mesh, const AdaptiveRouting& routing, RouterId here,
                            const Header& header) {
  if (here == header.destination) return 1;
  CandidateList list;
  routing.all_candidates(here, header, list);
  std::uint64_t paths = 0;
  for (const Candidate& candidate : list) {
    Header next = header;
    next.bits = candidate.next_bits;
    paths += allowed_paths(mesh, routing, mesh.channel(*mesh.channel_from(here, candidate.port)).to,
                           next);
  }
  return paths;
}

// All pairs of a 6x6 mesh have binomial(dx + dy, dx) shortest paths each, 13,024 in sum. The three
// models of Glass & Ni allow all of them for half of the pairs with dx dy > 0, and one for the
// others.
TEST(TurnModels, AllowAsManyPathsAsTheirRulesSay) {
  const Topology mesh = make_mesh({.radices = {6, 6}});
  const auto total = [&](std::string_view algorithm) {
    const auto routing = build(algorithm, mesh);
    std::uint64_t paths = 0;
    for (std::size_t s = 0; s < 36; ++s)
      for (std::size_t t = 0; t < 36; ++t)
        if (s != t)
          paths += allowed_paths(mesh, *routing->adaptive(), RouterId{s},
                                 all_starts(*routing, RouterId{s}, RouterId{t}).at(0));
    return paths;
  };
  for (const std::string_view algorithm : {"west_first", "north_last", "negative_first"})
    EXPECT_EQ(total(algorithm), 7142u) << algorithm;
  EXPECT_EQ(total("odd_even"), 4522u);
}

// In three dimensions west_first starts with the minus directions of two of them, north_last ends
// with the plus directions of two.
TEST(TurnModels, HavePhasesInThreeDimensions) {
  const Topology mesh = make_mesh({.radices = {4, 4, 4}});
  const auto from = [&](std::string_view algorithm, std::size_t here, std::size_t t) {
    return candidates_in_words(*build(algorithm, mesh), RouterId{here},
                               {.destination = RouterId{t}, .via = {}});
  };
  const std::size_t middle = 1 + 4 * 1 + 16 * 1;
  EXPECT_EQ(from("west_first", middle, 0), "-0 c0, -1 c0");
  EXPECT_EQ(from("west_first", middle, 1 + 4 * 2 + 16 * 0), "+1 c0, -2 c0");
  EXPECT_EQ(from("north_last", middle, 2 + 4 * 2 + 16 * 0), "+0 c0, -2 c0");
  EXPECT_EQ(from("north_last", middle, 1 + 4 * 2 + 16 * 2), "+1 c0, +2 c0");
}

TEST(TurnModels, AreProvenOnMeshesOverAllTheirCandidates) {
  for (const std::string_view algorithm : {"west_first", "north_last", "negative_first"}) {
    for (const Topology& mesh :
         {make_mesh({.radices = {8, 8}}), make_mesh({.radices = {4, 4, 4}})}) {
      const DeadlockReport report = check_deadlock(mesh, *build(algorithm, mesh), {});
      EXPECT_TRUE(report.free) << algorithm;
      EXPECT_EQ(report.theorem, DeadlockTheorem::kAcyclicDependencies);
    }
  }
  const Topology mesh = make_mesh({.radices = {8, 8}});
  EXPECT_TRUE(check_deadlock(mesh, *build("odd_even", mesh), {}).free);
}

TEST(TurnModels, AreRefusedOnATorusWithTheCycle) {
  const Topology torus = make_torus({.radices = {4, 4}});
  for (const std::string_view algorithm :
       {"west_first", "north_last", "negative_first", "odd_even"}) {
    const auto routing = build(algorithm, torus);
    EXPECT_EQ(routing->traits().theorem, DeadlockTheorem::kNone) << algorithm;
    const DeadlockReport report = check_deadlock(torus, *routing, {});
    EXPECT_FALSE(report.free) << algorithm;
    EXPECT_EQ(report.problem, "");
    EXPECT_FALSE(report.cycle.empty()) << algorithm;
  }
}

TEST(TurnModels, AreNotWhatAnyAdaptiveRoutingMayClaim) {
  const Topology mesh = make_mesh({.radices = {3, 3}});
  const auto every_turn =
      make_turn_model(mesh, {}, "all", [](std::size_t, bool, std::size_t) { return true; });
  for (const Switching switching : {Switching::kWormhole, Switching::kVirtualCutThrough}) {
    const DeadlockReport report =
        check_deadlock(mesh, *every_turn,
                       {.switching = switching, .flow_control = FlowControl::kCredit, .vcs = {}});
    EXPECT_FALSE(report.free);
    EXPECT_EQ(report.theorem, DeadlockTheorem::kAcyclicDependencies);
    EXPECT_FALSE(report.cycle.empty());
  }
}

TEST(TurnModels, OddEvenIsForTwoDimensions) {
  const Topology mesh = make_mesh({.radices = {4, 4, 4}});
  EXPECT_THAT([&] { build("odd_even", mesh); },
              ThrowsMessage<KeyError>(HasSubstr("odd_even routes in 2 dimensions, and the network "
                                                "has 3; allowed: a network of 2 dimensions")));
}

// On a mesh with a hole turn models take the shortest paths that their turns allow, here worked out
// by hand for the router (3,3) down.
TEST(TurnModels, NegativeFirstGoesRoundAHole) {
  const Topology mesh = broken(make_mesh({.radices = {8, 8}}), {.routers = "(3,3)"});
  const auto routing = build("negative_first", mesh);
  const auto from = [&](RouterId here, RouterId t, std::uint32_t bits = 0) {
    return candidates_in_words(*routing, here, {.destination = t, .via = {}, .bits = bits});
  };
  // West along the row of the hole: south first, since no hop north may come before one west.
  EXPECT_EQ(from(at(4, 3), at(2, 3)), "-1 c0");
  // East along it: south first as well, so that the hop back north comes after those south.
  EXPECT_EQ(from(at(2, 3), at(4, 3)), "-1 c0");
  EXPECT_EQ(from(at(2, 2), at(4, 4)), "+0 c0, +1 c0");
  EXPECT_EQ(from(at(2, 2), at(2, 4), 1 + Grid::plus_port(1).value), "+1 c0");
  EXPECT_TRUE(check_deadlock(mesh, *routing, {.vcs = {}}).free);
}

TEST(TurnModels, SayWhichPairTheirTurnsLeaveWithoutAPath) {
  const Topology mesh = broken(make_mesh({.radices = {8, 8}}), {.routers = "(3,3)"});
  EXPECT_THAT([&] { build("west_first", mesh); },
              ThrowsMessage<KeyError>(HasSubstr("the turns of west_first leave no path from router "
                                                "28 (4,3) to router 0 (0,0)")));
}

// At the east edge alone can a router be down: east of a hole in an odd column no packet from the
// west arrives, since its last turn would be from east in an even column, and from there, of one in
// an even column, no packet leaves to the west, since its first turn would be to west in an odd
// one.
TEST(TurnModels, OddEvenGoesRoundAHoleAtTheEastEdge) {
  const auto hole_at = [](const char* router) {
    return broken(make_mesh({.radices = {8, 8}}), {.routers = router});
  };
  const Topology edge = hole_at("(7,3)"), odd = hole_at("(3,3)"), even = hole_at("(4,3)");
  EXPECT_TRUE(check_deadlock(edge, *build("odd_even", edge), {.vcs = {}}).free);
  EXPECT_THAT([&] { build("odd_even", odd); },
              ThrowsMessage<KeyError>(HasSubstr("no path from router 0 (0,0) to router 28 (4,3)")));
  EXPECT_THAT([&] { build("odd_even", even); },
              ThrowsMessage<KeyError>(HasSubstr("no path from router 29 (5,3) to router 0 (0,0)")));
}

}  // namespace
}  // namespace orthant
