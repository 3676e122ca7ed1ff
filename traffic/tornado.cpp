// Tornado traffic: every message goes nearly half way around the ring in the plus direction.
// Minimal routing then loads one direction of a ring fully and leaves the other idle.
//
// Needs: coordinates. `traffic.dimensions` selects the shifted dimensions, by default 0.
#include "traffic/descriptions.hpp"
#include "traffic/permutation.hpp"

namespace orthant {
namespace {

constexpr std::string_view kName = "tornado";

std::unique_ptr<Pattern> make(const Topology& topology, const PatternOptions& options) {
  const auto dimensions =
      options.dimensions.empty() ? std::vector<std::uint32_t>{0} : options.dimensions;
  return shift_coordinates(kName, topology, dimensions,
                           [](std::uint32_t radix) { return (radix + 1) / 2 - 1; });
}

}  // namespace

PatternDescription tornado_pattern() {
  return {.name = kName,
          .summary = "x + ceil(k/2) - 1 mod k in traffic.dimensions (default 0)",
          .needs = "coordinates",
          .rows = {dimensions_row()},
          .make = make};
}

}  // namespace orthant
