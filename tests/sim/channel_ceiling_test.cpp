// What short buffers let a channel carry, against the simulator.
#include "sim/prediction/channel_ceiling.hpp"

#include "tests/sim/router_file_fixture.hpp"

namespace orthant {
namespace {

using test::Scenario;

// Node 0 sends to node 1 alone, over one channel of latency 8, as much as it can. The buffer
// downstream has 12 flits instead of 64. A slot is in use for 1 + 2 x 8 + 1 = 18 cycles.
struct OneChannel {
  explicit OneChannel(const Scenario& base, std::uint16_t flits, std::uint32_t buffer) {
    Scenario s = base;
    s.kind = "mesh";
    s.radices = {2};
    s.latency_cycles = {8};
    s.router.buffer_flits = 64;
    s = test::with_routers(
        s, "routers,ports,buffer_flits\n1,channel," + std::to_string(buffer) + "\n");
    s = test::lone_packets(s, NodeId{0u}, NodeId{1u}, flits, 3'000, flits);
    const test::Built built = test::build(s);
    const Channel& channel =
        built.topology->channel(built.topology->channel_from(RouterId{0u}, PortId{0u}).value());
    const auto vcs = static_cast<std::uint16_t>((1u << s.router.vcs) - 1);
    ceiling = ChannelCeilings(built.parts(s)).of(channel, vcs);
    const SimulationResult result = orthant::simulate(built.parts(s), s.run);
    carried = 3'000.0 * flits / static_cast<double>(result.cycles);
  }
  ChannelCeiling ceiling;
  double carried = 0;  // flits per cycle
};

Scenario router(std::uint32_t vcs, Switching switching = Switching::kWormhole) {
  Scenario s;
  s.router.vcs = vcs;
  s.router.switching = switching;
  return s;
}

void expect_carries(const OneChannel& run, double by_buffers) {
  EXPECT_NEAR(run.ceiling.by_buffers, by_buffers, 1e-12);
  // No packet waits for the slots of the last of 3,000 packets.
  EXPECT_LE(run.carried, 1.001 * run.ceiling.by_buffers);
  EXPECT_GE(run.carried, 0.99 * run.ceiling.by_buffers);
}

TEST(ChannelCeiling, IsBufferOverRoundTrip) {
  for (const std::uint16_t flits : {1, 5}) {
    expect_carries(OneChannel(router(1), flits, 6), 6 / 18.0);
    expect_carries(OneChannel(router(2), flits, 6), 12 / 18.0);
    expect_carries(OneChannel(router(1), flits, 17), 17 / 18.0);
  }
  const OneChannel enough(router(1), 5, 18);
  EXPECT_FALSE(enough.ceiling.is_short());
  EXPECT_EQ(enough.ceiling.loop_flits, 18u);
  EXPECT_GE(enough.carried, 0.98);
}

// Packets of 5 that need space for all of them, in buffers of 6: the second is sent when all but
// one of the flits of the first are out of the buffer, 3 + 18 cycles after the head of the first;
// in buffers of 10, two packets in 4 + 18 cycles.
TEST(ChannelCeiling, IsOfWholePacketsWhereTheyNeedTheirSpace) {
  expect_carries(OneChannel(router(1, Switching::kVirtualCutThrough), 5, 6), 5 / 21.0);
  expect_carries(OneChannel(router(1, Switching::kVirtualCutThrough), 5, 10), 10 / 22.0);
  Scenario atomic = router(2);
  atomic.router.vc_reuse = VcReuse::kAtomic;
  expect_carries(OneChannel(atomic, 5, 10), 2 * 5 / 22.0);
}

// The same packets, which leave the buffer when their tails have come, 4 cycles after their heads:
// the second is sent 4 + 3 + 18 cycles after the head of the first; in buffers of 10 two packets in
// 4 + 4 + 18.
TEST(ChannelCeiling, IsLowerWherePacketsAreStored) {
  const Scenario stored = router(1, Switching::kStoreAndForward);
  expect_carries(OneChannel(stored, 5, 6), 5 / 25.0);
  expect_carries(OneChannel(stored, 5, 10), 10 / 26.0);
  expect_carries(OneChannel(stored, 5, 14), 10 / 22.0);
  expect_carries(OneChannel(stored, 1, 6), 6 / 18.0);
}

}  // namespace
}  // namespace orthant
