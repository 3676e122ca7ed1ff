// Shares that belong together: of the lengths in a mix of packets, of the destinations in a row of
// a traffic matrix. They are written with a few digits, so a sum close to 1 means 1.
#pragma once

#include <cmath>

namespace orthant {

inline constexpr double kShareSlack = 1e-5;

inline bool is_whole(double sum_of_shares) { return std::abs(sum_of_shares - 1) <= kShareSlack; }

}  // namespace orthant
