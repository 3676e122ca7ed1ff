// The optimal order for all p: the theorems of Wu 1996, and a counterexample to its conjecture.
#include "analysis/policy/optimal_policy.hpp"

#include <gtest/gtest.h>

#include "analysis/policy/policy_search.hpp"
#include "tests/analysis/wu_reference.hpp"

namespace orthant {
namespace {

std::vector<Optimality> judged(Policy policy, const Offsets& offsets) {
  std::vector<Optimality> found;
  for (const OptimalPiece& piece : find_optimal_policy(offsets))
    found.push_back(classify_optimality(policy, offsets, piece));
  return found;
}

const std::vector<Optimality> kAlways = {Optimality::kYes};

// Theorem 1.
TEST(Z2, IsNotOptimalOnAnyEvenTorusFrom6On) {
  for (std::uint32_t k = 6; k <= 32; k += 2) {
    for (const Optimality optimality : judged(Policy::kZ2, Offsets(Grid({k, k}, true))))
      EXPECT_EQ(optimality, Optimality::kNo) << k;
  }
  EXPECT_EQ(judged(Policy::kZ2, Offsets(Grid({4, 4}, true))), kAlways);
}

TEST(MpAndZ2, AreOptimalOnMeshesForAllP) {
  for (std::uint32_t k = 2; k <= 16; ++k) {
    const Offsets offsets(Grid({k, 16}, false));
    EXPECT_EQ(judged(Policy::kMp, offsets), kAlways) << k;
    EXPECT_EQ(judged(Policy::kZ2, offsets), kAlways) << k;
    const auto mp = delivery_polynomials(Policy::kMp, offsets);
    const auto z2 = delivery_polynomials(Policy::kZ2, offsets);
    for (std::size_t x = 0; x < offsets.size(); ++x) ASSERT_EQ(mp[x].numerator, z2[x].numerator);
  }
}

// Theorem 2: in column k/2 from row t + 1 on, the column has more shortest paths, with k/2 = 2t or
// 2t + 1.
TEST(Mp, TurnsWhereTheorem2Says) {
  for (std::uint32_t k = 4; k <= 32; k += 2) {
    const Offsets offsets(Grid({k, k}, true));
    const std::vector<Integer> paths = shortest_path_counts(offsets);
    const std::uint32_t half = k / 2, turning_point = half / 2;
    for (std::uint32_t row = 1; row < half; ++row) {
      const std::size_t x = offsets.at(std::array{half, row});
      EXPECT_EQ(paths[offsets.next(x, 1)] > paths[offsets.next(x, 0)], row > turning_point);
      EXPECT_EQ(orders_of(Policy::kMp, offsets)[x].dimensions().front(), row > turning_point);
    }
  }
}

std::string p_of(std::optional<Root> q, const char* end) {
  if (!q) return end;
  q->refine_to(60);
  return (Dyadic{1, 0} - q->low()).to_decimal(9);
}

// k, p_from, p_to, first row that prefers the column, turning point, MP's first row, verdict
TEST(ReferenceThresholds, AgreeInEveryInterval) {
  std::vector<std::string> found, expected;
  std::string last_k;
  const auto rows = wu_reference("thresholds.csv");
  EXPECT_EQ(rows.size(), 11u);
  for (const auto& row : rows) {
    ASSERT_EQ(row.size(), 7u);
    const std::string &k = row[0], &verdict = row[6];
    const std::string word = verdict == "yes" || verdict == "no" ? verdict : "tie";
    expected.push_back(k + ' ' + row[1] + ' ' + row[2] + ' ' + row[3] + ' ' + word);
    if (k == last_k) continue;
    last_k = k;
    const auto radix = static_cast<std::uint32_t>(std::stoul(k));
    const Offsets offsets(Grid({radix, radix}, true));
    const auto pieces = find_optimal_policy(offsets);
    for (std::size_t i = pieces.size(); i-- > 0;) {
      std::string first_row = "-";
      for (std::uint32_t j = 1; j < radix / 2 && first_row == "-"; ++j) {
        const auto& order = pieces[i].orders[offsets.at(std::array{radix / 2, j})];
        if (order.dimensions().front() == 1) first_row = std::to_string(j);
      }
      found.push_back(
          k + ' ' + p_of(pieces[i].to, "0.000000000") + ' ' + p_of(pieces[i].from, "1.000000000") +
          ' ' + first_row + ' ' +
          std::string(optimality_name(classify_optimality(Policy::kMp, offsets, pieces[i]))));
    }
  }
  EXPECT_EQ(found, expected);
}

struct Smallest {
  std::vector<std::uint32_t> largest;
  bool equal_radices, strict;
  std::vector<std::uint32_t> radices;
  const char* p_from;
  Optimality optimality;
  const char* offset;
};

constexpr auto kNoPolicyNews = [](std::span<const std::uint32_t>) {};

// The conjecture that MP is optimal on tori.
TEST(Counterexample, IsTheSmallestNetwork) {
  for (const Smallest& expected : {
           Smallest{{16, 16}, true, false, {12, 12}, "0.859945055", Optimality::kTie, "6x3"},
           Smallest{{16, 16}, true, true, {14, 14}, "0.951594521", Optimality::kNo, "7x3"},
           Smallest{{16, 16}, false, false, {12, 7}, "0.859945055", Optimality::kTie, "6x3"},
           Smallest{{16, 16}, false, true, {14, 7}, "0.951594521", Optimality::kNo, "7x3"},
           Smallest{{8, 8, 8}, false, false, {8, 5, 5}, "0.823142619", Optimality::kTie, "4x2x2"},
       }) {
    auto found = find_counterexample({.policy = Policy::kMp,
                                      .torus = true,
                                      .largest = expected.largest,
                                      .equal_radices = expected.equal_radices,
                                      .strict = expected.strict},
                                     kNoPolicyNews);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->radices, expected.radices);
    EXPECT_EQ(found->loss.optimality, expected.optimality);
    EXPECT_EQ(found->offsets.text(found->loss.offset), expected.offset);
    EXPECT_EQ(p_of(found->pieces[found->loss.piece].to, "0"), expected.p_from);
  }
  EXPECT_FALSE(find_counterexample({.largest = {12, 12}, .strict = true}, kNoPolicyNews));
}

// The gain of the optimal order at (7,3) of the 14x14 torus for p = 0.97.
TEST(Counterexample, LosesWhatTheReferenceSays) {
  const Offsets offsets(Grid({14, 14}, true));
  const std::size_t x = offsets.at(std::array{7u, 3u});
  const double loss =
      delivery(Policy::kOptimal, offsets, 0.97)[x] - delivery(Policy::kMp, offsets, 0.97)[x];
  EXPECT_NEAR(loss, 2.4954e-4, 5e-9);
}

TEST(Optimum, EndsOnRequest) {
  struct Enough {};
  std::size_t offsets = 0;
  const auto progress = [&](std::span<const std::uint32_t> radices) {
    EXPECT_FALSE(radices.empty());
    if (++offsets == 100) throw Enough();
  };
  EXPECT_THROW(find_counterexample({.largest = {64, 64, 64}}, progress), Enough);
  EXPECT_EQ(offsets, 100u);
}

// At any p no order is better.
TEST(Optimum, IsNotBeatenByAnyOrderOfASmallTorus) {
  const Offsets offsets(Grid({6, 4, 3}, true));
  for (const double p : {0.05, 0.3, 0.6, 0.9, 0.98}) {
    const std::vector<double> best = delivery(Policy::kOptimal, offsets, p);
    for (std::size_t x = 1; x < offsets.size(); ++x) {
      std::vector<std::uint8_t> order;
      const PolicyOrder eligible = eligible_dimensions(offsets, x);
      order.assign(eligible.dimensions().begin(), eligible.dimensions().end());
      double most = 0;
      do {
        double sum = 0, reached = p;
        for (const std::uint8_t d : order) {
          for (unsigned i = 0; i < offsets.directions(x, d); ++i, reached *= 1 - p)
            sum += reached * best[offsets.next(x, d)];
        }
        most = std::max(most, sum);
      } while (std::ranges::next_permutation(order).found);
      ASSERT_NEAR(best[x], most, 1e-14) << offsets.text(x);
    }
  }
}

}  // namespace
}  // namespace orthant
