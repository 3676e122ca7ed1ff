// Exact polynomials: signs, roots and their order.
#include "analysis/policy/polynomial.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "base/rational.hpp"

namespace orthant {
namespace {

Polynomial polynomial(std::initializer_list<int> coefficients) {
  return Polynomial(std::vector<Integer>(coefficients.begin(), coefficients.end()));
}

Polynomial product(const Polynomial& a, const Polynomial& b) {
  Polynomial result;
  for (std::size_t i = 0; i < a.coefficients().size(); ++i) result.add(b, i, a.coefficients()[i]);
  return result;
}

// denominator * x - numerator
Polynomial line_through(int numerator, int denominator) {
  return polynomial({-numerator, denominator});
}

const Dyadic kZero{0, 0}, kHalf{1, 1}, kOne{1, 0};

TEST(Polynomial, ForgetsLeadingZeros) {
  EXPECT_EQ(polynomial({1, 2, 0, 0}), polynomial({1, 2}));
  EXPECT_TRUE((polynomial({3, 1}) - polynomial({3, 1})).is_zero());
  EXPECT_EQ(polynomial({1, 2}) - polynomial({0, 2, 5}), polynomial({1, 0, -5}));
}

TEST(Polynomial, ShiftsItsVariable) {
  // (x + 2)^2 - 3 (x + 2) + 1 = x^2 + x - 1
  EXPECT_EQ(shifted(polynomial({1, -3, 1}), 2), polynomial({-1, 1, 1}));
}

TEST(Polynomial, FindsCommonFactorsAndSquares) {
  const Polynomial a = product(line_through(1, 3), polynomial({2, 0, 6}));  // content 2
  const Polynomial b = product(line_through(1, 3), line_through(4, 1));
  EXPECT_EQ(greatest_common_divisor(a, b), line_through(1, 3));
  EXPECT_EQ(greatest_common_divisor(a, line_through(4, 1)), polynomial({1}));
  const Polynomial cube = product(b, product(line_through(1, 3), line_through(1, 3)));
  EXPECT_EQ(square_free_part(cube), b);
}

TEST(Dyadic, IsWrittenInDecimals) {
  EXPECT_EQ((Dyadic{5, 3}).to_decimal(3), "0.625");
  EXPECT_EQ((Dyadic{5, 3}).to_decimal(2), "0.63");
  EXPECT_EQ((Dyadic{1, 10}).to_decimal(2), "0.00");
  EXPECT_EQ((Dyadic{7, 1}).to_decimal(1), "3.5");
  EXPECT_EQ((Dyadic{5, 3}).to_fraction(), "5/8");
}

TEST(Dyadic, IsAnyDoubleExactly) {
  for (const double value : {0.0, 0.1, 0.97, 1.0, 3.5, 1e-300, 1e30})
    EXPECT_EQ(Dyadic::of(value).to_double(), value);
  EXPECT_TRUE(Dyadic::of(0.5) == kHalf);
  EXPECT_TRUE(Dyadic::of(0.1) < kHalf);
}

// x^2 - x + 1/4 touches zero at 1/2; x^2 - x + 1/3 never does.
TEST(SignVariations, CountRootsWithTheirMultiplicity) {
  EXPECT_EQ(sign_variations(line_through(1, 3), kZero, kOne), 1u);
  EXPECT_EQ(sign_variations(line_through(1, 3), kHalf, kOne), 0u);
  EXPECT_EQ(sign_variations(polynomial({1, -4, 4}), kZero, kOne), 2u);
  // A root at the boundary of an open interval does not count.
  EXPECT_EQ(sign_variations(polynomial({1, -4, 4}), kZero, kHalf), 0u);
  EXPECT_EQ(sign_variations(polynomial({0, 1}), kZero, kOne), 0u);
}

TEST(Roots, AreFoundOnceEachAndInOrder) {
  // 1/2 twice, 1/3, 5/7; 2 and 0 lie outside.
  Polynomial p = product(product(line_through(1, 2), line_through(1, 2)),
                         product(line_through(1, 3), line_through(5, 7)));
  p = product(p, product(line_through(2, 1), polynomial({0, 1})));
  std::vector<Root> roots = roots_between(p, kZero, kOne);
  ASSERT_EQ(roots.size(), 3u);
  const double expected[] = {1.0 / 3, 0.5, 5.0 / 7};
  for (std::size_t i = 0; i < 3; ++i) {
    roots[i].refine_to(60);
    EXPECT_DOUBLE_EQ(midpoint(roots[i].low(), roots[i].high()).to_double(), expected[i]);
  }
  EXPECT_TRUE(roots_between(polynomial({1, 0, 3}), kZero, kOne).empty());
  EXPECT_TRUE(roots_between(Polynomial(), kZero, kOne).empty());
}

TEST(Roots, OfDifferentPolynomialsAreComparedExactly) {
  // sqrt(1/2) as a root of two polynomials, and a neighbour at a distance of 10^-20.
  const Polynomial square = polynomial({-1, 0, 2});
  const Polynomial other = product(square, line_through(9, 10));
  Root a = roots_between(square, kZero, kOne).at(0);
  Root b = roots_between(other, kZero, kOne).at(0);
  EXPECT_EQ(compare(a, b), 0);
  const Integer scale("100000000000000000000");
  Polynomial near;
  near.add(square, 0, scale);
  near -= polynomial({1});
  Root c = roots_between(near, kZero, kOne).at(0);
  EXPECT_EQ(compare(a, c), -1);
  EXPECT_EQ(compare(c, b), 1);
  Root half = Root::exactly(kHalf);
  EXPECT_EQ(compare(half, a), -1);
  EXPECT_EQ(compare(a, half), 1);
  EXPECT_EQ(compare(half, half), 0);
}

// Products of linear factors with known roots.
TEST(Roots, OfRandomProductsAreTheirLines) {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> factor(1, 40);
  for (int turn = 0; turn < 200; ++turn) {
    std::set<Rational> expected;
    Polynomial p = polynomial({1 + turn % 5});
    for (int i = 0; i < 1 + turn % 8; ++i) {
      const int numerator = factor(random), denominator = factor(random);
      p = product(p, line_through(numerator, denominator));
      if (numerator < denominator) expected.insert(Rational(numerator, denominator));
    }
    std::vector<Root> roots = roots_between(p, kZero, kOne);
    ASSERT_EQ(roots.size(), expected.size());
    auto next = expected.begin();
    for (Root& root : roots) {
      Root line = roots_between(line_through(static_cast<int>(next->numerator()),
                                             static_cast<int>(next->denominator())),
                                kZero, kOne)
                      .at(0);
      EXPECT_EQ(compare(root, line), 0);
      ++next;
    }
  }
}

}  // namespace
}  // namespace orthant
