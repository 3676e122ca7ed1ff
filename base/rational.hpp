// Exact fractions for quantities whose ratio decides a tie or a count, such as the bandwidth of a
// channel.
#pragma once

#include <boost/rational.hpp>
#include <cstdint>

namespace orthant {

using Rational = boost::rational<std::int64_t>;
// For products of their parts.
__extension__ using Wide = __int128;

inline double to_double(const Rational& r) {
  return static_cast<double>(r.numerator()) / static_cast<double>(r.denominator());
}

}  // namespace orthant
