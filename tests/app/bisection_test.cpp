// The search for the largest stable load, on networks that are one line long.
#include "app/bisection.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace orthant {
namespace {

struct Probe {
  double load;
  std::uint32_t factor;
  bool operator==(const Probe&) const = default;
};

double largest(double upper, double tolerance, const ProbeLoad& probe, double guess = 0) {
  return largest_stable_load(upper, tolerance, probe, [guess] { return guess; });
}

TEST(Bisection, FindsTheLastLoadOfTheGridThatIsStable) {
  for (const double knee : {0.014, 0.333, 0.5, 0.77, 0.999}) {
    int probes = 0;
    const double found = largest(1, 0.01, [&](double load, std::uint32_t) {
      ++probes;
      return load <= knee ? Stability::kStable : Stability::kUnstable;
    });
    EXPECT_LE(found, knee);
    EXPECT_GT(found + 0.01, knee);
    EXPECT_LE(probes, 9);  // full load, ceil(log2(100)) more, and the confirmation
  }
}

TEST(Bisection, ProbesRoundLoads) {
  std::vector<double> loads;
  largest(1, 0.1, [&](double load, std::uint32_t) {
    loads.push_back(load);
    return load < 0.35 ? Stability::kStable : Stability::kUnstable;
  });
  EXPECT_EQ(loads, (std::vector<double>{1, 0.5, 0.2, 0.3, 0.4, 0.3}));
}

// Whatever the guess, the answer is the same; near it there are fewer probes.
TEST(Bisection, BeginsAtTheGuess) {
  const auto probes = [](double guess, double knee) {
    std::vector<double> loads;
    const double found = largest(
        1, 0.01,
        [&](double load, std::uint32_t) {
          loads.push_back(load);
          return load < knee ? Stability::kStable : Stability::kUnstable;
        },
        guess);
    EXPECT_NEAR(found, std::floor(knee * 100) / 100, 1e-12) << guess;
    return loads;
  };
  EXPECT_EQ(probes(0.4, 0.415), (std::vector<double>{1, 0.4, 0.41, 0.43, 0.42, 0.41}));
  EXPECT_EQ(probes(0.4, 0.385), (std::vector<double>{1, 0.4, 0.39, 0.37, 0.38, 0.38}));
  for (const double guess : {-1.0, 0.0, 0.004, 0.01, 0.5, 0.99, 1.0, 7.0}) {
    for (const double knee : {0.005, 0.015, 0.505, 0.985, 0.995})
      EXPECT_LE(probes(guess, knee).size(), 16u);
  }
}

TEST(Bisection, AnswersTheUpperEndWhereEverythingIsStable) {
  int probes = 0;
  EXPECT_EQ(largest(0.455, 0.01,
                    [&](double, std::uint32_t) {
                      ++probes;
                      return Stability::kStable;
                    }),
            0.455);
  EXPECT_EQ(probes, 2);  // the second one confirms
}

TEST(Bisection, AnswersZeroWhereNothingIsStable) {
  EXPECT_EQ(largest(1, 0.01, [](double, std::uint32_t) { return Stability::kUnstable; }), 0);
}

TEST(Bisection, ProbesTheUpperEndOnlyWhereTheToleranceIsWider) {
  std::vector<double> loads;
  EXPECT_EQ(largest(0.25, 1,
                    [&](double load, std::uint32_t) {
                      loads.push_back(load);
                      return Stability::kUnstable;
                    }),
            0);
  EXPECT_EQ(loads, std::vector<double>{0.25});
}

TEST(Bisection, RepeatsADoubtfulLoadWithTwiceTheWindowAtMostFourTimes) {
  std::vector<Probe> probes;
  EXPECT_EQ(largest(1, 0.5,
                    [&](double load, std::uint32_t factor) {
                      probes.push_back({load, factor});
                      if (load == 0.5)
                        return factor < 4 ? Stability::kDoubtful : Stability::kStable;
                      return Stability::kDoubtful;
                    }),
            0.5);
  EXPECT_EQ(probes,
            (std::vector<Probe>{
                {1, 1}, {1, 2}, {1, 4}, {1, 8}, {1, 16}, {0.5, 1}, {0.5, 2}, {0.5, 4}, {0.5, 8}}));
}

// A network that holds out the longer, the nearer it is to its knee at 0.3.
TEST(Bisection, GoesDownToALoadThatIsStableThroughALongWindow) {
  std::vector<Probe> long_ones;
  EXPECT_EQ(largest(1, 0.1,
                    [&](double load, std::uint32_t factor) {
                      if (factor > 1) long_ones.push_back({load, factor});
                      const double knee = factor < 8 ? 0.55 : 0.3;
                      return load <= knee ? Stability::kStable : Stability::kUnstable;
                    }),
            0.3);
  EXPECT_EQ(long_ones, (std::vector<Probe>{{0.5, 8}, {0.4, 8}, {0.2, 8}, {0.3, 8}}));
}

}  // namespace
}  // namespace orthant
