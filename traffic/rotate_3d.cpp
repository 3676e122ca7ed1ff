// Rotation of the axes of a cube: (x, y, z) sends to (y, z, x).
//
// Needs: three dimensions of equal radix.
#include <algorithm>

#include "base/error.hpp"
#include "traffic/descriptions.hpp"
#include "traffic/permutation.hpp"

namespace orthant {
namespace {

constexpr std::string_view kName = "rotate_3d";

std::unique_ptr<Pattern> make(const Topology& topology, const PatternOptions&) {
  const Structure& grid = require_coordinates(kName, topology);
  if (grid.dimensions() != 3 || grid.radix(0) != grid.radix(1) || grid.radix(1) != grid.radix(2)) {
    key_error(
        "traffic.pattern",
        "{} needs three dimensions of equal radix; this network is {}; allowed: such ones, as "
        "4x4x4, or another pattern",
        kName, network_name(topology));
  }
  return permute_coordinates(topology, [](std::span<std::uint32_t> coordinates) {
    std::rotate(coordinates.begin(), coordinates.begin() + 1, coordinates.end());
  });
}

}  // namespace

PatternDescription rotate_3d_pattern() {
  return {.name = kName,
          .summary = "(x, y, z) to (y, z, x)",
          .needs = "three equal radices",
          .make = make};
}

}  // namespace orthant
