// Shared code of the minimal adaptive routings, which differ only in the order of their candidates.
#pragma once

#include <cstdint>
#include <memory>

#include "routing/routing.hpp"

namespace orthant {

// Priority of a dimension: a packet tries the largest value first, the lowest dimension at ties.
// `hops` remain in it; `tie`: both directions of its ring are equally short.
using HopPreference = std::uint32_t (*)(std::uint32_t hops, bool tie);

// Number of shortest paths that continue in a dimension, up to a factor common to all dimensions:
// proportional to the remaining hops, and halved if the hop leaves a tie (Wu 1996, the lemma, in
// any number of dimensions).
constexpr std::uint32_t shortest_paths_weight(std::uint32_t hops, bool tie) {
  return tie ? hops : 2 * hops;
}

// Offers all shortest paths in adaptive VCs, with dimension order as the escape. Without a
// `preference`, by ascending dimension. Throws KeyError("routing.algorithm") if the topology has no
// coordinates.
std::unique_ptr<Routing> make_minimal_adaptive(const Topology& topology,
                                               const RoutingOptions& options,
                                               std::string_view algorithm,
                                               HopPreference preference);

// The description of such an algorithm with a preference.
RoutingDescription describe_minimal(std::string_view name, std::string_view summary,
                                    std::string_view source,
                                    decltype(RoutingDescription::make) make);

}  // namespace orthant
