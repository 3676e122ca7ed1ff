// Base of the adaptive routings on orthants: a packet fixes one direction per dimension when it
// starts, then moves adaptively within this orthant, with dimension-order routing as the escape.
//
// A packet may have two phases, to an intermediate router and from there to its destination; both
// orthants are fixed when it starts.
#pragma once

#include <cstdint>

#include "routing/grid/grid_paths.hpp"

namespace orthant {

// One direction per dimension, at most 8: bit d is set for the minus direction.
using Orthant = std::uint8_t;

// A route from one router to another within an orthant; it stands for all paths with these
// directions.
struct OrthantRoute {
  std::uint8_t used = 0;  // dimensions in which the two differ, one bit each
  Orthant orthant = 0;    // directions; plus in unused dimensions
  std::uint32_t hops = 0;

  // True if this route has a link in a direction that `other` does not take.
  bool leaves(const OrthantRoute& other) const {
    return (used & ~orthant & ~(other.used & ~other.orthant)) != 0 ||
           (used & orthant & ~(other.used & other.orthant)) != 0;
  }
  std::size_t links() const { return static_cast<std::size_t>(__builtin_popcount(used)); }
};

// Shortest routes on a grid; routing.ties decides destinations exactly k/2 hops away on an even
// ring.
class ShortestRoutes {
 public:
  // Bit d is set for the plus direction at a split tie of dimension d.
  using Draw = OrderedPaths::Directions;

  ShortestRoutes(const Grid& grid, Ties ties);

  // Draws all ties that a packet may meet; 0 if this grid has no split ties.
  Draw draw(RandomStream& random) const { return open_ == 0 ? 0 : random.next_u32() & open_; }
  // Calls visit(draw) for every possible draw.
  template <class Visit>
  void for_each_draw(const Visit& visit) const {
    Draw draw = 0;
    do {  // all subsets of open_, ascending
      visit(draw);
      draw = (draw - open_) & open_;
    } while (draw != 0);
  }
  // The shortest route under this draw.
  OrthantRoute between(RouterId s, RouterId t, Draw draw) const;
  // Calls visit(route) for the shortest route under every draw that matters between s and t.
  template <class Visit>
  void for_each(RouterId s, RouterId t, const Visit& visit) const {
    ties_.for_each_directions(s, t, [&](Draw draw, double) { visit(between(s, t, draw)); });
  }
  // The route from s to t within an orthant. In a dimension without a ring the direction must be
  // the one towards t.
  OrthantRoute within(RouterId s, RouterId t, Orthant orthant) const;
  // Calls visit(route) for the routes within all orthants, in ascending order.
  template <class Visit>
  void for_each_orthant(RouterId s, RouterId t, const Visit& visit) const;
  // True if the route takes the longer direction somewhere, or, at a tie, the direction against
  // routing.ties.
  bool is_longer(RouterId s, RouterId t, const OrthantRoute& route) const;

 private:
  const Grid& grid_;
  OrderedPaths ties_;
  bool split_;
  Draw open_ = 0;  // dimensions whose ties are drawn
};

template <class Visit>
void ShortestRoutes::for_each_orthant(RouterId s, RouterId t, const Visit& visit) const {
  const OrthantRoute shortest = between(s, t, 0);
  std::uint32_t both = 0;  // dimensions with two possible directions
  for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
    if (grid_.has_ring(d)) both |= shortest.used & 1u << d;
  }
  const std::uint32_t fixed = shortest.orthant & ~both;
  std::uint32_t minus = 0;
  do {  // all subsets of `both`, ascending
    visit(within(s, t, static_cast<Orthant>(fixed | minus)));
    minus = (minus - both) & both;
  } while (minus != 0);
}

// The only kind of detour of routings with one orthant: the longer direction in some dimension.
inline constexpr Detour kOrthantDetour{1};
inline constexpr DetourKind kOrthantDetourKind = {.name = "orthant"};

// Detours through an intermediate router: just outside the shortest paths, or on the far side of a
// ring.
inline constexpr Detour kOutflankDetour{1};
inline constexpr Detour kWraparoundDetour{2};

// The VC classes: the escape of the last phase, the escape of the phase to an intermediate router,
// then the adaptive class.
struct OrthantClasses {
  RingClasses rings = RingClasses::kOne;  // of one escape: one class, or two with a dateline
  bool intermediate = false;              // packets may have an intermediate router
};

RoutingTraits orthant_traits(const Topology& topology, const RoutingOptions& options,
                             OrthantClasses classes);

// Header of a packet: bits 0-7 the orthant of the current phase, bits 8-15 that of the phase after
// the intermediate router `via`, and two flags. After `via` only the last orthant is left.
class OrthantRouting : public AdaptiveRouting {
 public:
  // Offers a hop in each unfinished dimension in its direction, dimension 0 first, then the escape
  // in the first of these dimensions. At `via` the packet starts its second phase.
  void candidates(RouterId here, const Header& header, const LocalOccupancy*,
                  CandidateList& out) const final;
  std::size_t max_candidates() const final { return grid_.dimensions() + 1; }

 protected:
  OrthantRouting(RoutingTraits traits, const Topology& topology, OrthantClasses classes)
      : AdaptiveRouting(std::move(traits)), grid_(*topology.grid()), classes_(classes) {}

  static constexpr std::uint32_t kToVia = 1u << 16;  // before the intermediate router
  static constexpr std::uint32_t kWraparound =
      1u << 17;  // the intermediate router is a wraparound detour

  static Header direct(RouterId t, const OrthantRoute& route) {
    return {.destination = t, .via = t, .bits = route.orthant};
  }
  static Header through(RouterId t, RouterId via, const OrthantRoute& first,
                        const OrthantRoute& second, Detour detour) {
    const std::uint32_t orthants = first.orthant | std::uint32_t{second.orthant} << 8;
    return {.destination = t,
            .via = via,
            .bits = orthants | kToVia | (detour == kWraparoundDetour ? kWraparound : 0)};
  }
  static Orthant first_orthant(const Header& header) {
    return static_cast<Orthant>(header.bits & 0xff);
  }
  std::uint8_t adaptive_class() const {
    return static_cast<std::uint8_t>(traits().vc_classes.size() - 1);
  }
  const Grid& grid() const { return grid_; }

 private:
  const Grid& grid_;
  OrthantClasses classes_;
};

// Routings with one orthant of the torus per packet, which start() chooses.
class OneOrthantRouting : public OrthantRouting {
 public:
  void enumerate_starts(RouterId s, RouterId t,
                        FunctionRef<void(const Header&)> visit) const final {
    routes_.for_each_orthant(s, t, [&](const OrthantRoute& route) { visit(direct(t, route)); });
  }

  Detour detour(RouterId s, const Header& header) const final {
    const OrthantRoute route = routes_.within(s, header.destination, first_orthant(header));
    return routes_.is_longer(s, header.destination, route) ? kOrthantDetour : Detour::kNone;
  }

 protected:
  OneOrthantRouting(RoutingTraits traits, const Topology& topology, OrthantClasses classes,
                    Ties ties)
      : OrthantRouting(std::move(traits), topology, classes), routes_(*topology.grid(), ties) {}

  const ShortestRoutes& routes() const { return routes_; }

 private:
  ShortestRoutes routes_;
};

}  // namespace orthant
