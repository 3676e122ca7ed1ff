// Tested by: tests/analysis/commodities_test.cpp
#include "analysis/design/commodities.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "base/error.hpp"

namespace orthant {
namespace {

constexpr std::uint32_t kUnseen = std::numeric_limits<std::uint32_t>::max();

bool equal(double a, double b) {
  return std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b));
}

bool keeps(std::span<const RouterId> image, bool reversal, Commodities::Matrix matrix) {
  if (matrix.empty()) return true;
  const std::size_t n = image.size();
  for (std::size_t s = 0; s < n; ++s) {
    for (std::size_t t = 0; t < n; ++t) {
      std::size_t a = image[s].index(), b = image[t].index();
      if (reversal) std::swap(a, b);
      if (!equal(matrix[s * n + t], matrix[a * n + b])) return false;
    }
  }
  return true;
}

// True if both channels of every link have the same bandwidth.
bool links_are_symmetric(const Topology& topology) {
  return std::ranges::all_of(topology.channels(), [&](const Channel& channel) {
    return topology.channel(channel.reverse).bandwidth == channel.bandwidth;
  });
}

}  // namespace

Commodities::Commodities(const Topology& topology, SymmetryUse use, Matrix matrix)
    : topology_(topology), routers_(topology.router_count()), channels_(topology.channel_count()) {
  if (use != SymmetryUse::kNone) find_maps(use, matrix);
  sources_ = translations_ ? 1 : routers_;
  if (pair_count() * std::max(channels_, routers_) > kMaxHops) {
    key_error("topology.dimensions",
              "{} routers are too many to design a routing for: {} pairs with {} channels each; "
              "allowed: at most {} of both together",
              routers_, pair_count(), channels_, kMaxHops);
  }
  for (std::size_t p = 0; p < pair_count(); ++p) {
    const RouterId s = source(p), t = destination(p);
    idle_.push_back(s == t || topology.node_count_of(s) == 0 || topology.node_count_of(t) == 0 ||
                    (!matrix.empty() && matrix[s.index() * routers_ + t.index()] == 0));
  }
  lane_of_.assign(channels_, kUnseen);
  for (std::size_t c = 0; c < channels_; ++c) {
    const ChannelId lane = relative(ChannelId{c}, topology.channel(ChannelId{c}).from);
    if (lane_of_[lane.index()] == kUnseen) {
      lane_of_[lane.index()] = static_cast<std::uint32_t>(lane_channel_.size());
      lane_channel_.push_back(lane);
    }
    lane_of_[c] = lane_of_[lane.index()];
  }
  find_orbits();
}

// Returns path reversal alone or, with `about_the_middle`, combined with the reflections of all
// dimensions. On a torus this combination maps each pair, up to translation, onto itself.
Commodities::Map Commodities::reversal(bool about_the_middle) const {
  Map map{.router = {}, .channel = {}, .reversal = true};
  for (std::size_t r = 0; r < routers_; ++r) map.router.emplace_back(r);
  for (const Channel& channel : topology_.channels()) map.channel.push_back(channel.reverse);
  if (!about_the_middle) return map;
  for (const Automorphism& reflection : candidate_automorphisms(topology_)) {
    if (!reflection.reflection) continue;
    for (RouterId& r : map.router) r = reflection.router[r.index()];
    for (ChannelId& c : map.channel) c = reflection.channel[c.index()];
  }
  return map;
}

void Commodities::find_maps(SymmetryUse use, Matrix matrix) {
  std::vector<Automorphism> candidates = candidate_automorphisms(topology_);
  std::erase_if(candidates,
                [&](const Automorphism& map) { return !keeps(map.router, false, matrix); });
  std::vector<std::string> names;
  if (routers_ > 1 && all_translations(topology_, candidates)) {
    translations_.emplace(topology_);
    names.emplace_back("translations");
  }
  std::erase_if(candidates, [&](const Automorphism& map) {
    const bool wanted = use == SymmetryUse::kFull || map.translation;
    return !wanted || (map.translation && translations_);
  });
  candidates = with_few_unnamed(std::move(candidates));
  if (!candidates.empty()) names.push_back(names_of(candidates));
  for (Automorphism& map : candidates)
    maps_.push_back({std::move(map.router), std::move(map.channel)});
  if (links_are_symmetric(topology_)) {
    // With all reflections in use, each kind of reversal implies the other. A matrix may be
    // symmetric under only one kind.
    std::vector<Map> reversals;
    if (use == SymmetryUse::kFull) reversals.push_back(reversal(false));
    if (use == SymmetryUse::kTranslations || !matrix.empty()) reversals.push_back(reversal(true));
    std::erase_if(reversals, [&](const Map& map) { return !keeps(map.router, true, matrix); });
    if (!reversals.empty()) names.emplace_back("path reversal");
    std::ranges::move(reversals, std::back_inserter(maps_));
  }
  if (!names.empty()) symmetries_ = fmt::format("{}", fmt::join(names, ", "));
}

RouterId Commodities::relative(RouterId r, RouterId origin) const {
  return translations_ ? translations_->subtract(r, origin) : r;
}

ChannelId Commodities::relative(ChannelId c, RouterId origin) const {
  return translations_ ? translations_->translated(c, translations_->subtract(RouterId{0}, origin))
                       : c;
}

std::size_t Commodities::pair(RouterId s, RouterId t) const {
  return translations_ ? relative(t, s).index() : s.index() * routers_ + t.index();
}

std::size_t Commodities::hop(RouterId s, RouterId t, ChannelId c) const {
  return hop(pair(s, t), relative(c, s));
}

std::size_t Commodities::potential(Role role, RouterId r, ChannelId c) const {
  const RouterId seen = relative(r, topology_.channel(c).from);
  const std::size_t place = (role == Role::kSource ? 0 : routers_) + seen.index();
  return place * lane_count() + lane(c);
}

RouterId Commodities::image_of_source(std::size_t map, std::size_t p) const {
  return maps_[map].router[(is_reversal(map) ? destination(p) : source(p)).index()];
}

std::size_t Commodities::image_of_pair(std::size_t map, std::size_t p) const {
  const RouterId t = is_reversal(map) ? source(p) : destination(p);
  return pair(image_of_source(map, p), maps_[map].router[t.index()]);
}

ChannelId Commodities::image_of_channel(std::size_t map, std::size_t p, ChannelId c) const {
  return relative(maps_[map].channel[c.index()], image_of_source(map, p));
}

void Commodities::find_orbits() {
  const auto orbits = [&](std::size_t count, const auto& image) {
    return orbits_under(count, map_count(), image);
  };
  pairs_ =
      orbits(pair_count(), [&](std::size_t map, std::size_t p) { return image_of_pair(map, p); });
  places_ = orbits(pair_count() * routers_, [&](std::size_t map, std::size_t i) {
    const std::size_t p = i / routers_;
    const RouterId r = relative(maps_[map].router[i % routers_], image_of_source(map, p));
    return image_of_pair(map, p) * routers_ + r.index();
  });
  hops_ = orbits(pair_count() * channels_, [&](std::size_t map, std::size_t i) {
    const std::size_t p = i / channels_;
    return hop(image_of_pair(map, p), image_of_channel(map, p, ChannelId{i % channels_}));
  });
  lanes_ = orbits(lane_count(), [&](std::size_t map, std::size_t l) {
    return lane(maps_[map].channel[lane_channel_[l].index()]);
  });
  potentials_ = orbits(2 * routers_ * lane_count(), [&](std::size_t map, std::size_t i) {
    const std::size_t place = i / lane_count();
    const bool is_source = (place < routers_) != is_reversal(map);
    return potential(is_source ? Role::kSource : Role::kDestination,
                     maps_[map].router[place % routers_],
                     maps_[map].channel[lane_channel_[i % lane_count()].index()]);
  });
}

}  // namespace orthant
