// Nodes that may be full of requests whose replies have not left: when they take the next one, and
// what becomes of a network in which requests and replies wait for each other.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/sim/kept_state.hpp"
#include "tests/sim/workload_fixture.hpp"

namespace orthant {
namespace {

using test::Program;
using test::Scenario;

struct Arrivals final : PacketLog {
  std::vector<DeliveredPacket> all;
  void add(const DeliveredPacket& packet) override { all.push_back(packet); }

  std::vector<Cycle> at(NodeId node) const {
    std::vector<Cycle> cycles;
    for (const DeliveredPacket& packet : all)
      if (packet.destination == node) cycles.push_back(packet.arrival);
    return cycles;
  }
};

// Ranks 1 to 3 ask rank 0, which takes 100 cycles for each.
Program three_clients(std::uint32_t reply_queue) {
  std::string text = "num_ranks 4 rank 0 {\n";
  for (const char* const rank : {"1", "2", "3"}) {
    const std::string r = rank;
    text += "q" + r + ": recv 8b from " + r + " c" + r + ": calc 100 a" + r + ": send 16b to " + r +
            " tag 1 nic 1 c" + r + " requires q" + r + " a" + r + " requires c" + r + "\n";
  }
  text += "}\n";
  for (const char* const rank : {"1", "2", "3"})
    text += std::string("rank ") + rank + " { send 8b to 0 recv 16b from 0 tag 1 }\n";
  Program program = test::program(text);
  program.jobs = {{.ranks = program.workload->ranks(), .reply_queue = reply_queue}};
  return program;
}

Scenario torus(std::uint32_t message_classes) {
  Scenario s;
  s.radices = {4, 4};
  s.router.message_classes = message_classes;
  s.router.vcs = 2 * message_classes;
  s.run.deadlock_cycles = 2000;
  return s;
}

Program requests(std::uint32_t reply_queue, std::uint32_t requests, std::uint32_t window = 8) {
  Program program = test::made("request_reply", "uniform",
                               {.shape = {16},
                                .bytes = 16,
                                .iterations = requests,
                                .window = window,
                                .reply_bytes = 16,
                                .service_cycles = 10});
  program.jobs = {{.ranks = program.workload->ranks(), .reply_queue = reply_queue}};
  return program;
}

TEST(RequestReply, AFullNodeTakesNoRequestBeforeAReplyHasLeft) {
  for (const std::uint32_t classes : {1u, 2u}) {
    Arrivals far, near;
    Scenario s = torus(classes);
    s.radices = {4};
    EXPECT_EQ(test::run(s, three_clients(3), {.packets = &near}).verdict, Verdict::kDrained);
    EXPECT_EQ(test::run(s, three_clients(1), {.packets = &far}).verdict, Verdict::kDrained);
    const std::vector<Cycle> side_by_side = near.at(NodeId{0}), apart = far.at(NodeId{0});
    ASSERT_EQ(side_by_side.size(), 3u);
    ASSERT_EQ(apart.size(), 3u);
    EXPECT_LE(side_by_side[2], 12 + 2 * 8 + 1u);  // flit by flit, round robin
    EXPECT_EQ(apart[0], 12u);
    for (std::size_t i = 1; i < 3; ++i) {
      // The service, the reply's 16 flits; then the request crosses the switch and its channel.
      EXPECT_GE(apart[i], apart[i - 1] + 100 + 16 + 8);
      EXPECT_LE(apart[i], apart[i - 1] + 100 + 16 + 8 + 4);
    }
  }
}

// From the arrival of a request to the end of its reply; what is on its way from the router to the
// node counts as taken, too, so that the most is reached by what has arrived.
struct MostRequests final : WorkloadLog {
  int most = 0;
  void add(const WorkloadPlan& plan, const WorkloadTimes& times,
           std::span<const OperationId>) override {
    for (std::uint32_t rank = 0; rank < times.size(); ++rank) {
      std::vector<std::pair<Cycle, int>> changes;
      const auto operations = plan.workload().of(rank);
      for (std::size_t i = 0; i < operations.size(); ++i) {
        const Operation& operation = operations[i];
        if (operation.kind == OperationKind::kSend && operation.queue == kReplyNic)
          changes.push_back({times[rank][i].end, -1});
        if (operation.kind == OperationKind::kReceive &&
            plan.workload().of(operation.peer)[operation.match].queue == kRequestNic)
          changes.push_back({times[rank][i].arrival, 1});
      }
      std::ranges::sort(changes);
      int taken = 0;
      for (const auto& [cycle, change] : changes) most = std::max(most, taken += change);
    }
  }
};

TEST(RequestReply, ANodeTakesAsManyRequestsAsItsQueueHoldsAndNoMore) {
  for (const std::uint32_t reply_queue : {1u, 2u, 5u}) {
    for (const char* const routing : {"dor", "minimal_adaptive"}) {
      Scenario s = torus(2);
      s.routing = routing;
      s.router.vcs = 6;
      s.router.allocator_iterations = reply_queue;
      MostRequests log;
      test::run(s, requests(reply_queue, 60), {.operations = &log});
      EXPECT_EQ(log.most, static_cast<int>(reply_queue)) << routing;
    }
  }
}

// All nodes ask each other. Requests fill the network, replies cannot leave: each full node waits
// for its reply, which waits for channels full of requests for full nodes.
TEST(RequestReply, LocksUpWhereRepliesWaitForRequests) {
  const SimulationResult result = test::run(torus(1), requests(1, 200));
  EXPECT_EQ(result.verdict, Verdict::kDeadlocked);
  ASSERT_FALSE(result.knots.empty());
  const std::vector<BlockedVc>& knot = result.knots.front();
  // Through a node: its injection channel is port 4 of a router of a 2-D torus.
  EXPECT_TRUE(std::ranges::any_of(knot, [](const BlockedVc& vc) { return vc.port == PortId{4}; }));
}

// A head that router.injection_limit holds back waits for the channel that it may not enter.
TEST(RequestReply, LocksUpBehindAnInjectionLimit) {
  for (const InjectionLimit limit : {InjectionLimit::kInTransit, InjectionLimit::kAlo}) {
    for (const char* const routing : {"dor", "minimal_adaptive"}) {
      Scenario s = torus(1);
      s.routing = routing;
      s.router.vcs = 4;
      s.router.injection_limit = limit;
      const SimulationResult result = test::run(s, requests(1, 200));
      EXPECT_EQ(result.verdict, Verdict::kDeadlocked) << routing;
      EXPECT_FALSE(result.knots.empty()) << routing;
    }
  }
}

TEST(RequestReply, NeverLocksUpWithAMessageClassForReplies) {
  for (const std::uint32_t reply_queue : {1u, 2u, 5u}) {
    const SimulationResult result = test::run(torus(2), requests(reply_queue, 200));
    EXPECT_EQ(result.verdict, Verdict::kDrained);
    EXPECT_EQ(result.workload->messages, 2 * 16 * 200u);
    EXPECT_EQ(result.packets, 2 * 16 * 200u);
  }
}

// Whatever allocates VCs: heads that are refused at a node come again.
TEST(RequestReply, EndsWithEveryAllocatorAndFlowControl) {
  for (std::uint32_t i = 0; i < 8; ++i) {
    Scenario s = torus(2);
    if (i == 1) s.router.allocator_iterations = 2;
    if (i == 2) s.router.arbitration = Arbitration::kAge;
    if (i == 3) s.router.injection_vc = InjectionVc::kNic;
    if (i == 4) {
      s.router.speculative = true;
      s.router.vc_allocation_delay = s.router.switch_allocation_delay = 1;
    }
    if (i >= 5) {
      s.router.switching = Switching::kVirtualCutThrough;
      s.router.buffer_flits = 32;
    }
    if (i == 6) s.router.flow_control = FlowControl::kBubble;
    if (i == 7) s.router.switch_hold = SwitchHold::kPacket;
    EXPECT_EQ(test::run(s, requests(1, 60)).verdict, Verdict::kDrained) << i;
  }
}

TEST(RequestReply, IsTheSameInBlocksAndWithAnyVisits) {
  Scenario s = torus(2);
  const Program program = requests(1, 60);
  s.stepping.visit_ticks = 1;
  const std::string one = test::reported(s, program);
  for (const std::uint32_t blocks : {1u, 2u, 3u, 16u}) {
    s.stepping = {.blocks = blocks};
    EXPECT_EQ(test::reported(s, program), one) << blocks;
  }
}

TEST(RequestReply, GoesOnFromACheckpoint) {
  Scenario s = torus(2);
  const Program program = requests(1, 60);
  const SimulationResult whole = test::run(s, program);
  for (const Cycle stop : {whole.cycles / 4, whole.cycles / 2}) {
    test::KeptState kept;
    test::run(s, program,
              {.progress = [&](Cycle done, Cycle) { return done < stop; }, .checkpoints = &kept});
    const SimulationResult rest = test::run(s, program, {.checkpoints = &kept});
    ASSERT_EQ(rest.verdict, Verdict::kDrained);
    EXPECT_EQ(rest.cycles, whole.cycles);
    EXPECT_EQ(rest.latency_mean, whole.latency_mean);
  }
}

// One request at a time and no other: its round trip is that of two packets and the service.
TEST(RequestReply, TakesTheRoundTripWithAWindowOfOne) {
  Scenario s;
  s.radices = {2};
  Program program = test::made("request_reply", "uniform",
                               {.shape = {2},
                                .bytes = 8,
                                .iterations = 10,
                                .window = 1,
                                .reply_bytes = 8,
                                .service_cycles = 100});
  constexpr Cycle kOneWay = 4 + 8;  // as in workload_test
  EXPECT_EQ(test::run(s, program).workload->completion_cycles, 10 * (2 * kOneWay + 100));
}

}  // namespace
}  // namespace orthant
