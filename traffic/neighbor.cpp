// Nearest-neighbour traffic: every message goes one hop in the plus direction of each dimension.
//
// Needs: coordinates. `traffic.dimensions` selects the shifted dimensions, by default all.
#include "traffic/descriptions.hpp"
#include "traffic/permutation.hpp"

namespace orthant {
namespace {

constexpr std::string_view kName = "neighbor";

std::unique_ptr<Pattern> make(const Topology& topology, const PatternOptions& options) {
  auto dimensions = options.dimensions;
  if (dimensions.empty()) {
    const std::size_t count = require_coordinates(kName, topology).dimensions();
    for (std::uint32_t d = 0; d < count; ++d) dimensions.push_back(d);
  }
  return shift_coordinates(kName, topology, dimensions, [](std::uint32_t) { return 1u; });
}

}  // namespace

PatternDescription neighbor_pattern() {
  return {.name = kName,
          .summary = "x + 1 mod k in traffic.dimensions (default all)",
          .needs = "coordinates",
          .rows = {dimensions_row()},
          .make = make};
}

}  // namespace orthant
