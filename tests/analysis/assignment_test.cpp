// Maximum-weight assignment, compared with brute force and with the certificate of its potentials.
#include "analysis/guarantees/assignment.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <numeric>

#include "base/random.hpp"

namespace orthant {
namespace {

using Exact = boost::multiprecision::cpp_rational;

double total_of(const std::vector<double>& weights, const std::vector<std::uint32_t>& columns) {
  double total = 0;
  for (std::size_t i = 0; i < columns.size(); ++i)
    total += weights[i * columns.size() + columns[i]];
  return total;
}

double best_of_all_permutations(const std::vector<double>& weights, std::size_t n) {
  std::vector<std::uint32_t> columns(n);
  std::iota(columns.begin(), columns.end(), 0u);
  double best = total_of(weights, columns);
  while (std::ranges::next_permutation(columns).found) {
    best = std::max(best, total_of(weights, columns));
  }
  return best;
}

std::vector<double> random_weights(std::size_t n, std::uint32_t owner, std::uint32_t values) {
  RandomStream random(7, owner, RandomPurpose::kTest);
  std::vector<double> weights(n * n);
  for (double& w : weights) w = values > 0 ? random.below(values) - 2.0 : random.uniform();
  return weights;
}

void expect_certified(const std::vector<double>& weights, std::size_t n) {
  const Assignment<double> result = maximum_assignment<double>(weights, n);
  std::vector<bool> taken(n, false);
  for (std::size_t i = 0; i < n; ++i) {
    ASSERT_LT(result.column_of[i], n);
    EXPECT_FALSE(taken[result.column_of[i]]);
    taken[result.column_of[i]] = true;
    for (std::size_t j = 0; j < n; ++j) {
      const double slack =
          result.row_potential[i] + result.column_potential[j] - weights[i * n + j];
      EXPECT_GE(slack, -1e-12) << i << ' ' << j;
      if (j == result.column_of[i]) {
        EXPECT_NEAR(slack, 0, 1e-12);
      }
    }
  }
  EXPECT_EQ(result.total, total_of(weights, result.column_of));
  const double dual = std::reduce(result.row_potential.begin(), result.row_potential.end()) +
                      std::reduce(result.column_potential.begin(), result.column_potential.end());
  EXPECT_NEAR(result.total, dual, 1e-11 * static_cast<double>(n));
}

TEST(Assignment, OfNothingIsNothing) {
  EXPECT_TRUE(maximum_assignment<double>({}, 0).column_of.empty());
}

// 9 + 8 exceeds the 10 + 1 that includes the largest entry.
TEST(Assignment, GivesUpTheLargestEntryWhereThatPays) {
  const std::vector<double> weights = {10, 9, 8, 1};
  const Assignment<double> result = maximum_assignment<double>(weights, 2);
  EXPECT_EQ(result.total, 17);
  EXPECT_EQ(result.column_of, (std::vector<std::uint32_t>{1, 0}));
}

TEST(Assignment, OfEqualWeightsTakesTheColumnsInOrder) {
  const Assignment<double> result = maximum_assignment<double>(std::vector<double>(16, 0.25), 4);
  EXPECT_EQ(result.column_of, (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

TEST(Assignment, IsTheBestOfAllPermutations) {
  for (std::size_t n = 1; n <= 7; ++n) {
    for (std::uint32_t trial = 0; trial < 20; ++trial) {
      const auto integers = random_weights(n, trial, 2 + trial % 7);
      EXPECT_EQ(maximum_assignment<double>(integers, n).total,
                best_of_all_permutations(integers, n));
      const auto reals = random_weights(n, trial, 0);
      EXPECT_NEAR(maximum_assignment<double>(reals, n).total, best_of_all_permutations(reals, n),
                  1e-13);
    }
  }
}

TEST(Assignment, IsProvedOptimalByItsPotentials) {
  for (const std::size_t n : {2, 13, 64, 200}) {
    expect_certified(random_weights(n, 1, 0), n);
    expect_certified(random_weights(n, 2, 3), n);  // nearly all ties
    expect_certified(random_weights(n, 3, 1000), n);
  }
}

TEST(Assignment, IsExactInRationalNumbers) {
  const std::size_t n = 12;
  RandomStream random(7, 0, RandomPurpose::kTest);
  std::vector<Exact> exact;
  std::vector<double> rounded;
  for (std::size_t i = 0; i < n * n; ++i) {
    Exact fraction = random.below(30);
    fraction /= 1 + random.below(30);
    exact.push_back(fraction);
    rounded.push_back(exact.back().convert_to<double>());
  }
  const Assignment<Exact> result = maximum_assignment<Exact>(exact, n);
  Exact dual = 0;
  for (std::size_t i = 0; i < n; ++i) {
    dual += result.row_potential[i] + result.column_potential[i];
    for (std::size_t j = 0; j < n; ++j) {
      EXPECT_GE(result.row_potential[i] + result.column_potential[j], exact[i * n + j]);
    }
  }
  EXPECT_EQ(result.total, dual);
  EXPECT_NEAR(result.total.convert_to<double>(), maximum_assignment<double>(rounded, n).total,
              1e-12);
}

}  // namespace
}  // namespace orthant
