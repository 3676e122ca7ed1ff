// Records and paths of packets. With the assertions of the standard library, which see an index
// beyond the end of a vector.
#ifndef _GLIBCXX_ASSERTIONS
#define _GLIBCXX_ASSERTIONS
#endif
#include "sim/kernel/packets.hpp"

#include <gtest/gtest.h>

#include "tests/sim/network_fixture.hpp"

namespace orthant {
namespace {

// No path of a network of one router has a leg.
TEST(PacketPool, KeepsEmptyPathsWithoutSpaceForLegs) {
  const Topology topology = make_torus({.radices = {1}});
  PacketPool pool(0);
  const PacketStream::Packet generated{.generated = 3, .destination = NodeId{0}, .flits = 2};
  PacketDescriptor packet = pool.begin(generated, NodeId{0}, 0, topology, 1);
  EXPECT_EQ(pool.set_path({}, packet), 0);
  EXPECT_EQ(packet.hops, 0);
  EXPECT_EQ(pool[packet.packet].generated_at, 3u);
}

TEST(PacketPool, IsUsedByANetworkOfOneRouter) {
  test::Scenario s;
  s.radices = {1};
  s.nodes_per_router = 2;
  s.messages_per_node = 50;
  s.run.until_drained = true;
  const SimulationResult result = test::simulate(s);
  EXPECT_EQ(result.packets, 100u);
  EXPECT_EQ(result.hops_mean, 0);
}

}  // namespace
}  // namespace orthant
