// Chooses between a shortest path and a detour by the free buffer space at the source: the profit
// of OutFlank routing.
//
// Source: Versaci 2013, eqs. 15 and 16. The keys derouting.* select what the formulas leave open;
//   their other values follow the author's simulator.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/key_rows.hpp"
#include "base/limits.hpp"
#include "routing/grid/orthant.hpp"

namespace orthant {

// Keys shared by por and ofr; eta is a separate key of each.
struct DeroutingRules {
  double eta = 1;                     // weight of the path length, >= 0
  std::int64_t least_distance = 1;    // hops; closer pairs never take detours
  bool idle_term_of_router = false;   // derouting.idle_term = router
  bool zero_if_full = false;          // derouting.full_profit = zero
  bool adaptive_queues_only = false;  // derouting.queues = adaptive
};

// Rows for all keys except eta, for a struct of keys derived from DeroutingRules.
template <class Keys>
KeyRows<Keys> derouting_rows() {
  constexpr ReadWhen kWhen = read_if("routing.algorithm", "por", "ofr");
  return {
      {"derouting.least_distance",
       &Keys::least_distance,
       {.least = 1,
        .most = 65535,
        .when = kWhen,
        .help = "Hops; packets to closer destinations are never derouted."}},
      {"derouting.idle_term",
       &Keys::idle_term_of_router,
       {{"path", false}, {"router", true}},
       {.when = kWhen,
        .help = "The occupancy term of a profit is 1 when the links of the path are idle, or as "
                "soon as any link of the router is, as in the author's simulator."}},
      {"derouting.full_profit",
       &Keys::zero_if_full,
       {{"formula", false}, {"zero", true}},
       {.when = kWhen,
        .help = "Profit of a path whose links are full: by the formula, or 0, as in the author's "
                "simulator."}},
      {"derouting.queues",
       &Keys::adaptive_queues_only,
       {{"link", false}, {"adaptive", true}},
       {.when = kWhen,
        .help = "Buffers that count as used: those of all VC classes of a link, or the adaptive "
                "ones, as in the author's simulator."}},
  };
}

// Profits of the routes out of one router, from one snapshot of its occupancy.
class Profits {
 public:
  Profits(const DeroutingRules& rules, const Topology& topology, RouterId s,
          std::span<const VcClass> classes, const LocalOccupancy& occupancy);

  // Sum of the free flits downstream of the first links of a route.
  double free_behind(const OrthantRoute& route) const;
  // Profit of a route that is `dilation` >= 1 times as long as the shortest, with a mean of
  // `mean_free` free flits downstream of its first links.
  double profit(double mean_free, double dilation) const;
  // Eq. 16: the profit of a nonempty shortest route.
  double shortest(const OrthantRoute& route) const {
    return profit(free_behind(route) / static_cast<double>(route.links()), 1);
  }

 private:
  const DeroutingRules& rules_;
  std::array<double, 2 * limits::kDimensions> free_{};  // flits, per channel port
  double buffer_ = 0;                                   // flits of one port
  double least_used_ = 0;                               // u_*: flits
};

}  // namespace orthant
