// The intermediate routers of OutFlank routing: those close beyond the shortest paths (OIDNs), and
// those half way along the long ways round (WIDNs).
#pragma once

#include <array>
#include <cstdint>

#include "base/function_ref.hpp"
#include "base/limits.hpp"
#include "routing/grid/orthant.hpp"

namespace orthant {

// Which intermediate routers there are.
struct IntermediateRules {
  std::uint32_t delta = 2;            // hops beyond the shortest paths, at least 1
  double delta_share = 0;             // >= 0: the same as a share of the distance
  bool wrap_sum_midpoint = false;     // ofr.midpoint = wrap_sum
  bool collinear_minus_only = false;  // ofr.collinear = minus_side
};

class IntermediateRouters {
 public:
  IntermediateRouters(const Grid& grid, IntermediateRules rules);

  // Hops by which the routers of for_each_outflank() lie outside the shortest paths between two
  // routers `distance` hops apart: the larger of delta and the share of the distance, which is
  // rounded and limited to half of the smallest ring.
  std::uint32_t delta(std::uint32_t distance) const;

  using Visit = FunctionRef<void(RouterId)>;
  // `shortest` is the shortest way from s to t whose directions count as minimal. Some of the
  // routers visited may lie on shortest paths, or be visited twice.
  void for_each_outflank(RouterId s, RouterId t, const Way& shortest, Visit visit) const;
  void for_each_wraparound(RouterId s, RouterId t, const Way& shortest, Visit visit) const;

  // Coordinates in the middle of the short way and of the long way round between two coordinates of
  // dimension d, the short way going in the given direction. Without a ring both are the same.
  struct Midpoints {
    std::uint32_t short_way;
    std::uint32_t long_way;
  };
  Midpoints midpoints(std::size_t d, std::uint32_t from, std::uint32_t to, bool minus) const;

 private:
  class Candidate;
  void around_line(const Candidate& middle, std::uint8_t line, std::uint8_t equal,
                   Visit visit) const;

  const Grid& grid_;
  IntermediateRules rules_;
  std::uint32_t most_by_share_;  // half of the smallest ring
};

}  // namespace orthant
