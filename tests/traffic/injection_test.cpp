// Injection processes: mean rate, distribution, and exact error messages.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/traffic/networks.hpp"

namespace orthant {
namespace {

InjectionOptions rate(double messages_per_cycle, double flits_per_message = 1) {
  return {.messages_per_cycle = messages_per_cycle,
          .flits_per_cycle = messages_per_cycle * flits_per_message,
          .mean_message_flits = flits_per_message};
}

// Generation cycles of one node before cycle `end`.
std::vector<Cycle> generation_cycles(const Injection& process, Cycle end, std::uint32_t node = 0) {
  InjectionState state;
  RandomStream random(9, node, RandomPurpose::kTest);
  std::vector<Cycle> result;
  while (true) {
    const Cycle cycle = process.next(NodeId{node}, state, random);
    if (cycle >= end) return result;
    result.push_back(cycle);
  }
}

// Mean messages per cycle of 2,000 independent nodes in cycles 0 .. 499, with its standard error
// from the spread between nodes. A process that did not start in steady state would miss its rate
// in so short a time.
struct Rate {
  double mean;
  double standard_error;
};
Rate measure_rate(const Injection& process) {
  constexpr int kNodes = 2000;
  constexpr Cycle kCycles = 500;
  double sum = 0;
  double squares = 0;
  for (std::uint32_t node = 0; node < kNodes; ++node) {
    const double x =
        static_cast<double>(generation_cycles(process, kCycles, node).size()) / kCycles;
    sum += x;
    squares += x * x;
  }
  const double mean = sum / kNodes;
  return {mean, std::sqrt((squares / kNodes - mean * mean) / (kNodes - 1))};
}

void expect_rate(const Injection& process, double expected) {
  const Rate rate = measure_rate(process);
  EXPECT_NEAR(rate.mean, expected, 5 * rate.standard_error + 1e-12);
  EXPECT_LT(rate.standard_error, 0.02 * expected);  // the test has enough power
}

TEST(Injection, BirthsNeverDecrease) {
  for (const auto& description : injection_registry()) {
    // These send plans: schedule_test.cpp, tests/sim/workload_test.cpp.
    if (description.name == "schedule" || description.name == "workload") continue;
    for (const bool fixed : {false, true}) {
      InjectionOptions options = rate(0.3, 2);
      options.burst_flits = 20;
      options.fixed_period = fixed;
      const auto times = generation_cycles(*description.make(options), 100'000);
      EXPECT_TRUE(std::ranges::is_sorted(times)) << description.name;
      EXPECT_GT(times.size(), 25'000u) << description.name;
    }
  }
}

TEST(Injection, EndsAtNeverInsteadOfWrappingAround) {
  for (const auto& description : injection_registry()) {
    for (const bool fixed : {false, true}) {
      InjectionOptions options = rate(1e-18);
      options.burst_flits = 1e6;
      options.fixed_period = fixed;
      const auto process = description.make(options);
      InjectionState state;
      RandomStream random(9, 0, RandomPurpose::kTest);
      Cycle last = 0;
      for (int i = 0; i < 200'000 && last != kNever; ++i) {
        const Cycle cycle = process->next(NodeId{0}, state, random);
        ASSERT_GE(cycle, last) << description.name;
        last = cycle;
      }
      EXPECT_EQ(last, kNever) << description.name;
      EXPECT_EQ(process->next(NodeId{0}, state, random), kNever) << description.name;
    }
  }
}

// Variance divided by mean of the number of messages in 2,000 cycles, over 2,000 independent nodes:
// one standard error is 3 %.
TEST(Injection, ReportsItsRateAndItsDispersion) {
  const auto check = [](const char* name, const InjectionOptions& options, double dispersion) {
    const auto process = make_injection(name, options);
    const GenerationRate said = process->rate(NodeId{0});
    EXPECT_NEAR(said.per_cycle, options.messages_per_cycle, 1e-12) << name;
    EXPECT_NEAR(said.dispersion, dispersion, 1e-9) << name;
    constexpr int kNodes = 2'000;
    double sum = 0, squares = 0;
    for (std::uint32_t node = 0; node < kNodes; ++node) {
      const auto count = static_cast<double>(generation_cycles(*process, 2'000, node).size());
      sum += count;
      squares += count * count;
    }
    const double mean = sum / kNodes;
    const double seen = (squares / kNodes - mean * mean) / mean;
    EXPECT_NEAR(seen, dispersion, 0.12 * dispersion + 1e-3) << name;
  };
  check("bernoulli", rate(0.1), 0.9);
  check("bernoulli", rate(0.7), 0.3);
  check("poisson", rate(0.7), 1);
  InjectionOptions bursts = rate(0.2);
  bursts.burst_flits = 4;
  check("on_off", bursts, 0.8 * 0.8 * 7);  // back to back: on for a fifth of the time
  bursts.duty = 0.5;
  check("on_off", bursts, 0.5 * 0.5 * 7);
  // r1 = 0.2 / 0.5, alpha = beta = 0.4 / 3.4.
  bursts.random_spacing = true;
  check("on_off", bursts, 0.8 + 2 * 0.4 * 0.5 * (1 - 0.8 / 3.4) / (0.8 / 3.4));
  bursts.duty = 1;
  check("on_off", bursts, 0.8);  // a Bernoulli process
  InjectionOptions fixed = rate(0.1);
  fixed.fixed_period = true;
  check("messages", fixed, 0);
}

TEST(Bernoulli, HasItsRateAndAtMostOneBirthPerCycle) {
  for (const double load : {0.02, 0.37, 0.9}) {
    const auto process = make_injection("bernoulli", rate(load));
    expect_rate(*process, load);
    const auto times = generation_cycles(*process, 10'000);
    EXPECT_EQ(std::ranges::adjacent_find(times), times.end());
  }
}

TEST(Bernoulli, IsBornInEveryCycleAtRateOne) {
  const auto times = generation_cycles(*make_injection("bernoulli", rate(1)), 1000);
  ASSERT_EQ(times.size(), 1000u);
  for (Cycle t = 0; t < 1000; ++t) EXPECT_EQ(times[t], t);
}

// Cycle 0 is like any other: a message with probability 0.37, over 20,000 nodes.
TEST(Bernoulli, StartsInItsSteadyState) {
  const auto process = make_injection("bernoulli", rate(0.37));
  int generating = 0;
  for (std::uint32_t node = 0; node < 20'000; ++node)
    generating += !generation_cycles(*process, 1, node).empty();
  EXPECT_NEAR(generating / 20'000.0, 0.37, 5 * std::sqrt(0.37 * 0.63 / 20'000));
}

TEST(Bernoulli, RefusesMoreThanOneMessagePerCycle) {
  EXPECT_EQ(key_error_of([] { make_injection("bernoulli", rate(1.25, 2)); }),
            "traffic.load: a load of 2.5 flits per node and cycle is 1.25 messages per cycle; "
            "bernoulli makes at most 1; allowed: a lower load, or poisson");
}

TEST(Poisson, HasItsRate) {
  for (const double load : {0.02, 0.6, 2.5}) {
    expect_rate(*make_injection("poisson", rate(load)), load);
  }
}

// Messages per cycle at rate 1.5: 0, 1, 2, 3, 4, 5 and more have probabilities e^-1.5 1.5^i / i!.
// Chi-square over 100,000 cycles with 5 degrees of freedom, 1 % point 15.09.
TEST(Poisson, HasPoissonCountsPerCycle) {
  constexpr Cycle kCycles = 100'000;
  std::vector<int> per_cycle(kCycles);
  for (const Cycle t : generation_cycles(*make_injection("poisson", rate(1.5)), kCycles))
    ++per_cycle[t];
  std::vector<double> counts(6);
  for (const int n : per_cycle) ++counts[static_cast<std::size_t>(std::min(n, 5))];
  double probability = std::exp(-1.5);
  double rest = 1;
  double chi_square = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    const double expected = (i < 5 ? probability : rest) * kCycles;
    chi_square += std::pow(counts[i] - expected, 2) / expected;
    rest -= probability;
    probability *= 1.5 / static_cast<double>(i + 1);
  }
  EXPECT_LT(chi_square, 15.09);
}

// At 10^12 cycles, a clock in one double would have a resolution of 1.2e-4 cycles.
TEST(Poisson, KeepsItsPrecisionWithAge) {
  const auto process = make_injection("poisson", rate(0.25));
  InjectionState young;
  InjectionState old{.cycle = 1'000'000'000'000};
  RandomStream a(3, 0, RandomPurpose::kTest);
  RandomStream b = a;
  for (int i = 0; i < 100'000; ++i) {
    ASSERT_EQ(process->next(NodeId{0}, young, a) + 1'000'000'000'000,
              process->next(NodeId{0}, old, b));
  }
  EXPECT_EQ(young.fraction, old.fraction);
}

TEST(OnOff, HasItsRateBackToBackAndWithADuty) {
  InjectionOptions options = rate(0.15, 2);  // 0.3 flits per cycle
  options.burst_flits = 12;
  expect_rate(*make_injection("on_off", options), 0.15);
  options.duty = 0.75;
  expect_rate(*make_injection("on_off", options), 0.15);
  options.duty = 1;
  expect_rate(*make_injection("on_off", options), 0.15);
  options.random_spacing = true;
  expect_rate(*make_injection("on_off", options), 0.15);
  options.duty = 0.3;
  expect_rate(*make_injection("on_off", options), 0.15);
  options.duty = 0.15;  // a message in every cycle that is on
  expect_rate(*make_injection("on_off", options), 0.15);
}

// The process of Dally & Towles step by step: alpha = 0.05, beta = 0.1, r1 = 0.3.
TEST(OnOff, WithRandomSpacingGeneratesAsTheChainDoes) {
  constexpr double kAlpha = 0.05, kBeta = 0.1, kMessage = 0.3;
  InjectionOptions options = rate(kMessage * kAlpha / (kAlpha + kBeta), 2);
  options.burst_flits = 2 * (1 + kMessage * (1 - kBeta) / kBeta);
  options.duty = kAlpha / (kAlpha + kBeta);
  options.random_spacing = true;
  constexpr Cycle kCycles = 2'000'000;
  constexpr std::size_t kGaps = 40;
  std::array<double, kGaps> seen = {}, expected = {};
  const auto times = generation_cycles(*make_injection("on_off", options), kCycles);
  const auto count_gaps = [kGaps](const std::vector<Cycle>& all, std::array<double, kGaps>& gaps) {
    for (std::size_t i = 1; i < all.size(); ++i)
      ++gaps[std::min<Cycle>(all[i] - all[i - 1], kGaps) - 1];
  };
  count_gaps(times, seen);
  RandomStream random(8, 0, RandomPurpose::kTest);
  std::vector<Cycle> chain;
  bool on = random.bernoulli(kAlpha / (kAlpha + kBeta));
  for (Cycle cycle = 0; cycle < kCycles; ++cycle) {
    on = on ? !random.bernoulli(kBeta) : random.bernoulli(kAlpha);
    if (on && random.bernoulli(kMessage)) chain.push_back(cycle);
  }
  count_gaps(chain, expected);
  for (std::size_t gap = 0; gap < kGaps; ++gap)
    EXPECT_NEAR(seen[gap], expected[gap], 5 * std::sqrt(seen[gap] + expected[gap])) << gap + 1;
}

TEST(OnOff, ReportsWhereRandomSpacingIsImpossible) {
  InjectionOptions options = rate(0.5, 2);
  options.flits_per_cycle = 1;
  options.burst_flits = 4;
  options.random_spacing = true;
  const auto error = [&] {
    try {
      make_injection("on_off", options);
    } catch (const KeyError& wrong) {
      return wrong.key() + ": " + wrong.what();
    }
    return std::string();
  };
  options.duty = 0.4;
  EXPECT_EQ(error(),
            "traffic.duty: a node that is on for the share 0.4 of the time cannot send 1 flits per "
            "cycle; allowed: at least the load in messages per node and cycle");
  options.duty = 0.8;
  EXPECT_EQ(error(),
            "traffic.duty: with 0.8 of the time on, and 2 messages in a burst, a node is off for "
            "less than a cycle; allowed: a smaller duty, or longer bursts");
  options.duty = 0.6;
  EXPECT_EQ(error(), "");
}

// Messages of 2 flits back to back are 2 cycles apart; bursts of 12 flits on average are geometric
// with mean 6, so 1/6 of the messages are followed by a pause with mean 12 * 0.7 / 0.3 = 28 cycles.
// Instants are read from the state before they are rounded down.
TEST(OnOff, HasGeometricBurstsAndExponentialPauses) {
  InjectionOptions options = rate(0.15, 2);
  options.burst_flits = 12;
  const auto process = make_injection("on_off", options);
  InjectionState state;
  RandomStream random(4, 0, RandomPurpose::kTest);
  constexpr int kMessages = 300'000;
  double before = -1;
  double pauses = 0;
  double pause_cycles = 0;
  double pause_squares = 0;
  for (int i = 0; i <= kMessages; ++i) {
    // After the call the clock is one spacing past the exact instant of the message.
    process->next(NodeId{0}, state, random);
    const double instant = static_cast<double>(state.cycle) + state.fraction - 2;
    const double pause = instant - before - 2;
    if (i > 0 && pause > 1e-6) {
      ++pauses;
      pause_cycles += pause;
      pause_squares += pause * pause;
    }
    before = instant;
  }
  EXPECT_NEAR(pauses / kMessages, 1.0 / 6, 5 * std::sqrt(1.0 / 6 * 5 / 6 / kMessages));
  const double mean = pause_cycles / pauses;
  EXPECT_NEAR(mean, 28, 5 * 28 / std::sqrt(pauses));
  // An exponential distribution has a standard deviation equal to its mean; that of the estimate of
  // its square, 28^2, is sqrt(8) 28^2 / sqrt(n).
  const double variance = pause_squares / pauses - mean * mean;
  EXPECT_NEAR(variance, 28 * 28, 5 * std::sqrt(8.0) * 28 * 28 / std::sqrt(pauses));
}

// Bursts, runs of messages one spacing apart, have mean 6 and, being geometric, variance 6 * 5 =
// 30.
TEST(OnOff, HasTheMeanBurstAndTheDutyOfItsOptions) {
  InjectionOptions options = rate(0.15, 2);
  options.burst_flits = 12;
  options.duty = 0.5;  // peak 0.6 flits per cycle: a message every 10/3 cycles while on
  const double spacing = 2 / 0.6;
  const auto process = make_injection("on_off", options);
  InjectionState state;
  RandomStream random(4, 0, RandomPurpose::kTest);
  double bursts = 0;
  double messages = 0;
  double before = -1;
  double first = -1;
  double last = 0;
  for (int i = 0; i < 300'000; ++i) {
    process->next(NodeId{0}, state, random);
    const double instant = static_cast<double>(state.cycle) + state.fraction - spacing;
    if (instant - before > spacing + 1e-6) {
      if (first < 0) {
        first = instant;
        messages = 0;
      } else {
        ++bursts;
      }
      last = instant;
    }
    if (first >= 0) ++messages;
    before = instant;
  }
  // Only whole bursts: from the start of the first to the start of the last.
  const double burst_mean = messages / (bursts + 1);
  EXPECT_NEAR(burst_mean, 6, 5 * std::sqrt(30 / bursts));
  // On time divided by total time, a renewal ratio: on times are K s with mean 20 and variance 30
  // s^2 = 333, off times exponential with mean 20; the standard error is sqrt(0.25 * 333 + 0.25 *
  // 400) / 40 / sqrt(n).
  const double duty = bursts * 6 * spacing / (last - first);
  EXPECT_NEAR(duty, 0.5, 5 * std::sqrt(0.25 * 333 + 0.25 * 400) / 40 / std::sqrt(bursts));
}

// At cycle 0 a node is on with probability duty; then its first message comes within one spacing of
// 2 cycles. A node that is off waits an exponential time of mean 28. So the first message comes
// before cycle 2 with probability 0.3 * (5/6 + 1/6 * a) + 0.7 * (1 - e^(-2/28)), where a, the
// probability of a pause that ends within the rest of the spacing, is the mean over u of 1 -
// e^(-2u/28).
TEST(OnOff, StartsOnWithProbabilityDuty) {
  InjectionOptions options = rate(0.15, 2);
  options.burst_flits = 12;
  const auto process = make_injection("on_off", options);
  constexpr int kNodes = 20'000;
  int early = 0;
  for (std::uint32_t node = 0; node < kNodes; ++node) {
    early += !generation_cycles(*process, 2, node).empty();
  }
  const double c = 2.0 / 28;
  const double a = 1 - (1 - std::exp(-c)) / c;
  const double expected = 0.3 * (5.0 / 6 + a / 6) + 0.7 * (1 - std::exp(-c));
  EXPECT_NEAR(early / double{kNodes}, expected, 5 * std::sqrt(expected * (1 - expected) / kNodes));
}

TEST(OnOff, NamesTheMistakeInItsOptions) {
  const auto error_of = [](std::optional<double> burst, std::optional<double> duty, double load) {
    InjectionOptions options = rate(load / 4, 4);
    options.burst_flits = burst;
    options.duty = duty;
    return key_error_of([&] { make_injection("on_off", options); });
  };
  EXPECT_EQ(error_of({}, {}, 0.5),
            "traffic.burst_flits: missing; on_off needs it; allowed: the mean flits of a burst");
  EXPECT_EQ(error_of(3, {}, 0.5),
            "traffic.burst_flits: a burst of 3 flits is out of range; allowed: 4, one mean "
            "message, to 1e12");
  EXPECT_EQ(error_of(16, {}, 1.5),
            "traffic.load: a load of 1.5 flits per node and cycle is above 1, the rate of on_off "
            "within a burst; allowed: at most 1");
  EXPECT_EQ(error_of(16, 0, 0.5),
            "traffic.duty: 0 is no share of time; allowed: above 0, at most 1");
  EXPECT_EQ(error_of(16, 0.25, 0.5),
            "traffic.duty: a node that is on for the share 0.25 of the time cannot send 0.5 flits "
            "per cycle; allowed: at least the load in flits per node and cycle");
}

TEST(Messages, ArePoissonByDefault) {
  expect_rate(*make_injection("messages", rate(0.05, 8)), 0.05);
  EXPECT_EQ(generation_cycles(*make_injection("messages", rate(0.05, 8)), 10'000),
            generation_cycles(*make_injection("poisson", rate(0.05, 8)), 10'000));
}

// P = 10/3: 0, 3.33, 6.67, 10, 13.33, 16.67, 20 rounded up.
TEST(Messages, StartAtMultiplesOfAFixedPeriodRoundedUp) {
  InjectionOptions options = rate(0.3);
  options.fixed_period = true;
  EXPECT_THAT(generation_cycles(*make_injection("messages", options), 21),
              testing::ElementsAre(0, 4, 7, 10, 14, 17, 20));
  options = rate(2);
  options.fixed_period = true;
  EXPECT_THAT(generation_cycles(*make_injection("messages", options), 3),
              testing::ElementsAre(0, 1, 1, 2, 2));
}

// 1 / 0.7 / ... in doubles is often an ulp too large; no message may be late for it.
TEST(Messages, KeepAWholePeriodExactly) {
  for (const double period : {3.0, 7.0, 49.0, 50.0, 1000.0, 98.0}) {
    InjectionOptions options = rate(std::nextafter(1 / period, 0.0));
    options.fixed_period = true;
    const auto process = make_injection("messages", options);
    InjectionState state;
    RandomStream random(9, 0, RandomPurpose::kTest);
    for (int i = 0; i < 100'000; ++i) {
      ASSERT_EQ(process->next(NodeId{0}, state, random),
                static_cast<Cycle>(i) * static_cast<Cycle>(period));
    }
  }
}

}  // namespace
}  // namespace orthant
