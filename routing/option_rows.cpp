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
        .help = "Which way a packet goes that is half way round an even ring: either with "
                "probability 1/2, the plus direction, or by the parity of the other offsets or of "
                "the source's coordinate."}},
      {"routing.parallel_links",
       &RoutingOptions::parallel_links,
       kParallelLinks,
       {.when = kWhen,
        .help = "Which of several links between two routers a packet takes: each with a "
                "probability in proportion to its bandwidth; by its destination, as subnet "
                "managers do, so that a pair has one path; or the first."}},
  };
  return rows;
}

}  // namespace orthant
