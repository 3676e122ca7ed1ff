#include "routing/option_rows.hpp"

namespace orthant {

const KeyRows<RoutingOptions>& routing_option_rows() {
  constexpr ReadWhen kWhen = {.otherwise = "routings that use it"};
  static const KeyRows<RoutingOptions> rows = {
      {"routing.order",
       &RoutingOptions::order,
       {{"fixed", Order::kFixed}, {"random", Order::kRandom}},
       {.when = kWhen,
        .help = "Order of the dimensions: dimension 0 first, or drawn for each packet."}},
      {"routing.ties",
       &RoutingOptions::ties,
       kTies,
       {.when = kWhen,
        .help = "Direction for destinations exactly k/2 hops away on an even ring: either with "
                "probability 1/2, plus, or by the parity of the other offsets or of the source's "
                "coordinate."}},
      {"routing.parallel_links",
       &RoutingOptions::parallel_links,
       kParallelLinks,
       {.when = kWhen,
        .help = "Use of parallel links between two routers: each with a probability proportional "
                "to its bandwidth; by destination, as subnet managers do, so that a pair has one "
                "path; or only the first."}},
  };
  return rows;
}

}  // namespace orthant
