// The keys of the output-queued router: each reaches it, and changes what a busy network does.
#include <gtest/gtest.h>

#include "app/setup/build.hpp"

namespace orthant {
namespace {

double latency(std::vector<std::string> overrides) {
  const std::string text =
      "[topology]\nkind = torus\ndimensions = 8x8\n[routing]\nalgorithm = abr\n"
      "[router]\nmodel = output_queued\n[channel]\nflit_bytes = 64\n[traffic]\n"
      "pattern = uniform\nload = 0.9\nload_unit = capacity\nmessage_packets = 1\n"
      "[run]\nuntil = drained\nmessages_per_node = 100\n";
  const auto setup = make_setup(Config::parse(text, "test.ini", overrides).point(0));
  const SimulationResult result = simulate(setup->parts(), setup->run);
  EXPECT_EQ(result.verdict, Verdict::kDrained);
  return *result.latency_mean;
}

class OutputQueueKey : public testing::TestWithParam<const char*> {};

TEST_P(OutputQueueKey, ChangesTheLatencyOfABusyNetwork) {
  EXPECT_NE(latency({GetParam()}), latency({}));
}

INSTANTIATE_TEST_SUITE_P(Keys, OutputQueueKey,
                         testing::Values("router.queue_packets=3",
                                         "router.injection_room=half_queue",
                                         "router.source_rate=1.7", "router.source_window=1",
                                         "router.ack_bytes=16", "router.selection=first"));

TEST(OutputQueueKeys, HaveTheDefaultsOfTheReferencePage) {
  const double plain = latency({});
  for (const char* key : {"router.queue_packets=8", "router.injection_room=bubble",
                          "router.source_rate=2.4", "router.source_window=unlimited",
                          "router.ack_bytes=0", "router.selection=most_free", "router.vcs=2"})
    EXPECT_EQ(latency({key}), plain) << key;
}

// The clock of the nodes: packets of 3 flits, 2.4 times the capacity of 1 flit per node and cycle.
TEST(OutputQueueKeys, SourceRateIsAFractionOfTheCapacity) {
  const auto setup = make_setup(
      Config::parse("[topology]\nkind = torus\ndimensions = 8x8\n[routing]\nalgorithm = dor\n"
                    "[router]\nmodel = output_queued\n[traffic]\npacket_flits = 3\n"
                    "pattern = uniform\nload = 0.1\nload_unit = capacity\n",
                    "test.ini", {})
          .point(0));
  EXPECT_EQ(setup->router.output_queue.source_interval, Rational(5, 4));
}

}  // namespace
}  // namespace orthant
