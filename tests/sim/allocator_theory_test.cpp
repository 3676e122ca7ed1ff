// Switches around the allocators against what the papers derive: sizes of matchings, loads at which
// queues saturate, mean waits, shares of pairs that ask for ever.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "tests/sim/switch_models.hpp"

namespace orthant::switches {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

// Mean matches per trial, by an allocator that goes on from trial to trial.
template <std::size_t kN>
double mean_matches(Allocate<kN> allocate, double p, unsigned trials) {
  RandomStream random(1, 0, RandomPurpose::kTest);
  State<kN> state(1);
  std::size_t matches = 0;
  for (unsigned trial = 0; trial < trials; ++trial)
    matches += allocate(state, random_requests<kN>(random, p)).size();
  return static_cast<double>(matches) / trials;
}

// One standard deviation of a trial is below 1.5 matches, of the mean below 0.012.
TEST(AllocatorTheory, OutputsThatDrawMatchAsManyAsTheFormulaSays) {
  constexpr unsigned kTrials = 16'000;
  for (const double p : {0.0625, 0.3, 1.0})
    EXPECT_NEAR(mean_matches<16>(by_pim<16>, p, kTrials), drawn_matches(16, p), 0.05) << p;
  EXPECT_NEAR(mean_matches<16>((by_shuffled<16, by_islip<16, 1>>), 1, kTrials),
              drawn_matches(16, 1), 0.05);
  EXPECT_NEAR(drawn_matches(16, 1) / 16, 1 - std::pow(15 / 16.0, 16), 1e-12);
  // Requests that are drawn anew spread the pointers of inputs evenly, each independently.
  for (const double p : {0.0625, 0.3, 0.8})
    EXPECT_NEAR(mean_matches<16>(by_separable<16>, p, kTrials), drawn_matches(16, p), 0.05) << p;
}

// By hand for two ports: with probability p^2 (2 - p^2) one of the two diagonals is there as a
// whole, with (1-p)^4 nothing, else a single match.
TEST(AllocatorTheory, TheLargestMatchingIsThatOfHallsTheorem) {
  const double p = 0.4;
  const double two = p * p * (2 - p * p), none = std::pow(1 - p, 4);
  EXPECT_NEAR(mean_matches<2>(by_maximum<2>, p, 100'000), 1 - none + two, 0.01);
  RandomStream random(2, 0, RandomPurpose::kTest);
  State<16> state(2);
  for (const double density : {0.03, 0.0625, 0.1, 0.15, 0.25}) {
    for (int trial = 0; trial < 100; ++trial) {
      const auto asking = random_requests<16>(random, density);
      ASSERT_EQ(by_maximum<16>(state, asking).size(), largest_by_hall<16>(asking)) << density;
    }
  }
}

// For c = e the two roots meet at x = 1: 2 - (1 + 1 + 1) / e. A finite graph is off by about 1/N.
TEST(AllocatorTheory, LargeRandomGraphsApproachTheLimitOfKarpAndSipser) {
  EXPECT_NEAR(largest_matching_share(std::numbers::e), 2 - 3 / std::numbers::e, 1e-3);
  for (const double c : {0.5, 1.0, 2.0})
    EXPECT_NEAR(mean_matches<64>(by_maximum<64>, c / 64, 2'000) / 64, largest_matching_share(c),
                0.01)
        << c;
}

template <std::size_t kN>
double fifo_accepts() {
  Fifo<kN> fifo(1);
  return run_switch<kN>(fifo, 1, 2'000, 40'000, 1).accepted;
}

// Table I of Karol, Hluchyj and Morgan 1987, who draw among the heads; 2 - sqrt(2) for N to
// infinity.
TEST(AllocatorTheory, FifoQueuesSaturateWhereTheTableSays) {
  EXPECT_NEAR(fifo_accepts<2>(), 0.75, 0.004);
  EXPECT_NEAR(fifo_accepts<4>(), 0.6553, 0.004);
  EXPECT_NEAR(fifo_accepts<8>(), 0.6184, 0.004);
  EXPECT_NEAR(fifo_accepts<16>(), 0.6, 0.004);
  EXPECT_GT(fifo_accepts<16>(), 2 - std::numbers::sqrt2);
}

TEST(AllocatorTheory, OutputQueuesWaitAsTheFormulaSays) {
  for (const double load : {0.2, 0.5, 0.8}) {
    OutputQueues<16> queues;
    const Served served = run_switch<16>(queues, load, 2'000, 60'000, 3);
    const double wait = output_queue_wait(16, load);
    EXPECT_NEAR(served.wait_slots, wait, 0.03 * wait) << load;
  }
}

template <std::size_t kN>
Served serve_voq(Allocate<kN> allocate, double load) {
  VirtualOutputQueues<kN> queues(allocate, 1);
  return run_switch<kN>(queues, load, 4'000, 20'000, 1);
}

// With all queues full a draw is blind: 1 - (1 - 1/N)^N. Pointers that move on an accepted grant
// alone part and serve every output in every slot.
TEST(AllocatorTheory, VirtualOutputQueuesCarryWhatTheirAllocatorMatches) {
  EXPECT_NEAR(serve_voq<16>(by_pim<16>, 1).accepted, drawn_matches(16, 1) / 16, 0.002);
  EXPECT_NEAR(serve_voq<4>(by_pim<4>, 1).accepted, drawn_matches(4, 1) / 4, 0.005);
  EXPECT_TRUE(serve_voq<16>(by_pim<16>, 0.7).saturated);
  for (const auto allocate :
       {by_islip<16, 1>, by_islip<16, 2>, by_islip<16, 4>, by_wavefront<16>, by_maximum<16>}) {
    EXPECT_FALSE(serve_voq<16>(allocate, 0.95).saturated);
    EXPECT_GT(serve_voq<16>(allocate, 1).accepted, 0.98);
  }
}

// Inputs that move on although they were refused come to ask for the same outputs: fewer than draws
// match. Pointers that are drawn anew take that away, and pointers that move on a grant alone part.
TEST(AllocatorTheory, InputsThatMoveOnWhenRefusedMeet) {
  const double drawn = drawn_matches(16, 1) / 16;
  EXPECT_LT(serve_voq<16>(by_separable<16>, 0.8).accepted, drawn - 0.1);
  EXPECT_NEAR((serve_voq<16>(by_shuffled<16, by_separable<16>>, 0.8).accepted), drawn, 0.002);
  EXPECT_FALSE((serve_voq<16>(by_separable<16, true>, 0.95).saturated));
  EXPECT_GT((serve_voq<16>(by_separable<16, true>, 1).accepted), 0.98);
}

// No queueing at the inputs waits less than none.
TEST(AllocatorTheory, NobodyWaitsLessThanWithOutputQueues) {
  OutputQueues<16> outputs;
  const double least = run_switch<16>(outputs, 0.8, 4'000, 20'000, 1).wait_slots;
  for (const Method<16>& method : kMethods<16>) {
    const Served served = serve_voq<16>(method.allocate, 0.8);
    EXPECT_GT(served.wait_slots, least) << method.name;
  }
}

// Input 0 asks for outputs 0 and 1, input 1 for output 0. The one matching of size two leaves out
// the pair (0, 0). Draws: output 0 draws input 0 half of the time, which then accepts it half of
// the time: 1/4 for (0, 0), 3/4 for (0, 1), 1/2 for (1, 0). Pointers serve every pair within N^2
// slots.
TEST(AllocatorTheory, TheLargestMatchingStarvesAPairAndPointersDoNot) {
  const Asking<2> corner = {0b11, 0b01};
  const Shares largest = serve_persistent<2>(by_maximum<2>, corner, 10'000, 1);
  EXPECT_THAT(largest.share, ElementsAre(0, 1, 1));
  EXPECT_NEAR(largest.jain(), 2 / 3.0, 1e-12);
  EXPECT_EQ(largest.longest[0], 10'000u);
  EXPECT_THAT(
      serve_persistent<2>(by_pim<2>, corner, 40'000, 1).share,
      ElementsAre(DoubleNear(0.25, 0.012), DoubleNear(0.75, 0.012), DoubleNear(0.5, 0.012)));
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const Shares turns = serve_persistent<2>(by_islip<2, 1>, corner, 1'000, seed);
    EXPECT_GT(turns.jain(), 0.999);
    EXPECT_LE(std::ranges::max(turns.longest), 4u);
  }
}

}  // namespace
}  // namespace orthant::switches
