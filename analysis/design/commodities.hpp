// The commodities of a network, one per ordered pair of routers, reduced by its symmetries. They
// are the index sets of the linear programs of oblivious routing.
//
// If a cost is convex in the routing, some optimal routing is mapped onto itself by every symmetry
// (the mean of the images of any optimal routing), so one variable serves a whole orbit of hops.
// Besides the automorphisms of the network, path reversal is a symmetry. It maps a routing to the
// one that sends packets from t to s along the links that the given routing uses from s to t, in
// the opposite direction. Path reversal keeps path lengths, and the loads of a permutation become
// those of its inverse.
//
// Source: Towles, Dally & Boyd 2003, section 4, for the translations.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/loads/symmetry.hpp"
#include "base/function_ref.hpp"
#include "base/orbits.hpp"
#include "topology/topology.hpp"
#include "topology/translations.hpp"

namespace orthant {

enum class SymmetryUse {
  kFull,          // all automorphisms from candidate_automorphisms(), and path reversal
  kTranslations,  // translations, and path reversal about the midpoint of each pair
  kNone
};

// If all translations are symmetries, only pairs from router 0 are listed, and every index
// represents as many as there are routers. Index sets:
//   pair    (s, t)     sources x routers
//   place   (s, t, r)  a router on a path: pairs x routers
//   hop     (s, t, c)  a channel on a path: pairs x channels
//   lane    c          channels, up to translation
//   potential (role, r, lane)  a router as source or destination, relative to the lane's channel
class Commodities {
 public:
  // Flits from each router to each other one, row by row. Symmetries that change the matrix are not
  // used, and pairs without flits are idle. An empty matrix excludes no symmetry and no pair.
  using Matrix = std::span<const double>;

  // Throws KeyError("topology.dimensions") if there are more than kMaxHops hops.
  static constexpr std::size_t kMaxHops = 400'000'000;
  Commodities(const Topology& topology, SymmetryUse use, Matrix matrix = {});

  const Topology& topology() const { return topology_; }
  bool by_translation() const { return translations_.has_value(); }
  std::size_t sources() const { return sources_; }
  // Sizes of the index sets.
  std::size_t pair_count() const { return sources_ * routers_; }
  std::size_t lane_count() const { return lane_channel_.size(); }

  std::size_t pair(RouterId s, RouterId t) const;
  RouterId source(std::size_t pair) const { return RouterId{pair / routers_}; }
  RouterId destination(std::size_t pair) const { return RouterId{pair % routers_}; }
  std::size_t hop(std::size_t pair, ChannelId c) const { return pair * channels_ + c.index(); }
  // The hop of any source, listed or not.
  std::size_t hop(RouterId s, RouterId t, ChannelId c) const;
  std::size_t lane(ChannelId c) const { return lane_of_[c.index()]; }
  ChannelId channel_of_lane(std::size_t lane) const { return lane_channel_[lane]; }

  enum class Role { kSource, kDestination };
  std::size_t potential(Role role, RouterId r, ChannelId c) const;

  // True if no program needs a path for the pair: both routers are equal, one of them has no node,
  // or nothing is sent.
  bool idle(std::size_t pair) const { return idle_[pair]; }

  const Orbits& pairs() const { return pairs_; }
  const Orbits& places() const { return places_; }
  const Orbits& hops() const { return hops_; }
  const Orbits& lanes() const { return lanes_; }
  const Orbits& potentials() const { return potentials_; }

  // Generators of the symmetries in use, besides the translations.
  std::size_t map_count() const { return maps_.size(); }
  bool is_reversal(std::size_t map) const { return maps_[map].reversal; }
  std::size_t image_of_pair(std::size_t map, std::size_t pair) const;
  // The image of a channel of `pair`, as a channel of the image pair.
  ChannelId image_of_channel(std::size_t map, std::size_t pair, ChannelId c) const;

  // The symmetries in use, for display: "translations, ..., path reversal".
  const std::string& symmetries() const { return symmetries_; }

 private:
  // An automorphism, possibly followed by path reversal.
  struct Map {
    std::vector<RouterId> router;    // per router: its image
    std::vector<ChannelId> channel;  // per channel: its image
    bool reversal = false;
  };
  Map reversal(bool about_the_middle) const;
  void find_maps(SymmetryUse use, Matrix matrix);
  RouterId image_of_source(std::size_t map, std::size_t pair) const;
  RouterId relative(RouterId r, RouterId origin) const;
  ChannelId relative(ChannelId c, RouterId origin) const;
  void find_orbits();

  const Topology& topology_;
  std::size_t routers_, channels_;
  std::optional<Translations> translations_;
  std::size_t sources_ = 0;
  std::vector<Map> maps_;
  std::string symmetries_ = "none";
  std::vector<bool> idle_;               // per listed pair
  std::vector<std::uint32_t> lane_of_;   // per channel
  std::vector<ChannelId> lane_channel_;  // per lane: its channel that leaves router 0
  Orbits pairs_, places_, hops_, lanes_, potentials_;
};

}  // namespace orthant
