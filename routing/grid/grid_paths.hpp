// Building blocks of routings on a torus, mesh or hypercube: straight runs with dateline classes,
// directions at ties, and paths in a given order of dimensions.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "routing/routing.hpp"

namespace orthant {

enum class Dateline { kCrossing, kStatic };  // dor.dateline

// Rule for the VC class of a hop on a ring.
struct RingClasses {
  enum Rule : std::uint8_t {
    kOne,       // no dateline: no ring, or bubble flow control on every ring
    kCrossing,  // class 0 while the ring's wrap-around channel is ahead, then class 1
    kStatic     // fixed on entering the ring, as in BookSim 2; for runs of at most half a ring
  };
  Rule rule = kOne;
  // Dimensions with bubble flow control on their rings. If other dimensions have datelines, the
  // class of a run along these is the parity of its last coordinate, which is constant along the
  // run and balances both classes.
  DimensionMask bubbles = 0;

  constexpr RingClasses(Rule of, DimensionMask kept_moving = 0) : rule(of), bubbles(kept_moving) {}
  constexpr bool operator==(Rule other) const { return rule == other; }
  bool has_dateline(const Grid& grid, std::size_t d) const {
    return rule != kOne && grid.has_ring(d) && !contains(bubbles, d);
  }
};

// The rule that a network needs under these options.
RingClasses ring_classes(const Topology& topology, const RoutingOptions& options,
                         Dateline dateline);
constexpr std::size_t class_count(RingClasses classes) {
  return classes == RingClasses::kOne ? 1 : 2;
}
// The deadlock theorem of paths with these classes.
inline DeadlockTheorem path_theorem(const Topology& topology, RingClasses classes) {
  return topology.has_rings(classes.bubbles) ? DeadlockTheorem::kBubble
                                             : DeadlockTheorem::kAcyclicDependencies;
}

// The grid that a network is, or was before channels went missing; nullptr if it is none, or a
// twisted torus, or has added links.
const Grid* grid_under(const Topology& topology);

// Returns the topology's grid. Throws KeyError("routing.algorithm") if it has none, and
// KeyError("router.flow_control") for bubble with wormhole switching.
const Grid& required_grid(const Topology& topology, const RoutingOptions& options,
                          std::string_view algorithm);

// Returns grid_under(). Throws KeyError("routing.algorithm") if there is none, and
// KeyError("router.flow_control") for anything but credit.
const Grid& required_grid_under(const Topology& topology, const RoutingOptions& options,
                                std::string_view algorithm);

// Throws KeyError("routing.algorithm") for anything but a torus.
void require_torus(const Topology& topology, std::string_view algorithm);

// True if the wrap-around channel is ahead on a run in this direction from coordinate `from` to
// another coordinate `to` of dimension d. Depends only on position, destination and direction.
inline bool wrap_ahead(const Grid& grid, std::size_t d, std::uint32_t from, std::uint32_t to,
                       bool plus) {
  return grid.has_ring(d) && (plus ? to < from : to > from);
}

// VC class (0 or 1) of the next hop of such a run, with a dateline.
inline std::uint8_t crossing_class(const Grid& grid, std::size_t d, std::uint32_t from,
                                   std::uint32_t to, bool plus) {
  return grid.has_ring(d) && !wrap_ahead(grid, d, from, to, plus) ? 1 : 0;
}

// VC class by the rule of `classes`; 0 without a ring.
inline std::uint8_t ring_class(const Grid& grid, RingClasses classes, std::size_t d,
                               std::uint32_t from, std::uint32_t to, bool plus) {
  if (classes == RingClasses::kOne || !grid.has_ring(d)) return 0;
  if (contains(classes.bubbles, d)) return to % 2;
  return crossing_class(grid, d, from, to, plus);
}

// Appends a straight run along dimension d around a ring of `length` routers, at most once, from
// position `from` on it; 0: there is no ring. Its VC class is by the rule of `classes`, counted
// from `first_class`.
void append_run(RingClasses classes, std::size_t d, std::uint32_t length, std::uint32_t from,
                bool plus, std::uint32_t hops, std::uint8_t first_class, Path& path);

// Dimensions in the order in which a path corrects them.
using DimensionOrder = std::span<const std::uint8_t>;

// Paths between two routers in a given order of dimensions, shortest by default. A routing builds
// both its enumeration and its sampling from open_ties(), resolve() and append().
class OrderedPaths {
 public:
  // Bit d is set for the plus direction in dimension d.
  using Directions = std::uint32_t;

  // Directions in all dimensions. By default the shorter one, with `plus` deciding ties; in the
  // dimensions of `forced`, the direction of `plus` even if it is longer (rings only).
  struct RunDirections {
    Directions plus = 0;
    Directions forced = 0;
  };

  // The grid must outlive the object.
  OrderedPaths(const Grid& grid, Ties ties, RingClasses classes)
      : grid_(grid), ties_(ties), classes_(classes) {}

  // The dimensions whose ties are split: both directions with probability 1/2.
  Directions open_ties(RouterId s, RouterId t) const;
  // The direction in every tied dimension: that of `chosen` where the tie is split, else that of
  // the rule.
  Directions resolve(RouterId s, RouterId t, Directions chosen) const;
  // Appends the path from s to t with the given directions at ties. Classes start at `first_class`.
  void append(RouterId s, RouterId t, DimensionOrder order, Directions directions,
              std::uint8_t first_class, Path& path) const {
    append(s, t, order, RunDirections{.plus = directions}, first_class, path);
  }
  // Appends with given directions in all dimensions. No dimension may be forced with kStatic.
  void append(RouterId s, RouterId t, DimensionOrder order, RunDirections run_directions,
              std::uint8_t first_class, Path& path) const;

  // Appends a straight run along dimension d from coordinate `from`, at most once around the ring.
  void append_run(std::size_t d, std::uint32_t from, bool plus, std::uint32_t hops,
                  std::uint8_t first_class, Path& path) const {
    orthant::append_run(classes_, d, grid_.has_ring(d) ? grid_.radix(d) : 0, from, plus, hops,
                        first_class, path);
  }

  // Calls visit(Directions, probability) for every combination of split ties.
  template <class Visit>
  void for_each_directions(RouterId s, RouterId t, const Visit& visit) const;
  Directions draw_directions(RouterId s, RouterId t, RandomStream& random) const;

  // Largest number of legs that one append() adds.
  std::size_t max_legs() const;
  std::size_t class_count() const { return orthant::class_count(classes_); }

 private:
  bool parity_plus(RouterId s, RouterId t, std::size_t d) const;

  const Grid& grid_;
  Ties ties_;
  RingClasses classes_;
};

template <class Visit>
void OrderedPaths::for_each_directions(RouterId s, RouterId t, const Visit& visit) const {
  const Directions open = open_ties(s, t);
  double probability = 1;
  for (Directions rest = open; rest != 0; rest &= rest - 1) probability /= 2;
  Directions chosen = open;
  while (true) {  // all subsets of `open`, from all plus to all minus
    visit(resolve(s, t, chosen), probability);
    if (chosen == 0) break;
    chosen = (chosen - 1) & open;
  }
}

}  // namespace orthant
