// Policies on shortest paths, compared with hand-computed numbers and an independent program.
#include "analysis/policy/shortest_path_policy.hpp"

#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "analysis/policy/optimal_policy.hpp"
#include "routing/routing.hpp"
#include "tests/analysis/wu_reference.hpp"

namespace orthant {
namespace {

std::size_t at(const Offsets& offsets, std::vector<std::uint32_t> hops) { return offsets.at(hops); }

std::vector<Integer> integers(std::initializer_list<int> values) {
  return {values.begin(), values.end()};
}

TEST(Offsets, CountWaysAndPairs) {
  const Offsets torus(Grid({6, 5, 2}, true));
  EXPECT_EQ(torus.size(), 4u * 3u * 2u);
  const std::size_t x = at(torus, {3, 2, 1});
  EXPECT_EQ(torus.text(x), "3x2x1");
  EXPECT_EQ(torus.distance(x), 6u);
  EXPECT_EQ(torus.directions(x, 0), 2u);  // half of an even ring
  EXPECT_EQ(torus.directions(x, 1), 1u);
  EXPECT_EQ(torus.directions(x, 2), 1u);  // a ring of two is one link
  EXPECT_EQ(torus.text(torus.next(x, 1)), "3x1x1");
  double pairs = 0;
  for (std::size_t o = 0; o < torus.size(); ++o) pairs += torus.pairs(o);
  EXPECT_EQ(pairs, 60.0 * 60.0);
  const Offsets mesh(Grid({4, 3}, false));
  EXPECT_EQ(mesh.pairs(at(mesh, {3, 1})),
            2.0 * 4);  // 1 pair of columns, 2 pairs of rows, both directions each
}

template <class Order>
concept GivesDimensions = requires(Order&& order) {
  std::forward<Order>(order).dimensions();
};

// A loop would otherwise outlive the temporary.
TEST(PolicyOrder, GivesTheDimensionsOfNoTemporary) {
  EXPECT_TRUE(GivesDimensions<PolicyOrder&>);
  EXPECT_TRUE(GivesDimensions<const PolicyOrder&>);
  EXPECT_FALSE(GivesDimensions<PolicyOrder>);
  EXPECT_FALSE(GivesDimensions<const PolicyOrder>);
}

// Wu 1996, Table 1, and the two nodes that it omits: coefficients from p^distance upwards.
TEST(Policies, OptimalOnA6x6TorusIsTable1) {
  const Offsets offsets(Grid({6, 6}, true));
  const std::vector<OptimalPiece> pieces = find_optimal_policy(offsets);
  ASSERT_EQ(pieces.size(), 1u);
  const auto s = [&](std::uint32_t i, std::uint32_t j) {
    return coefficients_in_p(pieces[0].delivery[at(offsets, {i, j})]);
  };
  EXPECT_EQ(s(1, 0), integers({1}));
  EXPECT_EQ(s(2, 0), integers({1}));
  EXPECT_EQ(s(1, 1), integers({2, -1}));
  EXPECT_EQ(s(3, 0), integers({2, -1}));
  EXPECT_EQ(s(2, 1), integers({3, -2}));
  EXPECT_EQ(s(3, 1), integers({8, -12, 6, -1}));
  EXPECT_EQ(s(2, 2), integers({6, -7, 2}));
  EXPECT_EQ(s(3, 2), integers({20, -44, 37, -14, 2}));
  EXPECT_EQ(s(3, 3), integers({80, -296, 492, -474, 284, -105, 22, -2}));
}

// On a d-cube all orders are equal: S(d) = (1 - (1-p)^d) S(d-1), so R is the product of 1 + q + ...
// + q^(i-1).
TEST(Policies, AreAllEqualOnHypercubes) {
  for (std::size_t d = 1; d <= 8; ++d) {
    const Offsets offsets(Grid(std::vector<std::uint32_t>(d, 2), false));
    Polynomial expected({1});
    for (std::size_t i = 2; i <= d; ++i) {
      Polynomial next;
      for (std::size_t power = 0; power < i; ++power) next.add(expected, power);
      expected = next;
    }
    const std::vector<OptimalPiece> pieces = find_optimal_policy(offsets);
    ASSERT_EQ(pieces.size(), 1u);
    EXPECT_EQ(pieces[0].delivery.back(), expected);
    for (const Policy policy : {Policy::kMp, Policy::kZ2, Policy::kDorRetry}) {
      EXPECT_EQ(delivery_polynomials(policy, offsets).back().numerator, expected);
      EXPECT_EQ(classify_optimality(policy, offsets, pieces[0]), Optimality::kYes);
    }
  }
}

// Ordering by remaining hops agrees with the numbers of shortest paths.
TEST(Mp, TriesTheMostShortestPathsFirst) {
  for (const auto& [radices, torus] : {std::pair(std::vector<std::uint32_t>{12, 8, 5}, true),
                                       {{6, 7}, false},
                                       {{4, 4, 3, 2}, true}}) {
    const Offsets offsets(Grid(radices, torus));
    const std::vector<Integer> paths = shortest_path_counts(offsets);
    const std::vector<PolicyOrder> orders = orders_of(Policy::kMp, offsets);
    for (std::size_t x = 0; x < offsets.size(); ++x) {
      const auto order = orders[x].dimensions();
      for (std::size_t i = 1; i < order.size(); ++i) {
        const Integer& before = paths[offsets.next(x, order[i - 1])];
        const Integer& after = paths[offsets.next(x, order[i])];
        ASSERT_GE(before, after) << offsets.text(x);
        if (before == after) {
          ASSERT_GE(offsets.hops(x, order[i - 1]), offsets.hops(x, order[i]));
        }
      }
    }
  }
}

// The simulator tries the channels in the order of the analysis.
TEST(Orders, AreThoseOfTheRoutings) {
  for (const auto& [name, policy] : {std::pair("mp", Policy::kMp), {"z2", Policy::kZ2}}) {
    const Topology torus = make_torus({.radices = {8, 6, 5}});
    const auto routing = find_routing(name)->make(torus, {});
    const Offsets offsets(*torus.grid());
    const std::vector<PolicyOrder> orders = orders_of(policy, offsets);
    for (std::size_t x = 1; x < offsets.size(); ++x) {
      std::vector<std::uint32_t> hops;
      for (std::size_t d = 0; d < 3; ++d) hops.push_back(offsets.hops(x, d));
      CandidateList list;
      routing->adaptive()->all_candidates(
          RouterId{0u}, {.destination = torus.grid()->router_at(hops), .via = {}}, list);
      std::vector<std::size_t> expected, found;
      for (const std::uint8_t d : orders[x].dimensions())
        expected.insert(expected.end(), offsets.directions(x, d), d);
      for (const Candidate& candidate : list) {
        if (!candidate.escape) found.push_back(Grid::dimension_of(candidate.port));
      }
      ASSERT_EQ(found, expected) << name << ' ' << offsets.text(x);
    }
  }
}

TEST(Delivery, InFloatingPointIsThatOfThePolynomials) {
  const Offsets offsets(Grid({10, 7, 4}, true));
  for (const double p : {0.1, 0.5, 0.9, 0.99}) {
    for (const Policy policy :
         {Policy::kMp, Policy::kZ2, Policy::kDorRetry, Policy::kDorStrict, Policy::kRandom}) {
      const std::vector<double> found = delivery(policy, offsets, p);
      const std::vector<Fraction> exact = delivery_polynomials(policy, offsets);
      for (std::size_t x = 0; x < offsets.size(); ++x) {
        const double expected = std::pow(p, offsets.distance(x)) * exact[x].numerator.at(1 - p) /
                                exact[x].denominator.convert_to<double>();
        ASSERT_NEAR(found[x], expected, 1e-13 * expected) << offsets.text(x);
      }
    }
    std::vector<OptimalPiece> pieces = find_optimal_policy(offsets);
    const OptimalPiece& piece = piece_at(pieces, Dyadic{1, 0} - Dyadic::of(p));
    const std::vector<double> best = delivery(Policy::kOptimal, offsets, p);
    for (std::size_t x = 0; x < offsets.size(); ++x) {
      const double expected = std::pow(p, offsets.distance(x)) * piece.delivery[x].at(1 - p);
      ASSERT_NEAR(best[x], expected, 1e-13 * expected) << offsets.text(x);
    }
  }
}

TEST(Delivery, AtItsEndsIsNothingOrCertain) {
  const Offsets offsets(Grid({8, 8}, true));
  for (const Policy policy : {Policy::kOptimal, Policy::kDorStrict, Policy::kRandom}) {
    const std::vector<double> never = delivery(policy, offsets, 0);
    const std::vector<double> always = delivery(policy, offsets, 1);
    EXPECT_EQ(mean_delivery(offsets, never), 0);
    EXPECT_DOUBLE_EQ(mean_delivery(offsets, always), 1);
    EXPECT_EQ(never[0], 1);
  }
}

// One link: the mean is p. Two in a row, 3 routers in line: (4 p + 2 p^2) / 6.
TEST(NeededForMean, InvertsTheMean) {
  EXPECT_NEAR(needed_for_mean(Policy::kMp, Offsets(Grid({2}, false)), 0.99, [] {}), 0.99, 1e-11);
  const double p = needed_for_mean(Policy::kZ2, Offsets(Grid({3}, false)), 0.8, [] {});
  EXPECT_NEAR((4 * p + 2 * p * p) / 6, 0.8, 1e-11);
}

// ---- the reference ---------------------------------------------------------------------------

std::string written(const std::vector<Integer>& numerators, const Integer& denominator) {
  std::string text;
  for (const Integer& c : numerators) {
    const Integer common = gcd(c, denominator);
    if (!text.empty()) text += ' ';
    text += Integer(c / common).str();
    if (common == denominator) continue;
    text += '/';
    text += Integer(denominator / common).str();
  }
  return text;
}

const std::map<std::string, Policy> kPolicies = {
    {"optimal", Policy::kOptimal}, {"mp", Policy::kMp},
    {"z2", Policy::kZ2},           {"dor_retry", Policy::kDorRetry},
    {"random", Policy::kRandom},   {"dor_strict", Policy::kDorStrict}};

TEST(ReferencePolynomials, AgreeInEveryRow) {
  std::map<std::pair<std::string, std::string>, std::vector<OptimalPiece>> optima;
  const auto rows = wu_reference("policies.csv");
  EXPECT_EQ(rows.size(), 1692u);
  for (const auto& row : rows) {
    const auto k = static_cast<std::uint32_t>(std::stoul(row[1]));
    const Offsets offsets(Grid({k, k}, row[0] == "torus"));
    const std::size_t x = at(offsets, {static_cast<std::uint32_t>(std::stoul(row[2])),
                                       static_cast<std::uint32_t>(std::stoul(row[3]))});
    const Policy policy = kPolicies.at(row[4]);
    Fraction r;
    if (policy == Policy::kOptimal) {
      auto& pieces = optima[{row[0], row[1]}];
      if (pieces.empty()) pieces = find_optimal_policy(offsets);
      ASSERT_EQ(pieces.size(), 1u);
      r.numerator = pieces[0].delivery[x];
    } else {
      r = delivery_polynomials(policy, offsets)[x];
    }
    ASSERT_EQ(std::to_string(offsets.distance(x)), row[5]);
    ASSERT_EQ(shortest_path_counts(offsets)[x].str(), row[6]);
    ASSERT_EQ(written(coefficients_in_p(r.numerator), r.denominator), row[7]);
    ASSERT_EQ(written(r.numerator.coefficients(), r.denominator), row[8]);
    for (const auto& [p, column] : {std::pair(0.1, 9u), {0.5, 10u}, {0.9, 11u}}) {
      const double expected = std::stod(row[column]);
      ASSERT_NEAR(delivery(policy, offsets, p)[x], expected, 1e-13 * expected);
    }
  }
}

}  // namespace
}  // namespace orthant
