// The published intermediate routers, in any number of dimensions.
//
// Source: Versaci 2013, eqs. 1-3, Remarks 1 and 2, Examples 1 and 2. The lists of intermediate
//   routers are those of Example 2 in three dimensions and those of Remark 2 for two routers on a
//   line in two dimensions. Through them, every non-minimal link of the source and of the
//   destination is used by some path. In a dimension of one or two routers, which has no ring,
//   intermediate routers stand at the middle of the shortest path.
// Tested by: tests/routing/intermediate_routers_test.cpp
#include "routing/grid/intermediate_routers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace orthant {

// An intermediate router under construction: the midpoint of the shortest path with some
// coordinates moved. On a mesh it may lie outside the network.
class IntermediateRouters::Point {
 public:
  Point(const IntermediateRouters& routers, RouterId s, RouterId t, const OrthantRoute& shortest)
      : grid_(routers.grid_),
        delta_(routers.delta(shortest.hops)),
        s_(s),
        t_(t),
        shortest_(shortest) {
    for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
      coordinates_[d] =
          routers.midpoints(d, grid_.coordinate(s, d), grid_.coordinate(t, d), minus(d)).shorter;
    }
  }

  // Moves it delta hops before the source, so that the first hop is not minimal.
  Point before_source(std::size_t d) const { return placed(d, grid_.coordinate(s_, d), !minus(d)); }
  // Moves it delta hops beyond the destination, so that the last hop is not minimal.
  Point beyond_destination(std::size_t d) const {
    return placed(d, grid_.coordinate(t_, d), minus(d));
  }
  // Moves it delta hops aside in a dimension where source and destination are equal.
  Point plus_side(std::size_t d) const { return placed(d, grid_.coordinate(s_, d), false); }
  Point minus_side(std::size_t d) const { return placed(d, grid_.coordinate(s_, d), true); }

  void visit_if_inside(Visit visit) const {
    if (inside_) visit(grid_.router_at(std::span(coordinates_).first(grid_.dimensions())));
  }

 private:
  bool minus(std::size_t d) const { return (shortest_.orthant >> d & 1) != 0; }

  Point placed(std::size_t d, std::uint32_t from, bool to_minus) const {
    Point moved = *this;
    const std::uint32_t k = grid_.radix(d);
    if (!grid_.has_ring(d) && (to_minus ? from < delta_ : from + delta_ >= k)) {
      moved.inside_ = false;
    } else {
      moved.coordinates_[d] = (to_minus ? from + k - delta_ : from + delta_) % k;
    }
    return moved;
  }

  const Grid& grid_;
  std::uint32_t delta_;
  RouterId s_;
  RouterId t_;
  const OrthantRoute& shortest_;
  std::array<std::uint32_t, limits::kDimensions> coordinates_{};
  bool inside_ = true;
};

IntermediateRouters::IntermediateRouters(const Grid& grid, IntermediateRules rules)
    : grid_(grid), rules_(rules), max_by_share_(std::numeric_limits<std::uint16_t>::max()) {
  for (std::size_t d = 0; d < grid.dimensions(); ++d) {
    if (grid.has_ring(d)) max_by_share_ = std::min(max_by_share_, grid.radix(d) / 2);
  }
}

std::uint32_t IntermediateRouters::delta(std::uint32_t distance) const {
  const double share = std::round(rules_.delta_share * distance);
  const double most = max_by_share_;
  return std::max(rules_.delta, static_cast<std::uint32_t>(std::min(share, most)));
}

IntermediateRouters::Midpoints IntermediateRouters::midpoints(std::size_t d, std::uint32_t from,
                                                              std::uint32_t to, bool minus) const {
  const auto [low, high] = std::minmax(from, to);
  const std::uint32_t inner = (low + high) / 2;
  if (!grid_.has_ring(d)) return {inner, inner};
  const std::uint32_t k = grid_.radix(d);
  if (rules_.wrap_sum_midpoint) {
    const std::uint32_t half = high - low <= k / 2 ? inner : (low + high) % k / 2;
    return {half, (half + k / 2) % k};
  }
  const std::uint32_t outer = (low + high + k) / 2 % k;
  return wrap_ahead(grid_, d, from, to, !minus) ? Midpoints{outer, inner} : Midpoints{inner, outer};
}

void IntermediateRouters::for_each_outflank(RouterId s, RouterId t, const OrthantRoute& shortest,
                                            Visit visit) const {
  const Point middle(*this, s, t, shortest);
  std::uint32_t differ = 0;
  std::uint32_t equal = 0;
  for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
    if (grid_.radix(d) <= 2) continue;
    ((shortest.used >> d & 1) != 0 ? differ : equal) |= 1u << d;
  }
  const auto for_each = [&](std::uint32_t set, const auto& act) {
    for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
      if ((set >> d & 1) != 0) act(d);
    }
  };
  if (differ == 0) return;
  if ((differ & (differ - 1)) == 0) {
    return beside_line(middle, static_cast<std::uint8_t>(differ), static_cast<std::uint8_t>(equal),
                       visit);
  }
  for_each(differ, [&](std::size_t a) {
    for_each(differ & ~(1u << a), [&](std::size_t b) {
      middle.before_source(a).beyond_destination(b).visit_if_inside(visit);
    });
  });
  for_each(equal, [&](std::size_t i) {
    middle.plus_side(i).visit_if_inside(visit);
    middle.minus_side(i).visit_if_inside(visit);
  });
}

// Visits the routers aside of a source and a destination that differ in the dimension `line` only.
// One router must make the first hop along the line non-minimal, and one the last hop.
void IntermediateRouters::beside_line(const Point& middle, std::uint8_t line, std::uint8_t equal,
                                      Visit visit) const {
  const auto m = static_cast<std::size_t>(__builtin_ctz(line));
  const bool plane = (equal & (equal - 1)) == 0;  // one dimension aside must serve both
  std::size_t index = 0;                          // index of i among the equal dimensions
  for (std::size_t i = 0; i < grid_.dimensions(); ++i) {
    if ((equal >> i & 1) == 0) continue;
    const Point plus = middle.plus_side(i);
    const Point minus = middle.minus_side(i);
    if (rules_.collinear_minus_only) {
      minus.visit_if_inside(visit);
    } else if (plane) {
      plus.before_source(m).visit_if_inside(visit);
      plus.visit_if_inside(visit);
      minus.visit_if_inside(visit);
      minus.beyond_destination(m).visit_if_inside(visit);
    } else {
      (index == 0   ? plus.beyond_destination(m)
       : index == 1 ? plus.before_source(m)
                    : plus)
          .visit_if_inside(visit);
      minus.visit_if_inside(visit);
    }
    ++index;
  }
}

void IntermediateRouters::for_each_wraparound(RouterId s, RouterId t, const OrthantRoute& shortest,
                                              Visit visit) const {
  std::array<Midpoints, limits::kDimensions> middle{};
  std::uint32_t rings = 0;  // the last dimension is the lowest bit and changes fastest
  const std::size_t n = grid_.dimensions();
  for (std::size_t d = 0; d < n; ++d) {
    const bool minus = (shortest.orthant >> d & 1) != 0;
    middle[d] = midpoints(d, grid_.coordinate(s, d), grid_.coordinate(t, d), minus);
    if (grid_.has_ring(d)) rings |= 1u << (n - 1 - d);
  }
  std::uint32_t subset = 0;
  do {  // all subsets of `rings`, ascending
    std::array<std::uint32_t, limits::kDimensions> coordinates{};
    for (std::size_t d = 0; d < n; ++d) {
      const bool longer = (subset >> (n - 1 - d) & 1) != 0;
      coordinates[d] = longer ? middle[d].longer : middle[d].shorter;
    }
    visit(grid_.router_at(std::span(coordinates).first(n)));
    subset = (subset - rings) & rings;
  } while (subset != 0);
}

}  // namespace orthant
