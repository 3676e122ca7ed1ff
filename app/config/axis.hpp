// Keys with several values, whose product is the set of points of a config.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace orthant {

struct Axis {
  std::string key;                  // "traffic.load"
  std::vector<std::string> values;  // in the form of results; decimals of a range are exact
};

// The largest number of points of one config, and of values of one key.
inline constexpr std::size_t kMaxPoints = 1'000'000;

}  // namespace orthant
