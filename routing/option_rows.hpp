// The config keys of RoutingOptions, and the words of its enumerators.
#pragma once

#include "base/key_rows.hpp"
#include "routing/routing.hpp"

namespace orthant {

inline constexpr Words<Ties, 4> kTies = {{{{"split", Ties::kSplit},
                                           {"plus", Ties::kPlus},
                                           {"parity", Ties::kParity},
                                           {"source", Ties::kSource}}}};
inline constexpr Words<ParallelLinks, 3> kParallelLinks = {
    {{{"spread", ParallelLinks::kSpread},
      {"by_destination", ParallelLinks::kByDestination},
      {"first", ParallelLinks::kFirst}}}};

// The keys routing.order, routing.ties and routing.parallel_links, each for the routings that list
// it.
const KeyRows<RoutingOptions>& routing_option_rows();

}  // namespace orthant
