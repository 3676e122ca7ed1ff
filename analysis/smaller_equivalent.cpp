// A small network that stands for a large one of the same kind.
//
// What decides about cycles is the same in both: whether a dimension has a ring, whether half-ring
// ties exist (the parity of the radix), how a path passes the wrap-around channel, and the order of
// the dimensions. Dependencies join neighbouring channels only, so longer lines add more of the
// same. Radices shrink in steps until the walk is quick; if that is not enough, dimensions beyond
// the fourth, then the third, are reduced to one router.
#include <algorithm>

#include "analysis/deadlock.hpp"
#include "topology/registry.hpp"

namespace orthant {
namespace {

// Hops of all shortest walks between all pairs, about a tenth of a second of work per 10^7.
constexpr double kQuickHops = 8e6;

double hops_to_walk(std::span<const std::uint32_t> radices) {
  double routers = 1;
  double diameter = 0;
  for (const std::uint32_t k : radices) {
    routers *= k;
    diameter += k;  // ties and other candidates included, roughly
  }
  return routers * routers * diameter;
}

bool is_quick(std::span<const std::uint32_t> radices) {
  return hops_to_walk(radices) <= kQuickHops;
}

// The radix itself where it is small, else the largest allowed one of the same parity.
std::uint32_t shrunk(std::uint32_t k, std::uint32_t even, std::uint32_t odd) {
  return std::min(k, k % 2 == 0 ? even : odd);
}

}  // namespace

std::optional<Topology> smaller_equivalent(const Topology& topology) {
  const Grid* grid = topology.grid();
  if (!grid || is_quick(grid->radices())) return std::nullopt;
  std::vector<std::uint32_t> radices(grid->radices().begin(), grid->radices().end());
  struct Limits {
    std::uint32_t even;
    std::uint32_t odd;
  };
  for (const Limits limits : {Limits{8, 7}, Limits{6, 5}, Limits{4, 3}}) {
    for (std::uint32_t& k : radices) k = shrunk(k, limits.even, limits.odd);
    if (is_quick(radices)) break;
  }
  for (const std::ptrdiff_t keep : {4, 3}) {
    if (is_quick(radices)) break;
    std::ptrdiff_t kept = 0;
    for (std::uint32_t& k : radices) {
      if (k > 1 && ++kept > keep) k = 1;
    }
  }
  return find_topology(topology.kind())->make({.radices = std::move(radices)});
}

}  // namespace orthant
