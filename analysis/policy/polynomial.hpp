// Polynomials with arbitrary integer coefficients, and exact computation of their signs.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace orthant {

using Integer = boost::multiprecision::cpp_int;

// numerator / 2^bits, exactly.
struct Dyadic {
  Integer numerator = 0;
  unsigned bits = 0;

  // Requires a finite number >= 0.
  static Dyadic of(double value);
  double to_double() const;
  std::string to_fraction() const;  // "3/8"
  // Formats like 0.859945054829, rounded to this many digits after the point.
  std::string to_decimal(unsigned digits) const;
};

bool operator<(const Dyadic& a, const Dyadic& b);
bool operator==(const Dyadic& a, const Dyadic& b);
Dyadic midpoint(const Dyadic& a, const Dyadic& b);
Dyadic operator-(const Dyadic& a, const Dyadic& b);

class Polynomial {
 public:
  Polynomial() = default;  // zero
  // By ascending power, starting with the constant.
  explicit Polynomial(std::vector<Integer> coefficients);

  const std::vector<Integer>& coefficients() const { return coefficients_; }
  bool is_zero() const { return coefficients_.empty(); }
  // The zero polynomial has degree 0.
  std::size_t degree() const { return coefficients_.empty() ? 0 : coefficients_.size() - 1; }

  // Adds factor * x^power * other.
  void add(const Polynomial& other, std::size_t power = 0, const Integer& factor = 1);
  Polynomial& operator-=(const Polynomial& other);
  bool operator==(const Polynomial&) const = default;

  double at(double x) const;

 private:
  void trim();
  std::vector<Integer> coefficients_;  // the last one is nonzero
};

Polynomial operator-(Polynomial a, const Polynomial& b);

// Shifts the argument: q(x) = p(x + shift).
Polynomial shifted(const Polynomial& p, const Integer& shift);
Polynomial derivative(const Polynomial& p);
// Primitive, with a positive leading coefficient.
Polynomial greatest_common_divisor(Polynomial a, Polynomial b);
// The product of its distinct irreducible factors: the same roots, without multiplicity.
Polynomial square_free_part(const Polynomial& p);

// Returns -1, 0 or 1.
int sign_at(const Polynomial& p, const Dyadic& x);
// Returns the number of sign variations of the coefficients of (1 + t)^n p((low + high t) / (1 +
// t)), where n is the degree of p. By Descartes' rule this is the number of roots in the open
// interval, with multiplicity, plus an even number, so 0 and 1 are exact.
std::size_t sign_variations(const Polynomial& p, const Dyadic& low, const Dyadic& high);

// A real number: the only root of a square-free polynomial in (low, high), or low if both are
// equal.
class Root {
 public:
  Root(Polynomial square_free, Dyadic low, Dyadic high)
      : polynomial_(std::move(square_free)), low_(std::move(low)), high_(std::move(high)) {}

  static Root exactly(const Dyadic& x);

  const Polynomial& polynomial() const { return polynomial_; }
  const Dyadic& low() const { return low_; }
  const Dyadic& high() const { return high_; }
  bool is_exact() const { return low_ == high_; }
  // Halves the interval.
  void refine();
  // Refines the interval to a width of at most 2^-bits.
  void refine_to(unsigned bits);

 private:
  Polynomial polynomial_;
  Dyadic low_, high_;
};

// The roots in the open interval, ascending.
std::vector<Root> roots_between(const Polynomial& p, const Dyadic& low, const Dyadic& high);

// Returns -1, 0 or 1 for a < b, a = b or a > b. Refines both roots until their intervals decide
// this.
int compare(Root& a, Root& b);

}  // namespace orthant
