#include "base/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

namespace orthant {
namespace {

RandomStream stream(std::uint32_t owner = 0) { return {7, owner, RandomPurpose::kTest}; }

TEST(PortableLog, AgreesWithTheLibraryToTwoUlp) {
  auto random = stream();
  for (int i = 0; i < 200'000; ++i) {
    const double x = std::ldexp(0.5 + random.uniform(), static_cast<int>(random.below(400)) - 200);
    const double expected = std::log(x);
    const double ulp = std::abs(expected) * std::numeric_limits<double>::epsilon() + 1e-300;
    EXPECT_NEAR(portable_log(x), expected, 2 * ulp) << x;
  }
  EXPECT_EQ(portable_log(1.0), 0.0);
  EXPECT_NEAR(portable_log(5e-324), std::log(5e-324), 1e-12);
}

TEST(RandomStream, IsAPureFunctionOfSeedOwnerAndPurpose) {
  auto a = stream(3);
  auto b = stream(3);
  auto other = stream(4);
  int equal = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto word = a.next_u32();
    EXPECT_EQ(word, b.next_u32());
    equal += word == other.next_u32();
  }
  EXPECT_LE(equal, 2);
}

// Known-answer test of Philox4x32-10 (Random123's kat_vectors): counter 0, key 0.
TEST(RandomStream, StartsWithThePublishedPhiloxBlock) {
  RandomStream zero(0, 0, static_cast<RandomPurpose>(0));
  EXPECT_EQ(zero.next_u32(), 0x6627e8d5u);
  EXPECT_EQ(zero.next_u32(), 0xe169c58du);
  EXPECT_EQ(zero.next_u32(), 0xbc57ac4cu);
  EXPECT_EQ(zero.next_u32(), 0x9b00dbd8u);
}

TEST(RandomStream, ACopyContinuesWithTheSameNumbers) {
  auto a = stream();
  for (int i = 0; i < 7; ++i) a.next_u32();
  auto b = a;
  for (int i = 0; i < 20; ++i) EXPECT_EQ(a.next_u32(), b.next_u32());
}

// 60,000 draws below 6: chi-square with 5 degrees of freedom, 1 % point 15.09.
TEST(RandomStream, BelowIsUniform) {
  auto random = stream();
  int count[6] = {};
  for (int i = 0; i < 60'000; ++i) ++count[random.below(6)];
  double chi2 = 0;
  for (int c : count) chi2 += (c - 1e4) * (c - 1e4) / 1e4;
  EXPECT_LT(chi2, 15.09);
}

// Mean 1/p, variance (1-p)/p^2; five standard errors of 10^5 draws.
TEST(RandomStream, TrialsHaveTheGeometricMean) {
  for (double p : {1.0, 0.5, 0.03, 1e-6}) {
    auto random = stream();
    const BernoulliTrials law(p);
    const int n = 100'000;
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += static_cast<double>(random.trials(law));
    EXPECT_NEAR(sum / n, 1 / p, 5 * std::sqrt((1 - p) / n) / p + 1e-12) << p;
  }
}

}  // namespace
}  // namespace orthant
