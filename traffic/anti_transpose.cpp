// Transposition of a square along its other diagonal: (x, y) sends to (k-1-y, k-1-x). On a mesh
// every packet goes east and north, or west and south.
//
// Source: Glass & Ni 1992.
// Needs: two dimensions of equal radix.
#include "base/error.hpp"
#include "traffic/descriptions.hpp"
#include "traffic/permutation.hpp"

namespace orthant {
namespace {

constexpr std::string_view kName = "anti_transpose";

std::unique_ptr<Pattern> make(const Topology& topology, const PatternOptions&) {
  const Structure& grid = require_coordinates(kName, topology);
  if (grid.dimensions() != 2 || grid.radix(0) != grid.radix(1)) {
    key_error("traffic.pattern",
              "{} needs two dimensions of equal radix; this network is {}; allowed: such ones, as "
              "8x8, or another pattern",
              kName, network_name(topology));
  }
  return permute_coordinates(topology, [&](std::span<std::uint32_t> xy) {
    const std::uint32_t last = grid.radix(0) - 1, x = xy[0];
    xy[0] = last - xy[1];
    xy[1] = last - x;
  });
}

}  // namespace

PatternDescription anti_transpose_pattern() {
  return {.name = kName,
          .summary = "(x, y) to (k-1-y, k-1-x)",
          .needs = "two equal radices",
          .make = make};
}

}  // namespace orthant
