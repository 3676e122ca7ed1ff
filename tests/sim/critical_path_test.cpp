// The critical path of workloads whose times follow by hand. A message of F flits over h hops takes
// 2 h + 2 + F cycles in an empty network with the default delays.
#include "sim/critical_path.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "base/error.hpp"
#include "tests/sim/kept_state.hpp"
#include "tests/sim/workload_fixture.hpp"

namespace orthant {
namespace {

using test::made;
using test::program;
using test::Program;
using test::run;
using test::Scenario;

Scenario line(std::uint32_t nodes) {
  Scenario s;
  s.kind = "mesh";
  s.radices = {nodes};
  s.router.buffer_flits = 64;
  return s;
}

struct Shares {
  Cycle network, computing, waiting, contention;

  bool operator==(const Shares&) const = default;
};
void PrintTo(const Shares& s, std::ostream* out) {
  *out << s.network << ' ' << s.computing << ' ' << s.waiting << ' ' << s.contention;
}

// In cycles.
Shares shares(const WorkloadResult& result) {
  const auto cycles = [&](std::optional<double> share) {
    return static_cast<Cycle>(share.value() * static_cast<double>(result.completion_cycles) + 0.5);
  };
  return {cycles(result.critical_network_share), cycles(result.critical_computing_share),
          cycles(result.critical_waiting_share), cycles(result.critical_contention_share)};
}

using Path = std::vector<OperationId>;

TEST(CriticalPath, IsAMessageAndWhatWasComputedBeforeIt) {
  const SimulationResult result =
      run(line(3), program("num_ranks 3 rank 0 { c: calc 100 s: send 8b to 2 s requires c } "
                           "rank 1 { calc 50 } rank 2 { recv 8b from 0 }"));
  EXPECT_EQ(result.workload->completion_cycles, 100u + 14);
  EXPECT_EQ(shares(*result.workload), (Shares{14, 100, 0, 0}));
  EXPECT_EQ(result.workload->critical_path, (Path{{0, 0}, {0, 1}, {2, 0}}));
}

// The second message leaves its node when the first one has: that is what it waits for.
TEST(CriticalPath, NamesWhatWaitsAtItsNode) {
  const SimulationResult result =
      run(line(3), program("num_ranks 3 rank 0 { send 64b to 1 send 64b to 2 } "
                           "rank 1 { recv 64b from 0 } rank 2 { recv 64b from 0 }"));
  EXPECT_EQ(result.workload->completion_cycles, 64u + 70);
  EXPECT_EQ(shares(*result.workload), (Shares{134, 0, 64, 0}));
  EXPECT_EQ(result.workload->critical_path, (Path{{0, 1}, {2, 0}}));
}

// Both arrive at node 2, whose channel takes a flit a cycle: the last of 2 F flits comes F cycles
// after the last of F would from node 1, alone. With 200 flits the buffers are full, and a node
// that the network holds back does not wait for itself.
TEST(CriticalPath, NamesWhatWaitsInTheNetwork) {
  for (const std::uint64_t flits : {8u, 32u, 200u}) {
    const std::string size = std::to_string(flits) + "b";
    const SimulationResult result = run(
        line(3), program("num_ranks 3 rank 0 { send " + size + " to 2 } rank 1 { send " + size +
                         " to 2 } rank 2 { recv " + size + " from 0 recv " + size + " from 1 }"));
    const Cycle end = result.workload->completion_cycles;
    EXPECT_EQ(end, 4 + 2 * flits) << flits;
    const bool is_near = result.workload->critical_path[0].rank == 1;
    EXPECT_EQ(shares(*result.workload), (Shares{end, 0, 0, end - (is_near ? 4 : 6) - flits}));
  }
}

// The first message of rank 0 has to share the channel to router 2, which is what holds up the
// second one beyond its 200 flits.
TEST(CriticalPath, NamesWhatTheNetworkDoesToThoseBeforeInTheNic) {
  const SimulationResult result =
      run(line(3), program("num_ranks 3 rank 0 { send 200b to 2 send 8b to 1 } "
                           "rank 1 { send 200b to 2 r: recv 8b from 0 c: calc 1000 c requires r } "
                           "rank 2 { recv 200b from 0 recv 200b from 1 }"));
  const Cycle message = result.workload->completion_cycles - 1000;
  EXPECT_GT(message, 200u + 12 + 50);
  EXPECT_EQ(shares(*result.workload), (Shares{message, 1000, 200, message - 200 - 12}));
  EXPECT_EQ(result.workload->critical_path, (Path{{0, 1}, {1, 1}, {1, 2}}));
}

// b waits until a has left the cpu; what waits for its start goes on then.
TEST(CriticalPath, NamesWhatWaitsForACpu) {
  const SimulationResult result =
      run(line(2), program("num_ranks 2 rank 0 { a: calc 1000 b: calc 10 c: send 10b to 1 "
                           "c irequires b } rank 1 { r: recv 10b from 0 d: calc 2000 "
                           "d requires r }"));
  EXPECT_EQ(result.workload->completion_cycles, 3014u);
  EXPECT_EQ(shares(*result.workload), (Shares{14, 2000, 1000, 0}));
  EXPECT_EQ(result.workload->critical_path, (Path{{0, 1}, {0, 2}, {1, 0}, {1, 1}}));
}

TEST(CriticalPath, OfAJobBeginsAfterItsDelay) {
  Program two =
      program("num_ranks 2 rank 0 { calc 40 } rank 1 { a: calc 30 b: calc 5 b requires a }");
  const std::vector<Workload> parts = {*two.workload, *two.workload};
  two.workload =
      std::make_shared<const Workload>(side_by_side(parts, std::vector<std::uint64_t>{0, 500}));
  two.jobs = {{.first_rank = 0, .ranks = 2, .name = "early"},
              {.first_rank = 2, .ranks = 2, .delay = 500, .name = "late"}};
  const SimulationResult result = run(line(4), two);
  ASSERT_EQ(result.jobs.size(), 2u);
  for (const WorkloadResult& job : result.jobs) {
    EXPECT_EQ(job.completion_cycles, 40u);
    EXPECT_EQ(shares(job), (Shares{0, 40, 0, 0}));
  }
  EXPECT_EQ(shares(*result.workload), (Shares{0, 540, 0, 0}));
}

// Every cycle belongs to an operation, and each operation waits for the one before it.
TEST(CriticalPath, CoversTheWholeTime) {
  for (const char* algorithm : {"ring", "recursive_doubling", "rabenseifner", "bucket"}) {
    for (const std::uint64_t bytes : {16u, 500u}) {
      Scenario s;
      s.radices = {4, 4};
      s.router.buffer_flits = 8;
      const Program all = made("allreduce", algorithm,
                               {.shape = {4, 4}, .bytes = bytes, .iterations = 2, .compute = 25});
      const WorkloadResult result = run(s, all).workload.value();
      const Shares of = shares(result);
      EXPECT_EQ(of.network + of.computing, result.completion_cycles) << algorithm;
      EXPECT_LE(of.waiting + of.contention, of.network);
      for (std::size_t i = 1; i < result.critical_path.size(); ++i) {
        const OperationId before = result.critical_path[i - 1], here = result.critical_path[i];
        const Operation& operation = all.workload->of(here.rank)[here.operation];
        if (before.rank != here.rank) {
          EXPECT_EQ(operation.kind, OperationKind::kReceive);
          EXPECT_EQ(before, (OperationId{operation.peer, operation.match}));
          continue;
        }
        EXPECT_TRUE(std::ranges::any_of(
            all.workload->successors(before.rank, before.operation),
            [&](const Successor next) { return next.operation == here.operation; }));
      }
    }
  }
}

// A path of a run that goes on from a state in which something was changed begins where nothing
// waits, or the state is refused as it is read.
TEST(CriticalPath, IsWholeWhateverStateTheRunGoesOnFrom) {
  std::string text = "num_ranks 4\n";
  for (int rank = 0; rank < 4; ++rank) {
    text += fmt::format("rank {} {{\n", rank);
    for (int i = 0; i < 6; ++i)
      text += fmt::format(
          "c{0}: calc {1}\ns{0}: send 40b to {2} tag {0}\nr{0}: recv 40b from {3} tag {0}\n"
          "s{0} requires c{0}\nr{0} irequires c{0}\n{4}",
          i, 60 + 9 * rank, (rank + 1) % 4, (rank + 3) % 4,
          i > 0 ? fmt::format("c{} requires r{}\n", i, i - 1) : "");
    text += "}\n";
  }
  const Program ring = program(text);
  test::KeptState kept;
  run(line(4), ring,
      {.progress = [](Cycle done, Cycle) { return done < 400; }, .checkpoints = &kept});
  const std::string made = kept.text();
  std::set<std::string> refusals;
  std::size_t whole = 0;
  for (std::size_t at = 0; at < made.size(); at += 3) {
    std::string changed = made;
    changed[at] = static_cast<char>(changed[at] ^ (1 << at % 8));
    kept.set_text(changed);
    try {
      const SimulationResult result = run(line(4), ring, {.checkpoints = &kept});
      if (!result.workload) continue;
      const OperationId first = result.workload->critical_path.front();
      EXPECT_EQ(ring.workload->of(first.rank)[first.operation].waits, 0u) << "byte " << at;
      ++whole;
    } catch (const ConfigError& error) {
      refusals.insert(error.what());
    }
  }
  EXPECT_GT(whole, 10u);
  EXPECT_TRUE(refusals.contains("is damaged: an operation that starts at no such time"));
  EXPECT_TRUE(refusals.contains("is damaged: an operation that ends at no such time"));
  EXPECT_TRUE(refusals.contains("is damaged: an operation that waits for others than it should"));
}

}  // namespace
}  // namespace orthant
