// Exact fractions for quantities whose ratio decides a tie or a count, such as channel bandwidths.
#pragma once

#include <boost/rational.hpp>
#include <cstdint>
#include <numeric>

namespace orthant {

using Rational = boost::rational<std::int64_t>;
// Holds products of numerators and denominators.
__extension__ using Wide = __int128;

inline double to_double(const Rational& r) {
  return static_cast<double>(r.numerator()) / static_cast<double>(r.denominator());
}

// Greatest common divisor of two positive fractions, gcd(a/b, c/d) = gcd(ad, cb) / bd: the largest
// fraction of which both are whole multiples. Its numerator and denominator are small if those of
// the arguments are.
inline Rational common_unit(const Rational& x, const Rational& y) {
  return {std::gcd(x.numerator() * y.denominator(), y.numerator() * x.denominator()),
          x.denominator() * y.denominator()};
}

}  // namespace orthant
