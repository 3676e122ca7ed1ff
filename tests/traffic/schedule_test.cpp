// Plans as traffic: the packets of a stream, and its waits.
#include <gtest/gtest.h>

#include <map>

#include "tests/traffic/networks.hpp"

namespace orthant {
namespace {

using Message = SendPlan::Message;

// Node 0: frame 0 to 3 and 1, frame 2 to 3 again; node 2: frame 1 to itself.
std::shared_ptr<const SendPlan> plan() {
  return std::make_shared<const SendPlan>(4, std::vector<Message>{{NodeId{0u}, NodeId{3u}, 2},
                                                                  {NodeId{2u}, NodeId{2u}, 1},
                                                                  {NodeId{0u}, NodeId{3u}, 0},
                                                                  {NodeId{0u}, NodeId{1u}, 0}});
}

Traffic planned_traffic(std::uint32_t packets) {
  Traffic traffic;
  traffic.pattern = planned_pattern(plan());
  traffic.injection = find_injection("schedule")->make({.plan = plan()});
  traffic.lengths = PacketLengths::fixed(5);
  traffic.packets_per_message = packets;
  return traffic;
}

TEST(SendPlan, SortsMessagesByFrameAndKeepsTheirOrderWithinOne) {
  const auto three = plan();
  const auto messages = three->of(NodeId{0u});
  ASSERT_EQ(messages.size(), 3u);
  EXPECT_EQ(messages[0].destination, NodeId{3u});
  EXPECT_EQ(messages[1].destination, NodeId{1u});
  EXPECT_EQ(messages[2].frame, 2u);
  EXPECT_TRUE(three->of(NodeId{1u}).empty());
  EXPECT_EQ(three->frames(), 3u);
}

TEST(PlannedPattern, SharesARowByTheNumberOfMessages) {
  const Traffic traffic = planned_traffic(1);
  std::map<NodeId, double> row;
  traffic.row(NodeId{0u}, [&](NodeId node, double share) { row[node] = share; });
  const std::map<NodeId, double> expected = {{NodeId{1u}, 1.0 / 3}, {NodeId{3u}, 2.0 / 3}};
  EXPECT_EQ(row, expected);
  EXPECT_TRUE(traffic.sends(NodeId{2u}));
  EXPECT_FALSE(traffic.sends(NodeId{1u}));
}

// Frame 2 is released in cycle 90, before its message's cycle; frame 0 has a message of cycle 0.
TEST(PlannedStream, WaitsForTheCycleOfEachMessage) {
  Traffic traffic = planned_traffic(1);
  traffic.injection =
      find_injection("schedule")->make({.plan = plan(), .earliest = {{0, 7, 100}, {}, {}, {}}});
  PacketStream stream(traffic, NodeId{0u});
  EXPECT_EQ(stream.next().generated, 0u);
  EXPECT_EQ(stream.next().generated, 7u);
  EXPECT_EQ(stream.next().generated, kNever);
  stream.release(2, 90);
  EXPECT_EQ(stream.next().generated, 100u);
}

// Frame 0 is released at the start, frame 2 in cycle 90: node 0 sends nothing in frame 1.
TEST(PlannedStream, WaitsForTheReleaseOfAFrame) {
  const Traffic traffic = planned_traffic(2);
  PacketStream stream(traffic, NodeId{0u});
  for (const std::uint32_t destination : {3u, 3u, 1u, 1u}) {
    const auto packet = stream.next();
    EXPECT_EQ(packet.generated, 0u);
    EXPECT_EQ(packet.destination, NodeId{destination});
    EXPECT_EQ(packet.flits, 5u);
  }
  EXPECT_EQ(stream.next().generated, kNever);
  stream.release(1, 40);
  EXPECT_EQ(stream.next().generated, kNever);
  stream.release(2, 90);
  PacketStream copy = stream;
  for (PacketStream* s : {&stream, &copy}) {
    for (int i = 0; i < 2; ++i) {
      const auto packet = s->next();
      EXPECT_EQ(packet.generated, 90u);
      EXPECT_EQ(packet.destination, NodeId{3u});
    }
    EXPECT_EQ(s->next().generated, kNever);
    s->release(7, 100);
    EXPECT_EQ(s->next().generated, kNever);
  }
}

}  // namespace
}  // namespace orthant
