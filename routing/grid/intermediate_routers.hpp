// The intermediate routers of OutFlank routing: those just outside the shortest paths (OIDNs), and
// those half way along the longer directions (WIDNs).
#pragma once

#include <array>
#include <cstdint>

#include "base/function_ref.hpp"
#include "base/limits.hpp"
#include "routing/grid/orthant.hpp"

namespace orthant {

// Selects the intermediate routers.
struct IntermediateRules {
  std::uint32_t delta = 2;            // hops outside the shortest paths, at least 1
  double delta_share = 0;             // >= 0: delta as a share of the distance
  bool wrap_sum_midpoint = false;     // ofr.midpoint = wrap_sum
  bool collinear_minus_only = false;  // ofr.collinear = minus_side
};

class IntermediateRouters {
 public:
  IntermediateRouters(const Grid& grid, IntermediateRules rules);

  // Hops by which the routers of for_each_outflank() lie outside the shortest paths between two
  // routers `distance` hops apart: the larger of delta and the share of the distance, rounded and
  // limited to half of the smallest ring.
  std::uint32_t delta(std::uint32_t distance) const;

  using Visit = FunctionRef<void(RouterId)>;
  // `shortest` is the route from s to t whose directions count as minimal. A visited router may lie
  // on a shortest path, and may be visited twice.
  void for_each_outflank(RouterId s, RouterId t, const OrthantRoute& shortest, Visit visit) const;
  void for_each_wraparound(RouterId s, RouterId t, const OrthantRoute& shortest, Visit visit) const;

  // Middle coordinates between two coordinates of dimension d, in the shorter and in the longer
  // direction; both are equal without a ring. `minus`: the shorter direction is minus.
  struct Midpoints {
    std::uint32_t shorter;
    std::uint32_t longer;
  };
  Midpoints midpoints(std::size_t d, std::uint32_t from, std::uint32_t to, bool minus) const;

 private:
  class Point;
  void beside_line(const Point& middle, std::uint8_t line, std::uint8_t equal, Visit visit) const;

  const Grid& grid_;
  IntermediateRules rules_;
  std::uint32_t max_by_share_;  // half of the smallest ring
};

}  // namespace orthant
