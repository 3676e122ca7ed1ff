// What adaptive routings on shortest paths share that differ in the order of their candidates
// alone.
#pragma once

#include <cstdint>
#include <memory>

#include "routing/routing.hpp"

namespace orthant {

// Says which dimension a packet tries first: the one with the greatest value, of equals the lowest.
// `hops` are left in it; `tie`: both ways round its ring are equally short.
using HopPreference = std::uint32_t (*)(std::uint32_t hops, bool tie);

// Of the shortest paths from an offset those that go on in a dimension are so many, up to a factor
// that all its dimensions share: in proportion to the hops left, and half as many where the hop
// leaves a tie (Wu 1996, the lemma, in any number of dimensions).
constexpr std::uint32_t shortest_paths_weight(std::uint32_t hops, bool tie) {
  return tie ? hops : 2 * hops;
}

// All shortest paths in adaptive VCs, dimension order as the escape; `preference` nullptr:
// dimensions ascend. Throws KeyError("routing.algorithm") where the topology has no coordinates.
std::unique_ptr<Routing> make_minimal_adaptive(const Topology& topology,
                                               const RoutingOptions& options,
                                               std::string_view algorithm,
                                               HopPreference preference);

// The description of such an algorithm with a preference.
RoutingDescription describe_minimal(std::string_view name, std::string_view summary,
                                    std::string_view source,
                                    decltype(RoutingDescription::make) make);

}  // namespace orthant
