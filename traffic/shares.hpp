// Shares that sum to 1: of lengths in a packet mix, of destinations in a row of a traffic matrix.
// Users write them with few digits, so a sum close to 1 counts as 1.
#pragma once

#include <cmath>

namespace orthant {

inline constexpr double kShareSlack = 1e-5;

inline bool is_whole(double sum_of_shares) { return std::abs(sum_of_shares - 1) <= kShareSlack; }

}  // namespace orthant
