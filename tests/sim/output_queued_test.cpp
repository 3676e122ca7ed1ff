// The output-queued model under load: conservation, determinism, generation, loads of channels, and
// that each of its options matters.
#include <gtest/gtest.h>

#include <string>

#include "base/error.hpp"
#include "base/random.hpp"
#include "sim/validate.hpp"
#include "tests/sim/channel_counts.hpp"
#include "tests/sim/output_queued_fixture.hpp"

namespace orthant {
namespace {

using test::Built;
using test::output_queued;
using test::Scenario;

struct Case {
  const char* kind;
  std::vector<std::uint32_t> radices;
  const char* routing;
};

std::string name_of(const Case& c) {
  std::string name = c.kind;
  for (const auto k : c.radices) name.append("_").append(std::to_string(k));
  return name.append("_").append(c.routing);
}

void PrintTo(const Case& c, std::ostream* out) { *out << name_of(c); }

Scenario scenario(const Case& c) {
  Scenario s;
  s.kind = c.kind;
  s.radices = c.radices;
  s.routing = c.routing;
  return output_queued(s);
}

class LoadedNetwork : public testing::TestWithParam<Case> {};

// Busy enough for refusals; slots, packets and flits are counted every 50 cycles, and once more
// when everything is delivered.
TEST_P(LoadedNetwork, ConservesPacketsAndSlots) {
  for (const std::uint32_t nodes_per_router : {1u, 2u}) {
    Scenario s = scenario(GetParam());
    s.nodes_per_router = nodes_per_router;
    s.bandwidth = {Rational(1, 2)};
    s.latency_cycles = {3};
    s.lengths = {{1, 0.5}, {3, 0.3}, {8, 0.2}};
    s.flits_per_cycle = 0.6;
    s.router.output_queue = {.packets = 4, .ack_flits = Rational(1, 5)};
    s.messages_per_node = 150;
    const Built built = test::build(s);
    const auto network = test::make_network(s, built);
    const Cycle chunk = 50 * network->ticks_per_cycle();
    for (Cycle t = chunk; !network->drained(); t += chunk) {
      network->advance(t);
      network->check_conservation();
      ASSERT_LT(t, 4'000 * chunk);
    }
    EXPECT_GT(*network->refused_fraction(), 0);
    EXPECT_EQ(network->flits_inside(), 0u);
    EXPECT_EQ(network->recorder().generated_flits(), network->recorder().ejected_flits());
  }
}

// Channels, lengths, queues and acknowledgements drawn at random, under overload: what is under way
// never outgrows the space that was set aside for it.
TEST(OutputQueued, ConservesPacketsInNetworksDrawnAtRandom) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    RandomStream random(seed, 0, RandomPurpose::kTest);
    const auto between = [&](std::uint32_t low, std::uint32_t high) {
      return low + random.below(high - low + 1);
    };
    const auto fraction = [&] { return Rational(between(1, 9), between(1, 9)); };
    Scenario s;
    s.radices = {between(2, 5), between(2, 5)};
    s.nodes_per_router = between(1, 3);
    s.routing = random.below(2) == 0 ? "abr" : "dor";
    s.latency_cycles = {between(1, 40), between(1, 40)};
    s.bandwidth = {fraction(), fraction()};
    s.node_channels.bandwidth = fraction();
    s.node_channels.injection_latency = between(1, 20);
    const auto shortest = static_cast<std::uint16_t>(between(1, 8));
    s.lengths = {{shortest, 0.5}, {static_cast<std::uint16_t>(between(shortest + 1, 30)), 0.5}};
    s.flits_per_cycle = 1;
    s.router.output_queue.packets = between(2, 9);
    s.router.output_queue.ack_flits = Rational(random.below(shortest * 4), 4);
    if (random.below(2) == 0) s.router.output_queue.source_window = between(1, 3);
    if (random.below(2) == 0) s.router.output_queue.ticks_per_cycle = between(5, 50);
    s = output_queued(s);
    const Built built = test::build(s);
    const auto network = test::make_network(s, built);
    for (Cycle cycle = 0; cycle < 2'000; cycle += between(1, 100)) {
      network->advance(cycle * network->ticks_per_cycle());
      network->check_conservation();
    }
    EXPECT_GT(network->flit_hops(), 0u);
  }
}

// A run of some packets: everything that can be seen of it.
struct Outcome {
  std::vector<std::uint64_t> channel_flits, backlog_flits;
  std::uint64_t hops, inside, delivered;
  double latency_sum;
  bool operator==(const Outcome&) const = default;
};

Outcome outcome(const Scenario& s, Cycle chunk) {
  constexpr Cycle kCycles = 1'500;
  const Built built = test::build(s);
  const auto network = test::make_network(s, built);
  const Cycle end = kCycles * network->ticks_per_cycle();
  network->open_window(0, end, 1);
  RandomStream random(1, 0, RandomPurpose::kTest);
  for (Cycle t = 0; t < end;) {
    t = std::min<Cycle>(end, t + 1 + random.below(static_cast<std::uint32_t>(chunk)));
    network->advance(t);
    EXPECT_EQ(network->now(), t);
  }
  const Recorder& recorder = network->recorder();
  return {network->channel_flits(),
          network->backlog_flits(),
          network->flit_hops(),
          network->flits_inside(),
          recorder.window().delivered_packets,
          static_cast<double>(recorder.window().latency_sum)};
}

TEST_P(LoadedNetwork, RepeatsARunWithTheSameSeedWhateverTheChunks) {
  Scenario s = scenario(GetParam());
  s.bandwidth = {Rational(2, 3)};
  s.latency_cycles = {2};
  s.lengths = {{1, 0.7}, {4, 0.3}};
  s.flits_per_cycle = 0.7;
  s.router.output_queue = {.packets = 3, .ack_flits = Rational(1, 2)};
  const Outcome first = outcome(s, 1'000'000);
  EXPECT_GT(first.delivered, 1'000u);
  EXPECT_TRUE(outcome(s, 1'000'000) == first);
  EXPECT_TRUE(outcome(s, 1) == first);
  EXPECT_TRUE(outcome(s, 700) == first);
  s.run.seed = 2;
  EXPECT_FALSE(outcome(s, 1'000'000) == first);
}

INSTANTIATE_TEST_SUITE_P(
    Networks, LoadedNetwork,
    testing::Values(Case{"torus", {8, 8}, "dor"}, Case{"torus", {8, 8}, "abr"},
                    Case{"torus", {8, 8}, "por"}, Case{"torus", {8, 8}, "ofr"},
                    Case{"torus", {8, 8}, "goal"}, Case{"torus", {8, 8}, "minimal_adaptive"},
                    Case{"torus", {5, 3, 4}, "dor"}, Case{"torus", {5, 3, 4}, "por"},
                    Case{"torus", {5, 3, 4}, "goal"}, Case{"torus", {5, 3, 4}, "minimal_adaptive"},
                    Case{"torus", {4, 4, 4}, "abr"}, Case{"torus", {4, 4, 4}, "ofr"},
                    Case{"torus", {6}, "dor"}, Case{"torus", {2, 2, 1}, "abr"},
                    Case{"mesh", {4, 4}, "dor"}, Case{"mesh", {4, 4}, "minimal_adaptive"},
                    Case{"mesh", {4, 4}, "abr"}, Case{"hypercube", {2, 2, 2, 2}, "dor"},
                    Case{"hypercube", {2, 2, 2, 2}, "minimal_adaptive"}),
    [](const auto& test_case) { return name_of(test_case.param); });

// ------------------------------------------------------------------------------------------------

// Packets generated before `cycles`, by the streams themselves.
std::uint64_t generated_before(const Built& built, Cycle cycles) {
  std::uint64_t flits = 0;
  for (std::uint32_t n = 0; n < built.topology->node_count(); ++n) {
    PacketStream stream(built.traffic, NodeId{n});
    for (auto packet = stream.next(); packet.generated < cycles; packet = stream.next())
      flits += packet.flits;
  }
  return flits;
}

// Long channels make rounds many cycles long: many packets of a node fall into one.
TEST(OutputQueuedGeneration, AreAllSeenHoweverManyFallIntoOneRound) {
  for (const std::uint32_t latency : {1u, 2'000u, 50'000u}) {
    for (const double load : {0.01, 0.4, 1.0}) {
      Scenario s;
      s.radices = {4, 4};
      s.latency_cycles = {latency};
      s.bandwidth = {Rational(3, 7)};
      s.flits_per_cycle = load;
      s = output_queued(s);
      const Built built = test::build(s);
      const auto network = test::make_network(s, built);
      for (const Cycle cycles : {1u, 700u, 30'000u}) {
        network->advance(cycles * network->ticks_per_cycle());
        EXPECT_EQ(network->recorder().generated_flits(), generated_before(built, cycles))
            << "latency " << latency << " load " << load << " cycles " << cycles;
      }
    }
  }
}

TEST(OutputQueuedGeneration, OfferTheLoadThatIsAskedForInAWindow) {
  Scenario s;
  s.routing = "abr";
  s.latency_cycles = {20};
  s.flits_per_cycle = 0.2;
  s.router.output_queue.packets = 64;
  s.run.warmup = 2'000;
  s.run.measure = 20'000;
  const SimulationResult result = test::simulate(output_queued(s));
  EXPECT_EQ(result.verdict, Verdict::kStable);
  EXPECT_NEAR(result.offered_flits, 0.2, 0.002);  // 5 sigma of 1.28 million draws
  EXPECT_NEAR(result.accepted_flits, 0.2, 0.002);
  s.flits_per_cycle = 1;  // one packet every cycle
  s.run.drain = 1'000;
  const SimulationResult overload = test::simulate(output_queued(s));
  EXPECT_EQ(overload.verdict, Verdict::kSaturated);
  EXPECT_EQ(overload.offered_flits, 1);
}

// Nothing is refused at this load with queues of this size, and each packet crosses each channel of
// its way once.
TEST(OutputQueuedChannelLoad, OfDimensionOrderAgreesWithTheExactExpectation) {
  Scenario s;
  s.flits_per_cycle = 0.1;
  s.router.output_queue.packets = 64;
  s.run.warmup = 2'000;
  s.run.measure = 100'000;
  s = output_queued(s);
  test::expect_exact_channel_counts(s);
  EXPECT_EQ(test::simulate(s).refused_fraction, 0.0);
}

// ------------------------------------------------------------------------------------------------

// Acknowledgements of nearly the length of the shortest packets leave their channel little time for
// packets, but some.
TEST(OutputQueuedAcknowledgements, OfAnyLengthBelowThatOfPacketsLetPacketsPass) {
  for (const Rational& ack : {Rational(1, 2), Rational(49, 50)}) {
    for (const char* routing : {"dor", "abr"}) {
      Scenario s;
      s.radices = {4, 4};
      s.routing = routing;
      s.lengths = {{1, 0.8}, {6, 0.2}};
      s.flits_per_cycle = 1;
      s.router.output_queue = {.packets = 3, .ack_flits = ack};
      s.messages_per_node = 300;
      s.run.until_drained = true;
      const SimulationResult result = test::simulate(output_queued(s));
      EXPECT_EQ(result.verdict, Verdict::kDrained);
      EXPECT_EQ(result.packets, 4'800u);
    }
  }
}

// Two streams that meet in a router would keep it busy with refusals for ever.
TEST(OutputQueuedAcknowledgements, AreShorterThanPackets) {
  for (const auto& [ack, allowed] : {std::pair{Rational(2), false}, {Rational(199, 100), true}}) {
    Scenario s;
    s.lengths = {{2, 0.5}, {5, 0.5}};
    s.router.output_queue.ack_flits = ack;
    s = output_queued(s);
    const Built built = test::build(s);
    if (allowed) {
      EXPECT_NO_THROW(validate(built.parts(s), s.run));
    } else {
      EXPECT_THROW(validate(built.parts(s), s.run), KeyError);
    }
  }
}

// Each option of the router, set to another value, changes the mean latency of a busy network.
TEST(OutputQueuedOption, ChangesTheResult) {
  const auto latency = [](const OutputQueueOptions& options, const Selection* selection) {
    Scenario s;
    s.routing = "abr";
    s.flits_per_cycle = 0.7;
    s.messages_per_node = 100;
    s.run.until_drained = true;
    s = output_queued(s);
    s.router.output_queue = options;
    s.router.selection = selection;
    return *test::simulate(s).latency_mean;
  };
  const OutputQueueOptions plain;
  const double before = latency(plain, &kMostFreeSpace);
  OutputQueueOptions packets = plain, half_free = plain, clock = plain, window = plain, ack = plain;
  packets.packets = 4;
  half_free.half_free_injection = true;
  clock.source_interval = Rational(4, 3);
  window.source_window = 1;
  ack.ack_flits = Rational(1, 10);
  for (const OutputQueueOptions& changed : {packets, half_free, clock, window, ack})
    EXPECT_NE(latency(changed, &kMostFreeSpace), before);
  EXPECT_NE(latency(plain, &kFirstOpen), before);
}

}  // namespace
}  // namespace orthant
