// Collectives on networks: transfers, symmetries, and liquid schedules of tori.
#include "schedule/construction/orbits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "base/error.hpp"
#include "routing/routing.hpp"
#include "schedule/construction/structured.hpp"
#include "schedule/judge.hpp"
#include "schedule/solve.hpp"
#include "tests/topology/temporary_file.hpp"
#include "topology/graph.hpp"

namespace orthant {
namespace {

using testing::ElementsAre;

CollectiveTransfers made(const Topology& topology, Collective collective, bool ports,
                         const std::string& file = "") {
  const auto routing = find_routing("dor")->make(topology, {.ties = Ties::kParity});
  return collective_transfers(topology, *routing->oblivious(),
                              collective_pairs(collective, topology, file), ports);
}

TEST(Collective, HasTheTransfersAndChannelsOfItsDefinition) {
  const Topology line = make_mesh({.radices = {3}});
  const CollectiveTransfers half = made(line, Collective::kHalfToHalf, true);
  EXPECT_THAT(half.pairs,
              ElementsAre(NodePair{NodeId{0u}, NodeId{1u}}, NodePair{NodeId{2u}, NodeId{1u}}));
  // Four channels; injection of node n is 4 + n, ejection 7 + n.
  EXPECT_EQ(half.set.channels, 10u);
  const std::uint32_t there = line.channel_from(RouterId{0u}, Grid::plus_port(0))->value;
  EXPECT_THAT(half.set.transfers[0].channels, ElementsAre(4u, there, 8u));
  EXPECT_EQ(half.set.transfers[1].name, "2->1");
  EXPECT_EQ(made(line, Collective::kAllToAll, false).pairs.size(), 6u);
  EXPECT_EQ(made(line, Collective::kGather, true).pairs.size(), 2u);
  const CollectiveTransfers scatter = made(line, Collective::kScatter, true);
  EXPECT_EQ(scatter.pairs[1].destination, NodeId{2u});
  EXPECT_EQ(liquid_bound(scatter.set).duration, 2u);  // node 0 injects twice
  const TemporaryFile file("2 0 # back\n2 0\n");
  EXPECT_EQ(made(line, Collective::kFile, true, file.path()).pairs.size(), 2u);
}

TEST(Collective, RefusesWhatItCannotSchedule) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const auto val = find_routing("val")->make(torus, {});
  EXPECT_THROW(collective_transfers(torus, *val->oblivious(),
                                    collective_pairs(Collective::kAllToAll, torus, ""), true),
               KeyError);
  for (const char* text : {"", "0 16\n", "0\n", "0 1 2\n", "a b\n"})
    EXPECT_THROW(collective_pairs(Collective::kFile, torus, TemporaryFile(text).path()), KeyError)
        << text;
}

TEST(Collective, WithoutCoordinatesHasEveryNodeSendToEveryOne) {
  Graph pair;
  pair.routers.resize(2);
  pair.links = {{.a = 0, .b = 1}};
  const Topology topology = make_graph("graph", pair, {.nodes_per_router = 3});
  EXPECT_EQ(collective_pairs(Collective::kHalfToHalf, topology, "").size(), 36u);
}

TEST(Collective, IsOfTheFirstNodesOfAnAllocation) {
  const Topology mesh = make_mesh({.radices = {3}, .nodes_per_router = 2});
  const auto pairs = [&](Collective collective, const std::vector<std::uint32_t>& allocation) {
    return collective_pairs(collective, mesh, TemporaryFile("4 2\n").path(), allocation);
  };
  EXPECT_THAT(pairs(Collective::kScatter, {0, 2, 1}),
              ElementsAre(NodePair{NodeId{2u}, NodeId{3u}}, NodePair{NodeId{2u}, NodeId{4u}}));
  EXPECT_EQ(pairs(Collective::kAllToAll, {1, 0, 2}).size(), 6u);
  for (const auto& allocation : {std::vector<std::uint32_t>{1, 1}, {3, 0, 0}, {0, 0, 0}})
    EXPECT_THROW(pairs(Collective::kAllToAll, allocation), KeyError);
  EXPECT_EQ(pairs(Collective::kFile, {0, 1, 1}).size(), 1u);
  EXPECT_THROW(pairs(Collective::kFile, {2, 0, 2}), KeyError);
}

TEST(TranslationGroups, AreSymmetriesOfTheTransfers) {
  const Topology torus = make_torus({.radices = {4, 6}});
  const CollectiveTransfers all = made(torus, Collective::kAllToAll, true);
  const std::vector<SymmetryGroup> groups = translation_groups(torus, all, Stopwatch({}));
  ASSERT_EQ(groups.size(),
            3u * 4 - 1);  // divisors of 4 times those of 6, without the trivial group
  EXPECT_EQ(groups.front().size(), 24u);
  for (const SymmetryGroup& group : groups) {
    for (std::size_t g = 0; g < group.size(); ++g) {
      for (std::size_t t = 0; t < all.pairs.size(); ++t) {
        std::vector<std::uint32_t> image;
        for (const std::uint32_t c : all.set.transfers[t].channels)
          image.push_back(group.channels[g][c]);
        ASSERT_EQ(image, all.set.transfers[group.transfers[g][t]].channels);
      }
    }
  }
  // Only translations by an even sum of coordinates preserve the halves.
  const CollectiveTransfers half = made(torus, Collective::kHalfToHalf, true);
  for (const SymmetryGroup& group : translation_groups(torus, half, Stopwatch({})))
    EXPECT_LE(group.size(), 6u);  // even steps in both dimensions
  EXPECT_TRUE(translation_groups(make_mesh({.radices = {4, 4}}),
                                 made(make_mesh({.radices = {4, 4}}), Collective::kAllToAll, true),
                                 Stopwatch({}))
                  .empty());
}

// Two equal transfers share one image.
TEST(TranslationGroups, LeaveTransfersThatAreThereTwiceAlone) {
  const Topology ring = make_torus({.radices = {4}});
  std::vector<NodePair> twice;
  for (int i = 0; i < 2; ++i) {
    for (const NodePair& pair : collective_pairs(Collective::kAllToAll, ring, ""))
      twice.push_back(pair);
  }
  const auto routing = find_routing("dor")->make(ring, {.ties = Ties::kParity});
  const CollectiveTransfers all = collective_transfers(ring, *routing->oblivious(), twice, true);
  EXPECT_TRUE(translation_groups(ring, all, Stopwatch({})).empty());
  const ScheduleResult found = find_schedule(all.set, {}, {});
  EXPECT_EQ(judge(all.set, found.frames).problem, "");
  EXPECT_EQ(found.frames.size(), 6u);  // every node sends six messages
}

// Sums of coordinates modulo 5 fold the 25 translations: five cosets of five elements, and no
// transfer shares a channel with its images under coset 0.
TEST(TranslationGroups, AreFoldedWhereFramesMayLookAlike) {
  const Topology torus = make_torus({.radices = {5, 5}});
  const CollectiveTransfers all = made(torus, Collective::kAllToAll, false);
  const SymmetryGroup group = translation_groups(torus, all, Stopwatch({})).front();
  ASSERT_EQ(group.size(), 25u);
  ASSERT_EQ(group.partitions.size(), 3u);  // none, x + y and x + 2y
  for (std::size_t i = 1; i < group.partitions.size(); ++i) {
    const CosetPartition& partition = group.partitions[i];
    EXPECT_EQ(partition.cosets, 5u);
    EXPECT_EQ(std::ranges::count(partition.coset, 0u), 5);
    for (std::size_t g = 1; g < group.size(); ++g) {
      if (partition.coset[g] != 0) continue;
      for (std::size_t t = 0; t < all.set.transfers.size(); ++t) {
        for (const std::uint32_t c : all.set.transfers[group.transfers[g][t]].channels)
          EXPECT_EQ(std::ranges::count(all.set.transfers[t].channels, c), 0);
      }
    }
    const auto frames = search_orbits(all.set, group, partition, 15, 1, Stopwatch({.seconds = 60}));
    ASSERT_TRUE(frames);
    EXPECT_TRUE(judge(all.set, *frames).liquid());
  }
}

// k^(n+1)/8 frames for 4 | k; (k^2 - 1)/8 k^(n-1) for odd k.
TEST(Orbits, MeetTheBoundOfTori) {
  struct Case {
    std::vector<std::uint32_t> radices;
    std::size_t frames;
  };
  for (const Case& c :
       {Case{{4, 4}, 8}, {{5, 5}, 15}, {{6, 6}, 27}, {{7, 7}, 42}, {{4, 4, 4}, 32}}) {
    const Topology torus = make_torus({.radices = c.radices});
    const CollectiveTransfers all = made(torus, Collective::kAllToAll, false);
    const std::vector<SymmetryGroup> groups = translation_groups(torus, all, Stopwatch({}));
    const ScheduleResult found =
        find_schedule(all.set, {.groups = [&](const Stopwatch&) { return groups; }},
                      {.method = ScheduleMethod::kOrbit, .limits = {.seconds = 120}});
    EXPECT_EQ(found.verdict, LiquidVerdict::kLiquid);
    EXPECT_EQ(found.frames.size(), c.frames);
    EXPECT_EQ(judge(all.set, found.frames).problem, "");
  }
}

// Effort, not time, decides which search continues.
TEST(FindSchedule, FindsTheSameHoweverSlowTheMachine) {
  const Topology torus = make_torus({.radices = {5, 5}});
  const CollectiveTransfers all = made(torus, Collective::kAllToAll, false);
  const auto found = [&](std::chrono::microseconds delay) {
    const auto groups = [&](const Stopwatch& watch) {
      return translation_groups(torus, all, watch);
    };
    const auto stop = [delay] {
      if (delay.count() > 0) std::this_thread::sleep_for(delay);
      return false;
    };
    return find_schedule(all.set, {.groups = groups}, {.limits = {.seconds = 600, .stop = stop}});
  };
  const ScheduleResult quick = found(std::chrono::microseconds(0));
  const ScheduleResult slow = found(std::chrono::microseconds(300));
  EXPECT_EQ(quick.frames, slow.frames);
  EXPECT_EQ(quick.frames.size(), 15u);
}

// All pairs of nodes once, and every channel in every frame.
TEST(Structured, MeetsTheBoundOfToriWhoseRadix4Divides) {
  for (const std::vector<std::uint32_t>& radices :
       {std::vector<std::uint32_t>{4}, {8}, {12}, {4, 4}, {8, 8}, {4, 4, 4}, {16, 16}}) {
    const Topology torus = make_torus({.radices = radices});
    for (const bool ports : {false, true}) {
      const auto routing = find_routing("dor")->make(torus, {.ties = Ties::kSource});
      const CollectiveTransfers all = collective_transfers(
          torus, *routing->oblivious(), collective_pairs(Collective::kAllToAll, torus, ""), ports);
      const auto frames = structured_frames(torus, all);
      ASSERT_TRUE(frames);
      const Judgement judgement = judge(all.set, *frames);
      if (ports && radices[0] == 4) {  // a node would send two messages at a time
        EXPECT_FALSE(judgement.valid());
        continue;
      }
      EXPECT_EQ(judgement.problem, "") << torus.dimensions();
      EXPECT_TRUE(judgement.liquid()) << torus.dimensions();
      const ScheduleResult found = find_schedule(all.set, {.construction = *frames},
                                                 {.method = ScheduleMethod::kStructured});
      EXPECT_EQ(found.verdict, LiquidVerdict::kLiquid);
    }
  }
  const Topology other = make_torus({.radices = {6, 6}});
  const CollectiveTransfers all = made(other, Collective::kAllToAll, false);
  EXPECT_FALSE(structured_frames(other, all));
  EXPECT_THROW(find_schedule(all.set, {}, {.method = ScheduleMethod::kStructured}), KeyError);
}

}  // namespace
}  // namespace orthant
