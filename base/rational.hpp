// Exact fractions for quantities whose ratio decides a tie or a count, such as the bandwidth of a
// channel.
#pragma once

#include <boost/rational.hpp>
#include <cstdint>
#include <numeric>

namespace orthant {

using Rational = boost::rational<std::int64_t>;
// For products of their parts.
__extension__ using Wide = __int128;

inline double to_double(const Rational& r) {
  return static_cast<double>(r.numerator()) / static_cast<double>(r.denominator());
}

// The greatest of which both, above 0, are whole multiples: gcd(a/b, c/d) = gcd(ad, cb) / bd, whose
// parts are small as long as those of the arguments are.
inline Rational common_unit(const Rational& x, const Rational& y) {
  return {std::gcd(x.numerator() * y.denominator(), y.numerator() * x.denominator()),
          x.denominator() * y.denominator()};
}

}  // namespace orthant
