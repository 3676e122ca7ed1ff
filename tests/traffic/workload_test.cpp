// Graphs of operations: matching, and operations that never end.
#include "traffic/workload.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "base/error.hpp"
#include "traffic/traffic.hpp"

namespace orthant {
namespace {

using Kind = WorkloadProblem::Kind;

// Rank 0 sends to rank 1 with tags 7, 8, 7; rank 1 receives 8, 7, 7.
Workload three_messages() {
  WorkloadBuilder builder(2);
  builder.begin_rank(0);
  builder.send(10, 1, 7);
  builder.send(20, 1, 8);
  builder.send(30, 1, 7);
  builder.end_rank();
  builder.begin_rank(1);
  builder.receive(20, 0, 8);
  builder.receive(10, 0, 7);
  builder.receive(30, 0, 7);
  builder.end_rank();
  return builder.finish();
}

TEST(Workload, StandsBesideOthers) {
  const std::vector<Workload> parts = {three_messages(), three_messages(), three_messages()};
  const Workload all = side_by_side(parts, std::vector<std::uint64_t>{0, 50, 0});
  EXPECT_EQ(all.ranks(), 6u);
  EXPECT_EQ(all.messages(), 9u);
  EXPECT_EQ(all.size(), 6 + 8 + 6u);
  EXPECT_FALSE(find_problem(all));
  for (const std::uint32_t rank : {0u, 4u}) {
    ASSERT_EQ(all.of(rank).size(), 3u);
    EXPECT_EQ(all.of(rank)[0].peer, rank + 1);
    EXPECT_EQ(all.of(rank)[0].match, 1u);
    EXPECT_EQ(all.of(rank)[0].waits, 0u);
  }
  // A computation that all other operations wait for.
  const auto delayed = all.of(2);
  ASSERT_EQ(delayed.size(), 4u);
  EXPECT_EQ(delayed[0].kind, OperationKind::kComputation);
  EXPECT_EQ(delayed[0].amount, 50u);
  EXPECT_EQ(all.successors(2, 0).size(), 3u);
  for (const std::uint32_t i : {1u, 2u, 3u}) {
    EXPECT_EQ(all.successors(2, 0)[i - 1].operation, i);
    EXPECT_EQ(delayed[i].waits, 1u);
    EXPECT_EQ(delayed[i].peer, 3u);
    EXPECT_EQ(all.of(3)[delayed[i].match].amount, delayed[i].amount);
    EXPECT_EQ(all.of(3)[delayed[i].match].match, i);
  }
}

// Dependencies within a part are unchanged.
TEST(Workload, KeepsItsDependenciesBesideOthers) {
  WorkloadBuilder builder(1);
  builder.begin_rank(0);
  for (std::uint64_t time : {1, 2, 3}) builder.compute(time);
  builder.require(2, 0);
  builder.require(2, 1, true);
  builder.end_rank();
  const std::vector<Workload> parts = {three_messages(), builder.finish()};
  for (const std::uint64_t delay : {0u, 9u}) {
    const Workload all = side_by_side(parts, std::vector<std::uint64_t>{0, delay});
    const std::uint32_t shift = delay > 0 ? 1 : 0;
    ASSERT_EQ(all.of(2).size(), 3 + shift);
    EXPECT_EQ(all.of(2)[2 + shift].waits, 2u);
    ASSERT_EQ(all.successors(2, shift).size(), 1u);
    EXPECT_EQ(all.successors(2, shift)[0].operation, 2 + shift);
    EXPECT_EQ(all.successors(2, shift)[0].on_start, 0u);
    EXPECT_EQ(all.successors(2, 1 + shift)[0].on_start, 1u);
    EXPECT_TRUE(all.successors(2, 2 + shift).empty());
  }
}

TEST(Workload, MatchesInOrderBySourceDestinationAndTag) {
  const Workload workload = three_messages();
  EXPECT_EQ(workload.ranks(), 2u);
  EXPECT_EQ(workload.size(), 6u);
  EXPECT_EQ(workload.messages(), 3u);
  EXPECT_EQ(workload.of(0)[0].match, 1u);
  EXPECT_EQ(workload.of(0)[1].match, 0u);
  EXPECT_EQ(workload.of(0)[2].match, 2u);
  EXPECT_EQ(workload.of(1)[0].match, 1u);
  EXPECT_EQ(workload.of(1)[1].match, 0u);
  EXPECT_EQ(workload.of(1)[2].match, 2u);
  EXPECT_FALSE(find_problem(workload));
}

TEST(Workload, TakesRanksInAnyOrderAndKeepsWhatWaits) {
  WorkloadBuilder builder(3);
  ASSERT_TRUE(builder.begin_rank(2));
  EXPECT_EQ(builder.compute(5), 0u);
  EXPECT_EQ(builder.compute(6, 3), 1u);
  EXPECT_EQ(builder.compute(7), 2u);
  builder.require(2, 1);
  builder.require(1, 0, true);
  builder.require(2, 0);
  builder.end_rank();
  ASSERT_TRUE(builder.begin_rank(0));
  builder.compute(1);
  builder.end_rank();
  EXPECT_FALSE(builder.begin_rank(2));
  const Workload workload = builder.finish();
  EXPECT_EQ(workload.of(0).size(), 1u);
  EXPECT_TRUE(workload.of(1).empty());
  ASSERT_EQ(workload.of(2).size(), 3u);
  EXPECT_EQ(workload.of(2)[1].queue, 3u);
  EXPECT_EQ(workload.of(2)[2].waits, 2u);
  const auto first = workload.successors(2, 0);
  ASSERT_EQ(first.size(), 2u);
  EXPECT_EQ(first[0].operation, 1u);
  EXPECT_EQ(first[0].on_start, 1u);
  EXPECT_EQ(first[1].operation, 2u);
  EXPECT_EQ(first[1].on_start, 0u);
  EXPECT_TRUE(workload.successors(2, 2).empty());
  EXPECT_TRUE(workload.successors(0, 0).empty());
}

TEST(Workload, TakesAtMost48BytesAnOperation) {
  WorkloadBuilder builder(2, 2000, 2000);
  for (std::uint32_t rank = 0; rank < 2; ++rank) {
    builder.begin_rank(rank);
    for (std::uint32_t i = 0; i < 500; ++i) {
      const std::uint32_t send = builder.send(8, 1 - rank, i);
      const std::uint32_t receive = builder.receive(8, 1 - rank, i);
      builder.require(receive, send);
      if (i > 0) builder.require(send, send - 1);
    }
    builder.end_rank();
  }
  const Workload workload = builder.finish();
  EXPECT_LE(workload.bytes(), 48 * workload.size());
}

// Each rank receives before it sends: both wait forever.
TEST(Workload, FindsACycleThroughMessages) {
  WorkloadBuilder builder(2);
  for (std::uint32_t rank = 0; rank < 2; ++rank) {
    builder.begin_rank(rank);
    const std::uint32_t receive = builder.receive(8, 1 - rank, 0);
    builder.require(builder.send(8, 1 - rank, 0), receive);
    builder.end_rank();
  }
  const Workload workload = builder.finish();
  const auto problem = find_problem(workload);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->kind, Kind::kCycle);
  ASSERT_EQ(problem->places.size(), 4u);
  // Each waits for the previous one.
  const std::uint32_t expected[4][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(problem->places[i].rank, expected[i][0]);
    EXPECT_EQ(problem->places[i].operation, expected[i][1]);
  }
}

// Operation 0 waits for 2, 2 for 1 and 1 for 2: a search from 0 enters the cycle at 2.
TEST(Workload, ReportsACycleFromItsLowestOperationOn) {
  WorkloadBuilder builder(1);
  builder.begin_rank(0);
  for (int i = 0; i < 3; ++i) builder.compute(1);
  builder.require(0, 2);
  builder.require(2, 1);
  builder.require(1, 2);
  builder.end_rank();
  const auto problem = find_problem(builder.finish());
  ASSERT_TRUE(problem);
  ASSERT_EQ(problem->places.size(), 2u);
  EXPECT_EQ(problem->places[0].operation, 1u);
  EXPECT_EQ(problem->places[1].operation, 2u);
}

// An operation that waits for the start of a receive need not wait for its message.
TEST(Workload, ToWaitForAStartMakesNoCycleThroughMessages) {
  WorkloadBuilder builder(2);
  for (std::uint32_t rank = 0; rank < 2; ++rank) {
    builder.begin_rank(rank);
    const std::uint32_t receive = builder.receive(8, 1 - rank, 0);
    builder.require(builder.send(8, 1 - rank, 0), receive, true);
    builder.end_rank();
  }
  EXPECT_FALSE(find_problem(builder.finish()));
}

TEST(Workload, FindsWhatDoesNotMatch) {
  const auto problem_of = [](std::uint64_t received, std::uint32_t tag, bool receives) {
    WorkloadBuilder builder(2);
    builder.begin_rank(0);
    builder.compute(1);
    if (tag == 0) builder.send(8, 1, 0);
    builder.end_rank();
    builder.begin_rank(1);
    if (receives) builder.receive(received, 0, tag);
    builder.end_rank();
    return find_problem(builder.finish());
  };
  EXPECT_FALSE(problem_of(8, 0, true));
  EXPECT_FALSE(problem_of(9, 0, true));
  EXPECT_EQ(problem_of(7, 0, true)->kind, Kind::kShortReceive);
  EXPECT_EQ(problem_of(8, 0, false)->kind, Kind::kUnmatchedSend);
  EXPECT_EQ(problem_of(8, 1, true)->kind, Kind::kUnmatchedReceive);
}

// A message of so many bytes, each a flit, from node 0 to node 1.
std::shared_ptr<const WorkloadPlan> plan_of(const std::vector<std::uint64_t>& messages,
                                            std::uint16_t packet_flits) {
  WorkloadBuilder builder(2);
  builder.begin_rank(0);
  for (const std::uint64_t bytes : messages) builder.send(bytes, 1, 0);
  builder.end_rank();
  builder.begin_rank(1);
  for (const std::uint64_t bytes : messages) builder.receive(bytes, 0, 0);
  builder.end_rank();
  return std::make_shared<const WorkloadPlan>(std::make_shared<const Workload>(builder.finish()), 2,
                                              std::vector<NodeId>{NodeId{0u}, NodeId{1u}},
                                              WorkloadOptions{.packet_flits = packet_flits});
}

// Packets are counted in 32 bits, of which the last number stands for none.
TEST(WorkloadPlan, AMessageHasFewerThanAllPacketsThatCanBeCounted) {
  EXPECT_NO_THROW(plan_of({0xffff'fffe}, 1));
  EXPECT_THROW(plan_of({0xffff'ffff}, 1), KeyError);
}

// Of 63, 64 and 65 flits in packets of at most 64: one of 63, two of 64 and one of 1.
TEST(WorkloadTraffic, CountsPacketsOfTheLongestLength) {
  Traffic traffic;
  send_workload(plan_of({63, 64, 65}, 64), traffic);
  std::map<std::uint16_t, double> shares;
  for (const PacketLengths::Part& part : traffic.lengths.parts()) shares[part.flits] = part.share;
  EXPECT_EQ(shares, (std::map<std::uint16_t, double>{{1, 0.25}, {63, 0.25}, {64, 0.5}}));
}

}  // namespace
}  // namespace orthant
