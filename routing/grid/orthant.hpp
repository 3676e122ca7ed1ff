// What the adaptive routings on orthants share: a packet fixes one direction in every dimension
// when it starts, then goes through this orthant adaptively, with dimension order as the escape.
//
// A packet may have two legs, to an intermediate router and from there to its destination; both
// orthants are known when it starts.
#pragma once

#include <cstdint>

#include "routing/grid/grid_paths.hpp"

namespace orthant {

// One direction for every dimension, 8 at most: bit d set = the minus direction.
using Orthant = std::uint8_t;

// A way from one router to another.
struct Way {
  std::uint8_t used = 0;  // dimensions in which the two differ, one bit each
  Orthant orthant = 0;    // directions; plus in the dimensions that are not used
  std::uint32_t hops = 0;

  // True when this way has a link in a direction that the other does not take.
  bool leaves(const Way& other) const {
    return (used & ~orthant & ~(other.used & ~other.orthant)) != 0 ||
           (used & orthant & ~(other.used & other.orthant)) != 0;
  }
  std::size_t links() const { return static_cast<std::size_t>(__builtin_popcount(used)); }
};

// Shortest ways on a grid; half way round an even ring routing.ties decides.
class ShortestWays {
 public:
  // One bit per dimension: set = the plus direction where the ties are open.
  using Draw = OrderedPaths::Directions;

  ShortestWays(const Grid& grid, Ties ties);

  // A draw for all ties that one packet meets; 0 where none is open on this grid.
  Draw draw(RandomStream& random) const { return open_ == 0 ? 0 : random.next_u32() & open_; }
  // Calls visit(draw) for every draw.
  template <class Visit>
  void for_each_draw(const Visit& visit) const {
    Draw draw = 0;
    do {  // all subsets of open_, upwards
      visit(draw);
      draw = (draw - open_) & open_;
    } while (draw != 0);
  }
  // The shortest way under this draw.
  Way between(RouterId s, RouterId t, Draw draw) const;
  // Calls visit(way) for the shortest way under every draw that matters between s and t.
  template <class Visit>
  void for_each(RouterId s, RouterId t, const Visit& visit) const {
    ties_.for_each_directions(s, t, [&](Draw draw, double) { visit(between(s, t, draw)); });
  }
  // The way from s to t within an orthant. Its direction in a dimension without a ring must be that
  // of the destination.
  Way within(RouterId s, RouterId t, Orthant orthant) const;
  // Calls visit(way) for the ways within all orthants, that of the smallest number first.
  template <class Visit>
  void for_each_orthant(RouterId s, RouterId t, const Visit& visit) const;
  // True when the way goes the longer way round somewhere; at ties, against the rule of
  // routing.ties.
  bool is_longer(RouterId s, RouterId t, const Way& way) const;

 private:
  const Grid& grid_;
  OrderedPaths ties_;
  bool split_;
  Draw open_ = 0;  // dimensions in which ties are drawn
};

template <class Visit>
void ShortestWays::for_each_orthant(RouterId s, RouterId t, const Visit& visit) const {
  const Way shortest = between(s, t, 0);
  std::uint32_t both = 0;  // dimensions with two ways round
  for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
    if (grid_.has_ring(d)) both |= shortest.used & 1u << d;
  }
  const std::uint32_t fixed = shortest.orthant & ~both;
  std::uint32_t minus = 0;
  do {  // all subsets of `both`, upwards
    visit(within(s, t, static_cast<Orthant>(fixed | minus)));
    minus = (minus - both) & both;
  } while (minus != 0);
}

// A detour the long way round in some dimension: the only kind of a routing that has it.
inline constexpr Detour kOrthantDetour{1};
inline constexpr DetourKind kOrthantDetourKind = {.name = "orthant"};

// Detours through an intermediate router: close beyond the shortest paths, or on the far side of a
// ring.
inline constexpr Detour kOutflankDetour{1};
inline constexpr Detour kWraparoundDetour{2};

// The VC classes: the escapes of the last leg, those of the leg to an intermediate router, then the
// adaptive class.
struct OrthantClasses {
  RingClasses rings = RingClasses::kOne;  // of one escape: one class, or two with a dateline
  bool intermediate = false;              // packets may have an intermediate router
};

RoutingTraits orthant_traits(const Topology& topology, const RoutingOptions& options,
                             OrthantClasses classes);

// Header of a packet: bits 0-7 the orthant of the leg under way, bits 8-15 that of the leg from the
// intermediate router `via` on, and two flags. Beyond `via` only the last orthant is left.
class OrthantRouting : public AdaptiveRouting {
 public:
  // Each dimension to go in its direction, dimension 0 first; last the escape in the first of them.
  // At `via` a packet turns to its destination.
  void candidates(RouterId here, const Header& header, CandidateList& out) const final;
  std::size_t max_candidates() const final { return grid_.dimensions() + 1; }

 protected:
  OrthantRouting(RoutingTraits traits, const Topology& topology, OrthantClasses classes)
      : AdaptiveRouting(std::move(traits)), grid_(*topology.grid()), classes_(classes) {}

  static constexpr std::uint32_t kToVia = 1u << 16;       // on the way to the intermediate router
  static constexpr std::uint32_t kWraparound = 1u << 17;  // which is one of its detour

  static Header direct(RouterId t, const Way& way) {
    return {.destination = t, .via = t, .bits = way.orthant};
  }
  static Header through(RouterId t, RouterId via, const Way& first, const Way& second,
                        Detour detour) {
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

// One orthant of the torus for each packet; which, start() decides.
class OneOrthantRouting : public OrthantRouting {
 public:
  void enumerate_starts(RouterId s, RouterId t,
                        FunctionRef<void(const Header&)> visit) const final {
    ways_.for_each_orthant(s, t, [&](const Way& way) { visit(direct(t, way)); });
  }

  Detour detour(RouterId s, const Header& header) const final {
    const Way way = ways_.within(s, header.destination, first_orthant(header));
    return ways_.is_longer(s, header.destination, way) ? kOrthantDetour : Detour::kNone;
  }

 protected:
  OneOrthantRouting(RoutingTraits traits, const Topology& topology, OrthantClasses classes,
                    Ties ties)
      : OrthantRouting(std::move(traits), topology, classes), ways_(*topology.grid(), ties) {}

  const ShortestWays& ways() const { return ways_; }

 private:
  ShortestWays ways_;
};

}  // namespace orthant
