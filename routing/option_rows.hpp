// The config keys of RoutingOptions, and the words of its enumerators.
#pragma once

#include "base/key_rows.hpp"
#include "routing/routing.hpp"

namespace orthant {

inline constexpr Words<Switching, 3> kSwitchings = {
    {{{"wormhole", Switching::kWormhole},
      {"virtual_cut_through", Switching::kVirtualCutThrough},
      {"store_and_forward", Switching::kStoreAndForward}}}};
inline constexpr Words<FlowControl, 4> kFlowControls = {
    {{{"credit", FlowControl::kCredit},
      {"bubble", FlowControl::kBubble},
      {"critical_bubble", FlowControl::kCriticalBubble},
      {"flit_bubble", FlowControl::kFlitBubble}}}};
inline constexpr Words<Ties, 4> kTies = {{{{"split", Ties::kSplit},
                                           {"plus", Ties::kPlus},
                                           {"parity", Ties::kParity},
                                           {"source", Ties::kSource}}}};
inline constexpr Words<ParallelLinks, 3> kParallelLinks = {
    {{{"spread", ParallelLinks::kSpread},
      {"by_destination", ParallelLinks::kByDestination},
      {"first", ParallelLinks::kFirst}}}};

// routing.order, routing.ties and routing.parallel_links, each for the routings that list it.
// Switching and flow control are keys of the router.
const KeyRows<RoutingOptions>& routing_option_rows();

}  // namespace orthant
