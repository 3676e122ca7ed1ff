// Finds a small network that stands in for a large one of the same kind.
//
// Both networks agree in everything that decides whether there are cycles: whether a dimension has
// a ring, whether ties at half a ring exist (the parity of the radix), how a path crosses the
// wrap-around channel, and the order of the dimensions. Dependencies connect adjacent channels
// only, so longer lines add nothing new. Radices shrink in steps until the walk is fast, but not
// below 4 (even) and 5 (odd): without datelines, shortest paths close a cycle on a ring once some
// run has two hops. On rings of k = 4 (at ties) and k >= 5 some runs have two hops, on a ring of 3
// none has.
//
// A routing with many paths per pair is allowed a longer walk at these smallest sizes, since its
// number of VC classes may depend on the number of dimensions. If that is not enough, dimensions
// are reduced to one router, one after another, each time a dimension of the most frequent radix.
// So a dimension of every radix remains, and if only some rings have bubbles, one with and one
// without.
#include <algorithm>
#include <utility>

#include "analysis/deadlock/deadlock.hpp"
#include "topology/registry.hpp"

namespace orthant {
namespace {

// Most hops that a walk may visit; 10^7 hops take a tenth to a quarter of a second.
constexpr double kQuickHops = 8e6;
constexpr double kPatientHops = 1.2e8;

// Estimated hops of a walk over all pairs.
double hops_to_walk(std::span<const std::uint32_t> radices) {
  double routers = 1;
  double diameter = 0;
  for (const std::uint32_t k : radices) {
    routers *= k;
    if (k > 1) diameter += k == 2 ? 1 : k;  // roughly, including ties and other candidates
  }
  return routers * routers * diameter;
}

// A network of this kind with other radices; hypercubes have no dimension of one router.
Topology resized(const Topology& topology, std::span<const std::uint32_t> radices) {
  TopologyOptions options;
  options.grid.radices = {radices.begin(), radices.end()};
  if (topology.kind() == "hypercube") {
    std::erase(options.grid.radices, 1);
  } else {
    for (std::size_t d = 0; d < radices.size(); ++d)
      options.grid.wrap.push_back(contains(topology.grid()->wrapped(), d));
  }
  return find_topology(topology.kind())->make(options);
}

// The radix itself if it is small, else the largest allowed one of the same parity.
std::uint32_t shrunk(std::uint32_t k, std::uint32_t even, std::uint32_t odd) {
  return std::min(k, k % 2 == 0 ? even : odd);
}

// Reduces one dimension to one router: the last dimension of the radix above 1 that occurs most
// often (the largest such radix at a tie). Dimensions that differ in bubbles or in wraps are
// counted separately.
void drop_dimension(std::vector<std::uint32_t>& radices, DimensionMask bubbles,
                    DimensionMask wrapped) {
  const auto frequency = [&](std::size_t d) {
    std::ptrdiff_t alike = 0;
    for (std::size_t e = 0; e < radices.size(); ++e)
      alike += radices[e] == radices[d] && contains(bubbles, e) == contains(bubbles, d) &&
               contains(wrapped, e) == contains(wrapped, d);
    return radices[d] == 1 ? std::pair(std::ptrdiff_t{0}, 1u) : std::pair(alike, radices[d]);
  };
  std::size_t most = radices.size() - 1;
  for (std::size_t d = most; d-- > 0;)
    if (frequency(d) > frequency(most)) most = d;
  radices[most] = 1;
}

}  // namespace

std::optional<Topology> smaller_equivalent(const Topology& topology, PathsPerPair paths_per_pair,
                                           DimensionMask bubbles) {
  const Grid* grid = topology.grid();
  if (!grid) return std::nullopt;
  const auto walks_within = [&](std::span<const std::uint32_t> radices, double most_hops) {
    const double hops = hops_to_walk(radices);
    if (hops > most_hops) return false;
    // hops_to_walk() allows about four times the mean distance per pair. A factor of two of this is
    // for ties, which paths_per_pair() counts again, so it is divided out.
    return hops * std::max(1.0, paths_per_pair(resized(topology, radices)) / 2) <= most_hops;
  };
  if (walks_within(grid->radices(), kQuickHops)) return std::nullopt;
  std::vector<std::uint32_t> radices(grid->radices().begin(), grid->radices().end());
  struct Limits {
    std::uint32_t even;
    std::uint32_t odd;
  };
  for (const Limits limits : {Limits{8, 7}, Limits{6, 5}, Limits{4, 5}}) {
    for (std::uint32_t& k : radices) k = shrunk(k, limits.even, limits.odd);
    if (walks_within(radices, kQuickHops)) break;
  }
  const auto is_light = [&] {
    const bool many_paths =
        hops_to_walk(radices) <= kPatientHops && paths_per_pair(resized(topology, radices)) > 4;
    return walks_within(radices, many_paths ? kPatientHops : kQuickHops);
  };
  while (!is_light()) drop_dimension(radices, bubbles, grid->wrapped());
  if (std::ranges::equal(radices, grid->radices())) return std::nullopt;
  return resized(topology, radices);
}

}  // namespace orthant
