// Polynomials with integer coefficients of any size, and exact statements about their signs.
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

  // Of a finite number >= 0.
  static Dyadic of(double value);
  double to_double() const;
  std::string to_fraction() const;  // "3/8"
  // Like 0.859945054829, rounded to so many digits behind the point.
  std::string to_decimal(unsigned digits) const;
};

bool operator<(const Dyadic& a, const Dyadic& b);
bool operator==(const Dyadic& a, const Dyadic& b);
Dyadic midpoint(const Dyadic& a, const Dyadic& b);
Dyadic operator-(const Dyadic& a, const Dyadic& b);

class Polynomial {
 public:
  Polynomial() = default;  // zero
  // By power, from the constant on.
  explicit Polynomial(std::vector<Integer> coefficients);

  const std::vector<Integer>& coefficients() const { return coefficients_; }
  bool is_zero() const { return coefficients_.empty(); }
  // Of the zero polynomial 0.
  std::size_t degree() const { return coefficients_.empty() ? 0 : coefficients_.size() - 1; }

  // Adds factor x^power other.
  void add(const Polynomial& other, std::size_t power = 0, const Integer& factor = 1);
  Polynomial& operator-=(const Polynomial& other);
  bool operator==(const Polynomial&) const = default;

  double at(double x) const;

 private:
  void trim();
  std::vector<Integer> coefficients_;  // the last one is not zero
};

Polynomial operator-(Polynomial a, const Polynomial& b);

// The polynomial of x - 1 or any other shift: q(x) = p(x + shift).
Polynomial shifted(const Polynomial& p, const Integer& shift);
Polynomial derivative(const Polynomial& p);
// Without a common factor of the coefficients; the leading coefficient is positive.
Polynomial greatest_common_divisor(Polynomial a, Polynomial b);
// The product of its different irreducible factors: the same roots, each once.
Polynomial square_free_part(const Polynomial& p);

// -1, 0 or 1.
int sign_at(const Polynomial& p, const Dyadic& x);
// Sign variations of the coefficients of (1 + t)^n p((low + high t) / (1 + t)), n its degree: by
// Descartes' rule at least the number of roots in the open interval, each counted as often as it
// occurs, and an even number more at most; 0 and 1 are exact.
std::size_t sign_variations(const Polynomial& p, const Dyadic& low, const Dyadic& high);

// A real number: the only root of a square-free polynomial in (low, high), or low where both are
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
  // Until it is no wider than 2^-bits.
  void refine_to(unsigned bits);

 private:
  Polynomial polynomial_;
  Dyadic low_, high_;
};

// The roots in the open interval, ascending.
std::vector<Root> roots_between(const Polynomial& p, const Dyadic& low, const Dyadic& high);

// -1, 0 or 1 as a < b, a = b or a > b. Refines both until their intervals show it.
int compare(Root& a, Root& b);

}  // namespace orthant
