#include "routing/option_rows.hpp"

namespace orthant {

const KeyRows<RoutingOptions>& routing_option_rows() {
  constexpr std::string_view kWhen = "routings that use it";
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
  };
  return rows;
}

}  // namespace orthant
