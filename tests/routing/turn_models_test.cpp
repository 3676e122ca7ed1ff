// The candidates of the turn models, worked by hand from Glass & Ni 1992 and Chiu 2000: "+0 c0" is
// a hop in the plus direction of dimension 0, east; "-1 c0" one south.
#include "routing/turn_models.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/deadlock.hpp"
#include "base/error.hpp"
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

TEST(TurnModels, WestFirstGoesWestAloneThenAnyOtherWay) {
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

// Eastwards a packet turns in odd columns and in its first one; before an even destination it has
// turned by the column to the west of it. Westwards it leaves the vertical in even columns.
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
  routing->adaptive()->candidates(at(2, 2), start, list);
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].next_bits, 1u);  // north
  EXPECT_EQ(list[1].next_bits, 0u);  // east
}

// In three dimensions west_first begins with the minus directions of two of them, north_last ends
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
    const DeadlockReport report = check_deadlock(torus, *build(algorithm, torus), {});
    EXPECT_FALSE(report.free) << algorithm;
    EXPECT_EQ(report.problem, "");
    EXPECT_FALSE(report.cycle.empty()) << algorithm;
  }
}

// Every shortest hop in one class: what the turn models would be without their rule.
class AllTurns final : public AdaptiveRouting {
 public:
  explicit AllTurns(const Topology& mesh)
      : AdaptiveRouting(turn_model_traits(mesh)), grid_(*mesh.grid()) {}
  void start(RouterId, Header&, const LocalOccupancy&, RandomStream&) const override {}
  void enumerate_starts(RouterId, RouterId t,
                        FunctionRef<void(const Header&)> visit) const override {
    visit({.destination = t, .via = {}});
  }
  void candidates(RouterId here, const Header& header, CandidateList& out) const override {
    out.clear();
    for (std::size_t d = 0; d < 2; ++d) {
      const int offset = grid_.offset(here, header.destination, d);
      if (offset == 0) continue;
      out.push_back({.port = offset > 0 ? Grid::plus_port(d) : Grid::minus_port(d)});
    }
  }
  std::size_t max_candidates() const override { return 2; }

 private:
  const Grid& grid_;
};

TEST(TurnModels, AreNotWhatAnyAdaptiveRoutingMayClaim) {
  const Topology mesh = make_mesh({.radices = {3, 3}});
  for (const Switching switching : {Switching::kWormhole, Switching::kVirtualCutThrough}) {
    const DeadlockReport report =
        check_deadlock(mesh, AllTurns(mesh),
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

}  // namespace
}  // namespace orthant
