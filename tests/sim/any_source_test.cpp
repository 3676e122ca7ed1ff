// Receives of any source and any tag in the simulator. As in tests/sim/workload_test.cpp a message
// of F flits over h hops of an empty network arrives 2 + 2 h + F cycles after it starts.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/random.hpp"
#include "tests/sim/kept_state.hpp"
#include "tests/sim/workload_fixture.hpp"

namespace orthant {
namespace {

using test::program;
using test::Program;
using test::reported;
using test::run;
using test::Scenario;

Scenario ring_of_4() {
  Scenario s;
  s.radices = {4};
  s.router.buffer_flits = 64;
  return s;
}

// Two workers send 64 flits to rank 0, of which its channel takes one a cycle.
TEST(AnySource, TakesAllThatCome) {
  const SimulationResult result = run(ring_of_4(), program(R"(num_ranks 3
rank 0 { recv 64b from -1 tag -1
recv 64b from -1 tag -1 }
rank 1 { send 64b to 0 tag 1 }
rank 2 { send 64b to 0 tag 2 })"));
  EXPECT_EQ(result.verdict, Verdict::kDrained);
  EXPECT_EQ(result.workload->completion_cycles, 4u + 128u);
  EXPECT_EQ(result.workload->bound_cycles, 4u + 128u);
}

// Rank 2, two hops away, sends at once, rank 1 in cycle `work`. What comes first goes on to rank 3,
// one hop away; where the source is named, rank 3 waits for that one.
Cycle third_rank_ends(const std::string& asked, int work) {
  const SimulationResult result = run(ring_of_4(), program(R"(num_ranks 4
rank 0 { a: recv 8b from )" + asked + R"( tag -1
b: recv 8b from -1 tag -1
s: send 8b to 3
s requires a }
rank 1 { w: calc )" + std::to_string(work) + R"(
m: send 8b to 0 tag 1
m requires w }
rank 2 { send 8b to 0 tag 2 }
rank 3 { r: recv 8b from 0
c: calc 1000
c requires r })"));
  EXPECT_EQ(result.verdict, Verdict::kDrained);
  return result.workload->completion_cycles - 1000;
}

TEST(AnySource, TakesTheFirstToArrive) {
  EXPECT_EQ(third_rank_ends("-1", 500), 14u + 12u);
  EXPECT_EQ(third_rank_ends("1", 500), 512u + 12u);
  EXPECT_EQ(third_rank_ends("2", 500), 14u + 12u);
  EXPECT_EQ(third_rank_ends("-1", 0), 12u + 12u);  // now rank 1 is the first
}

// The message of tag 2 is there before anything is received.
TEST(AnySource, LeavesWhatIsNotAskedFor) {
  const SimulationResult result = run(ring_of_4(), program(R"(num_ranks 2
rank 0 { w: calc 100
a: recv 8b from -1 tag 1
b: recv 8b from -1 tag -1
s: send 8b to 1 tag 9
a requires w b irequires a s requires b }
rank 1 { d: send 8b to 0 tag 2
w: calc 300
e: send 8b to 0 tag 1
r: recv 8b from 0 tag 9
w requires d e requires w })"));
  EXPECT_EQ(result.verdict, Verdict::kDrained);
  // b has the message of tag 2 in cycle 100, so that s arrives long before a is there.
  EXPECT_EQ(result.workload->completion_cycles, 8u + 300u + 12u);
}

// Where nothing is left to choose, times are those of receives that name their messages.
TEST(AnySource, IsTheSameAsNamedWhereOneOrderIsPossible) {
  const auto text = [](const char* source, const char* tag) {
    std::string goal = "num_ranks 4\nrank 0 {\n";
    for (int round = 0; round < 6; ++round)
      goal += fmt::format("s{}: send {}b to 1 tag {}\n", round, 30 * round + 1, round);
    goal += "}\n";
    for (int rank = 1; rank < 4; ++rank) {
      goal += fmt::format("rank {} {{\n", rank);
      for (int round = 0; round < 6; ++round) {
        const std::string from = source != nullptr ? source : std::to_string(rank - 1);
        const std::string wanted = tag != nullptr ? tag : std::to_string(round);
        goal += fmt::format("r{}: recv {}b from {} tag {}\n", round, 30 * round + 1, from, wanted);
        if (rank < 3)
          goal += fmt::format("s{}: send {}b to {} tag {}\ns{} requires r{}\n", round,
                              30 * round + 1, rank + 1, round, round, round);
        if (round > 0) goal += fmt::format("r{} requires r{}\n", round, round - 1);
      }
      goal += "}\n";
    }
    return goal;
  };
  const std::string named = reported(ring_of_4(), program(text(nullptr, nullptr)));
  EXPECT_EQ(reported(ring_of_4(), program(text("-1", nullptr))), named);
  EXPECT_EQ(reported(ring_of_4(), program(text(nullptr, "-1"))), named);
  EXPECT_EQ(reported(ring_of_4(), program(text("-1", "-1"))), named);
}

TEST(AnySource, LocksUpWhereAnotherReceiveTookTheMessage) {
  const auto verdict = [](int work) {
    const SimulationResult result = run(ring_of_4(), program(R"(num_ranks 3
rank 0 { a: recv 8b from -1 tag -1
b: recv 8b from 1 tag 1
b requires a }
rank 1 { w: calc )" + std::to_string(work) + R"(
m: send 8b to 0 tag 1
m requires w }
rank 2 { send 8b to 0 tag 2 })"));
    if (result.verdict == Verdict::kDeadlocked) {
      EXPECT_TRUE(result.starving);
      EXPECT_EQ(result.waiting.named, (std::vector{OperationId{0, 1}}));
      EXPECT_EQ(result.waiting.operations, 1u);
      EXPECT_EQ(result.waiting.ranks, 1u);
      EXPECT_FALSE(result.workload.has_value());
    }
    return result.verdict;
  };
  EXPECT_EQ(verdict(0), Verdict::kDeadlocked);
  EXPECT_EQ(verdict(100), Verdict::kDrained);
}

// A master of 15 workers: each gets its next piece, of another length, when its answer has come.
Program master(std::uint64_t seed) {
  RandomStream random(seed, 0, RandomPurpose::kTest);
  std::string text = "num_ranks 16\nrank 0 {\n";
  for (int piece = 0; piece < 60; ++piece) {
    const int rank = 1 + piece % 15;
    text += fmt::format("s{}: send {}b to {} tag {}\nr{}: recv 500b from -1 tag -1\n", piece,
                        1 + random.below(300), rank, piece / 15, piece);
    if (piece >= 15) text += fmt::format("s{} requires r{}\n", piece, piece - 15);
    if (piece > 0) text += fmt::format("r{} irequires r{}\n", piece, piece - 1);
  }
  text += "}\n";
  for (int rank = 1; rank < 16; ++rank) {
    text += fmt::format("rank {} {{\n", rank);
    for (int round = 0; round < 4; ++round)
      text += fmt::format(
          "r{}: recv 500b from -1 tag {}\nc{}: calc {}\ns{}: send {}b to 0 tag {}\n"
          "c{} requires r{}\ns{} requires c{}\n",
          round, round, round, random.below(400), round, 1 + random.below(500), random.below(3),
          round, round, round, round);
    text += "}\n";
  }
  return program(text);
}

TEST(AnySource, IsTheSameInBlocksAndOnThreadsAndWithAnyVisits) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    Scenario s;
    s.radices = {4, 4};
    s.router.vcs = 4;
    if (seed == 3) s.node_channels.ejection = Ejection::kImmediate;  // several in a cycle
    s.stepping.visit_ticks = 1;
    const Program pieces = master(seed);
    const std::string one = reported(s, pieces);
    s.stepping = {.visit_ticks = 3};
    EXPECT_EQ(reported(s, pieces), one) << seed;
    for (const std::uint32_t blocks : {2u, 16u}) {
      s.stepping = {.blocks = blocks, .threads = blocks == 2 ? 2u : 1u};
      EXPECT_EQ(reported(s, pieces), one) << seed << " blocks " << blocks;
    }
  }
}

TEST(AnySource, GoesOnFromACheckpoint) {
  Scenario s;
  s.radices = {4, 4};
  const Program pieces = master(9);
  const SimulationResult whole = run(s, pieces);
  ASSERT_EQ(whole.verdict, Verdict::kDrained);
  for (const Cycle stop : {Cycle{1}, whole.cycles / 4, whole.cycles / 2}) {
    test::KeptState kept;
    const SimulationResult stopped =
        run(s, pieces,
            {.progress = [&](Cycle done, Cycle) { return done < stop; }, .checkpoints = &kept});
    EXPECT_EQ(stopped.verdict, Verdict::kInterrupted);
    const SimulationResult rest = run(s, pieces, {.checkpoints = &kept});
    ASSERT_EQ(rest.verdict, Verdict::kDrained);
    EXPECT_EQ(rest.cycles, whole.cycles);
    EXPECT_EQ(rest.workload->message_latency_mean, whole.workload->message_latency_mean);
    EXPECT_EQ(rest.workload->critical_path, whole.workload->critical_path);
  }
}

}  // namespace
}  // namespace orthant
