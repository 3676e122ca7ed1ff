// Workloads in the simulator against theory and against LogGOPSim.
//
// Let t = Li + 2P + L + Lo - 1: one hop, so a message of F flits that starts in an empty network in
// cycle s has arrived in cycle s + t + F. With the defaults t = 1 + 2 + 1 + 1 - 1 = 4.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "base/error.hpp"
#include "tests/sim/kept_state.hpp"
#include "tests/sim/workload_fixture.hpp"

namespace orthant {
namespace {

using test::made;
using test::program;
using test::Program;
using test::reported;
using test::run;
using test::Scenario;

constexpr Cycle kT = 4;

Program program_of_file(const std::string& name) {
  return {std::make_shared<const Workload>(
      read_goal("workload.file", ORTHANT_SOURCE_DIR "/tests/data/goal/" + name))};
}

Cycle completion(const Scenario& s, const Program& program) {
  const SimulationResult result = run(s, program);
  EXPECT_EQ(result.verdict, Verdict::kDrained);
  EXPECT_EQ(result.cycles, result.workload->completion_cycles);
  if (result.workload->bound_cycles) {
    EXPECT_LE(*result.workload->bound_cycles, result.workload->completion_cycles);
  }
  return result.workload->completion_cycles;
}

Scenario ring(std::uint32_t nodes) {
  Scenario s;
  s.radices = {nodes};
  s.router.buffer_flits = 64;
  return s;
}

// All nodes on one router, with a latency of Li + P + Lo.
Scenario one_router(std::uint32_t nodes, std::uint32_t latency) {
  Scenario s;
  s.kind = "mesh";
  s.radices = {1};
  s.nodes_per_router = nodes;
  s.node_channels.injection_latency = latency - 2;
  s.router.buffer_flits = 1024;
  return s;
}

// ---- one thing at a time, on a ring of 4
// ---------------------------------------------------------

TEST(WorkloadRun, AMessageTakesTheLatencyOfItsFlits) {
  const std::string text = "num_ranks 2 rank 0 { s: send {}b to 1 } rank 1 { r: recv {}b from 0 }";
  for (const std::uint64_t bytes : {1u, 2u, 64u, 65u, 1000u}) {
    std::string sized = text;
    for (std::size_t at; (at = sized.find("{}")) != sized.npos;)
      sized.replace(at, 2, std::to_string(bytes));
    const SimulationResult result = run(ring(4), program(sized));
    EXPECT_EQ(result.workload->completion_cycles, kT + bytes);
    EXPECT_EQ(result.workload->message_latency_mean, static_cast<double>(kT + bytes));
    EXPECT_EQ(result.workload->slowdown_mean, 1.0);
    EXPECT_EQ(result.workload->bound_cycles, kT + bytes);
    EXPECT_EQ(result.workload->critical_network_share, 1.0);
    EXPECT_EQ(result.packets, (bytes + 63) / 64);
  }
}

TEST(WorkloadRun, NoBytesAreAFlitAndAFlitCarriesSeveral) {
  EXPECT_EQ(
      completion(ring(4), program("num_ranks 2 rank 0 { send 0b to 1 } rank 1 { recv 0b from 0 }")),
      kT + 1);
  Program wide = program("num_ranks 2 rank 0 { send 65b to 1 } rank 1 { recv 65b from 0 }");
  wide.options.bytes_per_flit = 16;
  EXPECT_EQ(completion(ring(4), wide), kT + 5);  // 80 bytes have space
}

// A message of F flits over channels of bandwidth 2 has arrived after kT + 1 + (F - 1) / 2 cycles.
// The receive ends in the cycle that begins no earlier.
TEST(WorkloadRun, AMessageThatArrivesAmidACycleIsThereInTheNext) {
  Scenario s = ring(4);
  s.bandwidth = {2};
  s.node_channels.bandwidth = 2;
  const auto message = [&](const char* bytes) {
    return completion(s, program(std::string("num_ranks 2 rank 0 { send ") + bytes +
                                 "b to 1 } rank 1 { recv " + bytes + "b from 0 }"));
  };
  EXPECT_EQ(message("1"), 5u);
  EXPECT_EQ(message("2"), 6u);
  EXPECT_EQ(message("3"), 6u);
  EXPECT_EQ(message("4"), 7u);
}

// Through its router: Li + P + Lo - 1 = 2, and the flits.
TEST(WorkloadRun, ARankSendsToItself) {
  EXPECT_EQ(completion(ring(4), program("num_ranks 1 rank 0 { send 8b to 0 recv 8b from 0 }")),
            2 + 8u);
}

// The computation lasts from 0 to 100, the message from there; a receive that is posted late ends
// when it is.
TEST(WorkloadRun, ComputationsDelayWhatWaitsForThem) {
  const std::string send = "num_ranks 2 rank 0 { c: calc 100 s: send 8b to 1 s requires c }";
  const SimulationResult result = run(ring(4), program(send + "rank 1 { recv 8b from 0 }"));
  EXPECT_EQ(result.workload->completion_cycles, 100 + kT + 8);
  EXPECT_EQ(result.workload->critical_network_share, 12.0 / 112);
  EXPECT_EQ(result.workload->bound_cycles, 112u);
  const std::string late = send + "rank 1 { c: calc 500 r: recv 8b from 0 r requires c ";
  EXPECT_EQ(completion(ring(4), program(late + "}")), 500u);
  EXPECT_EQ(completion(ring(4), program(late + "d: calc 7 d requires r}")), 507u);
  EXPECT_EQ(run(ring(4), program(late + "}")).workload->critical_network_share, 0.0);
}

// A packet that arrives wakes a rank that computes something else, far ahead.
TEST(WorkloadRun, ARankIsWokenBeforeItsComputationEnds) {
  const std::string text =
      "num_ranks 2 rank 0 { s: send 8b to 1 r: recv 8b from 1 c: calc 10 c requires r }"
      "rank 1 { long: calc 1000 cpu 1 r: recv 8b from 0 s: send 8b to 0 s requires r }";
  const SimulationResult result = run(ring(4), program(text));
  EXPECT_EQ(result.workload->completion_cycles, 1000u);
  EXPECT_EQ(result.workload->message_latency_mean, 12.0);
}

TEST(WorkloadRun, ComputationsOfACpuGoOneAfterTheOther) {
  EXPECT_EQ(completion(ring(4), program("num_ranks 1 rank 0 { calc 30 calc 40 calc 50 cpu 1 }")),
            70u);
  EXPECT_EQ(completion(ring(4), program("num_ranks 1 rank 0 { calc 30 a: calc 40 b: calc 5 cpu 1 "
                                        "b requires a}")),
            75u);
  // irequires: both start in cycle 0, on different cpus.
  EXPECT_EQ(completion(ring(4), program("num_ranks 1 rank 0 { a: calc 30 b: calc 40 cpu 1 "
                                        "b irequires a}")),
            40u);
}

// b starts in cycle 1000, when a has left its cpu: not in cycle 0, when it may.
TEST(WorkloadRun, AComputationStartsWhenItsCpuTakesIt) {
  const SimulationResult result =
      run(ring(4), program("num_ranks 2 rank 0 { a: calc 1000 b: calc 10 c: send 10b to 1 "
                           "c irequires b } rank 1 { r: recv 10b from 0 d: calc 2000 "
                           "d requires r }"));
  EXPECT_EQ(result.workload->completion_cycles, 1000 + kT + 10 + 2000);
  EXPECT_EQ(result.workload->critical_network_share, 14.0 / 3014);
}

TEST(WorkloadRun, TimesBecomeWholeCyclesExactly) {
  const auto cycles = [](const std::string& time, const Rational& cycle) {
    Program one = program("num_ranks 1 rank 0 { calc " + time + " }");
    one.options.cycle_time = cycle;
    return completion(ring(4), one);
  };
  EXPECT_EQ(cycles("7", Rational(5, 2)), 3u);
  EXPECT_EQ(cycles("3", Rational(1, 10)), 30u);
  EXPECT_EQ(cycles("10000000001", Rational(1, 2)), 20'000'000'002u);
  EXPECT_EQ(cycles("999999999999999", Rational(3)), 333'333'333'333'333u);
  EXPECT_EQ(cycles("1000000000000000", Rational(3)), 333'333'333'333'334u);
}

// A send ends when its last flit has left: a computation that waits for it begins in cycle 8.
TEST(WorkloadRun, ASendEndsWhenItsLastFlitHasLeft) {
  const std::string ends = "num_ranks 2 rank 0 { s: send 8b to 1 c: calc 100 c ";
  const std::string other = "requires s } rank 1 { recv 8b from 0 }";
  EXPECT_EQ(completion(ring(4), program(ends + other)), 108u);
  EXPECT_EQ(completion(ring(4), program(ends + "i" + other)), 100u);
}

// Two messages of 64 flits and one of 1: in one queue the last one leaves last, in another it
// leaves after the first packet.
TEST(WorkloadRun, QueuesOfANodeTakeTurnsPacketByPacket) {
  const auto text = [](const char* nic) {
    return std::string("num_ranks 2 rank 0 { send 64b to 1 send 64b to 1 send 1b to 1 tag 1 nic ") +
           nic +
           "} rank 1 { recv 64b from 0 recv 64b from 0 r: recv 1b from 0 tag 1 c: calc 1000 "
           "c requires r }";
  };
  EXPECT_EQ(completion(ring(4), program(text("0"))), kT + 129 + 1000);
  EXPECT_EQ(completion(ring(4), program(text("1"))), kT + 65 + 1000);
}

// ---- against LogGOPSim
// ---------------------------------------------------------------------------

// The most messages that a rank sends, or receives. A node is busy with B flits for B cycles, in
// LogGOPSim for B - 1: a cycle for every message after another one.
std::uint64_t most_in_a_row(const Workload& workload) {
  std::uint64_t most = 0;
  for (std::uint32_t rank = 0; rank < workload.ranks(); ++rank) {
    std::uint64_t sent = 0, received = 0;
    for (const Operation& operation : workload.of(rank)) {
      sent += operation.kind == OperationKind::kSend;
      received += operation.kind == OperationKind::kReceive;
    }
    most = std::max({most, sent, received});
  }
  return most;
}

TEST(WorkloadRun, TakesAsLongAsInLogGOPSim) {
  std::ifstream rows(ORTHANT_SOURCE_DIR "/tests/data/goal/loggp.csv");
  std::string row;
  std::getline(rows, row);
  std::size_t compared = 0;
  while (std::getline(rows, row)) {
    std::stringstream fields(row);
    std::string file, latency, end;
    std::getline(fields, file, ',');
    std::getline(fields, latency, ',');
    std::getline(fields, end, ',');
    const Program read = program_of_file(file);
    const Scenario s =
        one_router(read.workload->ranks(), static_cast<std::uint32_t>(std::stoul(latency)));
    const Cycle cycles = completion(s, read), expected = std::stoull(end);
    ++compared;
    if (file.starts_with("linear_alltoall")) {
      const std::uint64_t bytes = file.find("16_16") != file.npos ? 15 * 16 : 7 * 64;
      EXPECT_GE(cycles, bytes + std::stoull(latency) - 1) << row;
      continue;
    }
    const bool equal = file.starts_with("allreduce") || file.starts_with("dissemination");
    const std::uint64_t apart = equal ? 0 : most_in_a_row(*read.workload) - 1;
    EXPECT_GE(cycles, expected) << row;
    EXPECT_LE(cycles, expected + apart) << row;
  }
  EXPECT_EQ(compared, 39u);
}

// ---- against theory
// ------------------------------------------------------------------------------

// 2 (p - 1) steps, in each of which every rank sends M/p flits to the next one when it has those of
// the one before: each takes t + M/p.
TEST(WorkloadRun, RingAllReduceTakesTwiceAllButOneSteps) {
  for (const std::uint32_t p : {3u, 4u, 8u, 13u}) {
    for (const std::uint64_t share : {1u, 8u, 64u}) {
      const Program reduce = made("allreduce", "ring", {.shape = {p}, .bytes = p * share});
      EXPECT_EQ(completion(ring(p), reduce), 2 * (p - 1) * (share + kT)) << p << ' ' << share;
    }
  }
}

// An iteration: four packets of S flits leave one after the other, all nodes in the same order, so
// that no two meet; the last one begins in cycle 3 S and has arrived after t + S more.
TEST(WorkloadRun, HaloExchangeTakesItsPacketsOneAfterTheOther) {
  constexpr std::uint32_t kSide = 6, kIterations = 3;
  for (const std::uint64_t flits : {1u, 4u, 16u, 64u}) {
    const Program halo = made("halo", "5_point",
                              {.shape = {kSide, kSide}, .bytes = flits, .iterations = kIterations});
    Scenario s = ring(kSide);
    s.radices = {kSide, kSide};
    EXPECT_EQ(completion(s, halo), kIterations * (kT + 4 * flits)) << flits;
  }
}

// Six shares on the six channels of every router: 2 M (N - 1) / N flits go through each node, a
// sixth of them through each channel. Without VCs of their own shares wait behind each other.
TEST(WorkloadRun, AllReduceOnAllPortsComesNearItsBound) {
  constexpr std::uint64_t kFlits = 6 * 64 * 64, kBound = kFlits / 3 * 63 / 64;
  Scenario s;
  s.radices = {4, 4, 4};
  s.node_channels.bandwidth = 6;
  s.router.vcs = 12;
  s.router.injection_vcs = std::nullopt;
  s.router.buffer_flits = 32;
  Program reduce = made("allreduce", "multiport_bucket", {.shape = {4, 4, 4}, .bytes = kFlits});
  reduce.options.packet_flits = 16;
  s.router.injection_vc = InjectionVc::kNic;
  const Cycle apart = completion(s, reduce);
  EXPECT_GE(apart, kBound);
  EXPECT_LE(0.95 * static_cast<double>(apart), static_cast<double>(kBound));
}

// All messages of an all-to-all are generated in cycle 0. If the age counted from there, the nodes
// with low numbers would go before all others to the end.
TEST(WorkloadRun, AgesMessagesFromWhenTheyLeaveTheirSource) {
  Scenario s;
  s.radices = {8, 8};
  s.router.vcs = 4;
  Program exchange = made("alltoall", "direct_random", {.shape = {64}, .bytes = 64 * 64});
  exchange.options.packet_flits = 8;
  const auto in_turn = static_cast<double>(completion(s, exchange));
  s.router.arbitration = Arbitration::kAge;
  EXPECT_LT(static_cast<double>(completion(s, exchange)), 1.1 * in_turn);
}

// ---- the same run
// ----------------------------------------------------------------------------------

// Random programs: every message waits for some before it.
Program random_program(std::uint64_t seed, std::uint32_t ranks) {
  RandomStream random(seed, 0, RandomPurpose::kTest);
  std::vector<std::string> lines(ranks);
  std::vector<std::uint32_t> count(ranks);
  const auto add = [&](std::uint32_t rank, const std::string& what) {
    const std::uint32_t i = count[rank]++;
    lines[rank] += "x" + std::to_string(i) + ": " + what + "\n";
    for (std::uint32_t d = random.below(3); i > 0 && d > 0; --d)
      lines[rank] += "x" + std::to_string(i) +
                     (random.below(4) == 0 ? " irequires x" : " requires x") +
                     std::to_string(random.below(i)) + "\n";
  };
  for (std::uint32_t i = 0; i < 12 * ranks; ++i) {
    const std::uint32_t from = random.below(ranks), to = random.below(ranks);
    const std::string bytes =
        std::to_string(random.below(4) == 0 ? random.below(400) : random.below(20));
    if (random.below(4) == 0)
      add(from, "calc " + bytes + " cpu " + std::to_string(random.below(2)));
    add(from,
        "send " + bytes + "b to " + std::to_string(to) + " nic " + std::to_string(random.below(3)));
    add(to, "recv " + bytes + "b from " + std::to_string(from));
  }
  std::string text = "num_ranks " + std::to_string(ranks) + "\n";
  for (std::uint32_t rank = 0; rank < ranks; ++rank)
    text += "rank " + std::to_string(rank) + " {\n" + lines[rank] + "}\n";
  return program(text);
}

TEST(WorkloadRun, IsTheSameInBlocksAndOnThreadsAndWithAnyVisits) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Scenario s;
    s.radices = {4, 4};
    s.routing = seed % 2 == 0 ? "minimal_adaptive" : "dor";
    s.router.vcs = 4;
    s.latency_cycles = {seed % 3 == 0 ? 5u : 2u};
    s.node_channels.ejection_latency = seed == 4 ? 20 : 1;
    if (seed == 5) s.bandwidth = {Rational{2}};
    if (seed == 6) s.node_channels.bandwidth = Rational{1, 3};
    if (seed == 3 || seed == 4) s.router.message_classes = 2;
    const Program random = random_program(seed, 16);
    s.stepping.visit_ticks = 1;
    const std::string one = reported(s, random);
    for (const std::uint32_t visit : {2u, 3u, 8u}) {
      s.stepping = {.visit_ticks = visit};
      EXPECT_EQ(reported(s, random), one) << seed << " visits of " << visit;
    }
    for (const std::uint32_t blocks : {2u, 3u, 16u}) {
      s.stepping = {.blocks = blocks, .threads = seed == 1 && blocks == 3 ? 2u : 1u};
      EXPECT_EQ(reported(s, random), one) << seed << " blocks " << blocks;
    }
  }
}

// ---- the bound
// ----------------------------------------------------------------------------------

// Nothing limits what a node takes: three messages arrive side by side.
TEST(WorkloadRun, BoundsWhatANodeTakesUnlessEjectionIsImmediate) {
  const Program gather = program(
      "num_ranks 4 rank 0 { recv 100b from 1 recv 100b from 2 recv 100b from 3 }"
      "rank 1 { send 100b to 0 } rank 2 { send 100b to 0 } rank 3 { send 100b to 0 }");
  Scenario s = ring(2);
  s.radices = {2, 2};
  EXPECT_GE(run(s, gather).workload->bound_cycles, 300u);
  s.node_channels.ejection = Ejection::kImmediate;
  EXPECT_LE(completion(s, gather), 220u);
}

// Half way round a ring packets go both ways: two channels of half the rate carry what the node
// sends. In one packet the flits follow each other on one of them.
TEST(WorkloadRun, BoundsAMessageByItsNodeAndOnePacket) {
  Program message = program("num_ranks 3 rank 0 { send 1000b to 2 } rank 2 { recv 1000b from 0 }");
  Scenario s = ring(4);
  s.bandwidth = {Rational(1, 2)};
  message.options.packet_flits = 10;
  const Cycle both_ways = completion(s, message);
  EXPECT_LE(both_ways, 1500u);
  EXPECT_GE(run(s, message).workload->slowdown_mean, 1.0);
  message.options.packet_flits = 1000;
  const SimulationResult whole = run(s, message);
  EXPECT_GE(whole.workload->completion_cycles, 1998u);
  EXPECT_EQ(whole.workload->bound_cycles, whole.workload->completion_cycles);
}

TEST(WorkloadRun, IsNeverShorterThanItsBound) {
  const std::vector<Rational> rates = {1, Rational(1, 2), Rational(2, 3), Rational(1, 3)};
  RandomStream random(1, 0, RandomPurpose::kTest);
  std::size_t near = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Scenario s = ring(4);
    if (random.below(2) == 0) s.radices = {3, 2};
    const char* const routings[] = {"dor", "minimal_adaptive", "val"};
    s.routing = routings[random.below(3)];
    s.router.vcs = 4;
    s.router.buffer_flits = 16;
    s.bandwidth = {rates[random.below(4)]};
    s.node_channels.bandwidth = rates[random.below(4)];
    if (random.below(2) == 0) s.node_channels.ejection = Ejection::kImmediate;
    s.latency_cycles = {1 + random.below(3)};
    s.router.routing_delay = random.below(3);
    s.router.vc_allocation_delay = random.below(2);
    Program some = random_program(seed, 1 + random.below(4));
    some.options.packet_flits = static_cast<std::uint16_t>(1 + random.below(20));
    some.options.bytes_per_flit = 1 + random.below(3);
    const Cycle cycles = completion(s, some);
    near += 10 * run(s, some).workload->bound_cycles.value() >= 9 * cycles;
  }
  EXPECT_GE(near, 30u);
}

// ---- checkpoints
// ----------------------------------------------------------------------------------

TEST(WorkloadRun, GoesOnFromACheckpoint) {
  Scenario s;
  s.radices = {4, 4};
  const Program random = random_program(9, 16);
  const SimulationResult whole = run(s, random);
  for (const std::uint32_t blocks : {1u, 3u}) {
    for (const Cycle stop : {Cycle{1}, whole.cycles / 4, whole.cycles / 2}) {
      s.stepping.blocks = blocks;
      test::KeptState kept;
      const SimulationResult stopped =
          run(s, random,
              {.progress = [&](Cycle done, Cycle) { return done < stop; }, .checkpoints = &kept});
      EXPECT_EQ(stopped.verdict, Verdict::kInterrupted);
      const SimulationResult rest = run(s, random, {.checkpoints = &kept});
      ASSERT_EQ(rest.verdict, Verdict::kDrained);
      EXPECT_EQ(rest.cycles, whole.cycles);
      EXPECT_EQ(rest.latency_mean, whole.latency_mean);
      EXPECT_EQ(rest.workload->message_latency_mean, whole.workload->message_latency_mean);
      EXPECT_EQ(rest.workload->critical_network_share, whole.workload->critical_network_share);
    }
  }
}

// Where all packets are as long, the step moves them in one piece.
TEST(WorkloadRun, IsTheSameFlitByFlit) {
  Scenario s;
  s.radices = {4, 4};
  s.router.switching = Switching::kVirtualCutThrough;
  s.router.switch_hold = SwitchHold::kPacket;
  s.router.buffer_flits = 32;
  std::string text = "num_ranks 16\n";
  for (std::uint32_t rank = 0; rank < 16; ++rank) {
    text += "rank " + std::to_string(rank) + " {\n";
    for (std::uint32_t i = 0; i < 12; ++i) {
      const std::uint32_t to = (rank + 1 + i * i) % 16, from = (rank + 160 - 1 - i * i) % 16;
      const std::string n = std::to_string(i);
      text += "s" + n + ": send 16b to " + std::to_string(to) + " tag " + n + " nic " +
              std::to_string(i % 2) + "\nr" + n + ": recv 16b from " + std::to_string(from) +
              " tag " + n + "\nc" + n + ": calc " + n + "\nc" + n + " requires r" + n + "\nc" + n +
              " requires s" + n + "\n";
      if (i > 1) text += "s" + n + " requires c" + std::to_string(i - 2) + "\n";
    }
    text += "}\n";
  }
  Program pieces = program(text);
  pieces.options.packet_flits = 8;
  const std::string one = reported(s, pieces);
  s.router.flit_by_flit = true;
  EXPECT_EQ(reported(s, pieces), one);
}

// ---- what cannot be
// ---------------------------------------------------------------------------------

TEST(WorkloadRun, LocksUpWhereTheNetworkDoes) {
  // A ring whose dateline is lost, each node to the one half way round: all channels are held.
  Scenario s = ring(8);
  s.router.vcs = 1;
  s.router.buffer_flits = 4;
  s.run.deadlock_cycles = 1000;
  std::string text = "num_ranks 8\n";
  for (std::uint32_t rank = 0; rank < 8; ++rank)
    text += "rank " + std::to_string(rank) + " { send 64b to " + std::to_string((rank + 3) % 8) +
            " recv 64b from " + std::to_string((rank + 5) % 8) + " }\n";
  const SimulationResult result = run(s, program(text));
  EXPECT_EQ(result.verdict, Verdict::kDeadlocked);
  EXPECT_FALSE(result.workload);
}

TEST(WorkloadRun, RefusesWhatItCannotSimulate) {
  const Program pair = program("num_ranks 2 rank 0 { send 8b to 1 } rank 1 { recv 8b from 0 }");
  const auto refusal = [&](const Scenario& s, const Program& program) -> std::string {
    try {
      run(s, program);
    } catch (const KeyError& error) {
      return error.key() + ": " + error.what();
    }
    return "none";
  };
  Scenario s = ring(4);
  EXPECT_EQ(refusal(s, pair), "none");
  s.router.model = RouterModel::kOutputQueued;
  s.router.vcs = 1;
  EXPECT_EQ(refusal(s, pair),
            "router.model: output_queued cannot run a workload (traffic.injection = workload); "
            "allowed: input_queued");
  s = ring(4);
  Program longer = program("num_ranks 1 rank 0 { calc 1000000000 calc 1 }");
  longer.options.cycle_time = Rational(1, 1'000'000'000);
  EXPECT_EQ(refusal(s, longer),
            "workload.time_unit: the computations last more than 1000000000000000000 cycles in "
            "all; allowed: shorter ones, or longer cycles");
  s.run.latency_limit = 10;
  EXPECT_EQ(
      refusal(s, pair),
      "run.latency_limit_cycles: needs run.messages_per_node, which a workload does not have; "
      "allowed: to leave it out");
}

}  // namespace
}  // namespace orthant
