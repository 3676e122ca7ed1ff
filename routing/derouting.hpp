// The choice between a shortest way and a detour by what is free at the source: the profit of
// OutFlank routing.
//
// Source: Versaci 2013, eqs. 15 and 16. The keys derouting.* select what the formulas leave open;
// their other values are what the author's simulator does.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "routing/orthant.hpp"

namespace orthant {

// Values of eta and of the keys that por and ofr share; absent keys keep the defaults.
struct DeroutingRules {
  explicit DeroutingRules(const OptionValues& own, std::string_view eta_key, double eta_default);

  double eta;                         // weight of the path length, >= 0
  std::int64_t least_distance = 1;    // hops; pairs closer than this are never derouted
  bool idle_if_router_is = false;     // derouting.idle_term = router
  bool zero_if_full = false;          // derouting.full_profit = zero
  bool adaptive_queues_only = false;  // derouting.queues = adaptive
};

// The keys that DeroutingRules reads besides eta.
inline constexpr std::array<std::string_view, 4> kDeroutingKeys = {
    "derouting.least_distance", "derouting.idle_term", "derouting.full_profit", "derouting.queues"};

// Profits of the ways out of one router at one moment.
class Profits {
 public:
  Profits(const DeroutingRules& rules, const Topology& topology, RouterId s,
          std::span<const VcClass> classes, const LocalOccupancy& occupancy);

  // Free flits behind the first links of a way, added up.
  double free_behind(const Way& way) const;
  // Profit of ways behind whose first links `mean_free` flits are free, `dilation` >= 1 times as
  // long as the shortest.
  double profit(double mean_free, double dilation) const;
  // Eq. 16: the profit of a shortest way, not empty.
  double shortest(const Way& way) const {
    return profit(free_behind(way) / static_cast<double>(way.links()), 1);
  }

 private:
  const DeroutingRules& rules_;
  std::array<double, 2 * limits::kDimensions> free_{};  // flits, per channel port
  double buffer_ = 0;                                   // flits of one port
  double least_used_ = 0;                               // u_*: flits
};

}  // namespace orthant
