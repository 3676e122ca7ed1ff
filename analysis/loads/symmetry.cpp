#include "analysis/loads/symmetry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/orbits.hpp"
#include "base/parallel_for.hpp"
#include "routing/routing.hpp"

namespace orthant {
namespace {

// ---- verification -------------------------------------------------------------------------------

// Compares pair loads; one object per thread.
class Comparison {
 public:
  explicit Comparison(const Topology& topology) : load_(topology.channel_count()) {}

  // True if the loads `a`, mapped by `map` (nullptr: identity), equal the loads `b`.
  bool same(std::span<const ChannelShare> a, const Automorphism* map,
            std::span<const ChannelShare> b) {
    constexpr double kRounding = 1e-12;
    if (a.size() != b.size()) return false;
    const auto image = [&](ChannelId c) { return map ? map->channel[c.index()] : c; };
    for (const ChannelShare& share : a) load_[image(share.channel).index()] = share.load;
    const bool equal = std::ranges::all_of(b, [&](const ChannelShare& share) {
      const double other = load_[share.channel.index()];
      return std::abs(other - share.load) <= kRounding * std::max(other, share.load);
    });
    for (const ChannelShare& share : a) load_[image(share.channel).index()] = 0;
    return equal;
  }

 private:
  std::vector<double> load_;  // per channel; zero between calls
};

// `count` of the routers, ascending, always the same ones.
std::vector<RouterId> drawn_sources(std::size_t routers, std::size_t count) {
  std::vector<RouterId> sources;
  for (std::size_t r = 0; r < routers; ++r) sources.emplace_back(r);
  if (count >= routers) return sources;
  RandomStream random(0, 0, RandomPurpose::kSymmetry);
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(sources[i], sources[i + random.below(static_cast<std::uint32_t>(routers - i))]);
  }
  sources.resize(count);
  std::ranges::sort(sources);
  return sources;
}

std::string counted(std::size_t sources, std::size_t routers) {
  return sources == routers ? fmt::format("on all {} sources", routers)
                            : fmt::format("on {} of {} sources", sources, routers);
}

class Verifier {
 public:
  Verifier(const Topology& topology, const ObliviousRouting& routing,
           const SymmetryOptions& options)
      : topology_(topology), routing_(routing), options_(options) {}

  SymmetricLoads run() {
    auto candidates = candidate_automorphisms(topology_);
    std::vector<char> holds(candidates.size(), 0);
    if (candidates.empty()) {
      symmetry_.verified = "no candidates";
    } else if (!verify_by_translations(candidates, holds)) {
      verify_on_pairs(candidates, holds);
    }
    report(candidates, holds);
    for (std::size_t g = 0; g < candidates.size(); ++g) {
      if (holds[g]) symmetry_.generators.push_back(std::move(candidates[g]));
    }
    if (!loads_) loads_.emplace(topology_, routing_, false);
    return {std::move(symmetry_), std::move(*loads_)};
  }

 private:
  std::size_t routers() const { return topology_.router_count(); }

  std::vector<RouterId> sources_for(double hops_per_source) const {
    const double affordable = options_.most_hops / std::max(hops_per_source, 1.0);
    const auto all = static_cast<double>(routers());
    return drawn_sources(
        routers(), static_cast<std::size_t>(std::clamp(affordable, std::min(16.0, all), all)));
  }

  bool verify_by_translations(const std::vector<Automorphism>& candidates,
                              std::vector<char>& holds);
  void verify_on_pairs(const std::vector<Automorphism>& candidates, std::vector<char>& holds);
  void report(const std::vector<Automorphism>& candidates, const std::vector<char>& holds);

  const Topology& topology_;
  const ObliviousRouting& routing_;
  const SymmetryOptions& options_;
  Symmetry symmetry_;
  std::optional<PairLoads> loads_;  // by translation if all translations hold
};

// True if all translations hold; then everything follows from source 0.
bool Verifier::verify_by_translations(const std::vector<Automorphism>& candidates,
                                      std::vector<char>& holds) {
  if (!all_translations(topology_, candidates)) return false;
  const PairLoads& table = loads_.emplace(topology_, routing_, true);
  const std::vector<RouterId> sources = sources_for(static_cast<double>(table.hops()));
  std::atomic<bool> equal = true;
  parallel_for(sources.size(), options_.threads, [&] {
    return [&, enumerate = PairEnumerator(topology_, routing_), read = PairLoads::Reader(table),
            comparison = Comparison(topology_)](std::size_t i) mutable {
      for (std::size_t t = 0; t < routers() && equal; ++t) {
        const auto shares = enumerate(sources[i], RouterId{t});
        if (!comparison.same(read(sources[i], RouterId{t}), nullptr, shares)) equal = false;
      }
    };
  });
  symmetry_.translations = equal;
  if (!equal) {
    loads_.reset();
    return false;
  }
  symmetry_.verified = "translations " + counted(sources.size(), routers());
  PairLoads::Reader original(table);
  PairLoads::Reader moved(table);
  Comparison comparison(topology_);
  for (std::size_t g = 0; g < candidates.size(); ++g) {
    const Automorphism& map = candidates[g];
    holds[g] = 1;
    for (std::size_t t = 0; t < routers() && !map.translation && holds[g]; ++t) {
      holds[g] = comparison.same(original(RouterId{0}, RouterId{t}), &map,
                                 moved(map.router[0], map.router[t]));
    }
  }
  return true;
}

void Verifier::verify_on_pairs(const std::vector<Automorphism>& candidates,
                               std::vector<char>& holds) {
  PairEnumerator measure(topology_, routing_);
  for (std::size_t t = 0; t < routers(); ++t) measure(RouterId{0}, RouterId{t});
  const std::vector<RouterId> sources =
      sources_for(static_cast<double>(measure.hops()) * static_cast<double>(1 + candidates.size()));
  const bool all = sources.size() == routers();
  // A sample says little where routes do not follow the symmetries of coordinates.
  if (!all && std::ranges::any_of(candidates, [](const auto& map) { return map.name.empty(); })) {
    symmetry_.verified = "too many pairs to compare";
    return;
  }
  std::vector<std::atomic<bool>> equal(candidates.size());
  for (auto& flag : equal) flag = true;
  parallel_for(sources.size(), options_.threads, [&] {
    return [&, original = PairEnumerator(topology_, routing_),
            moved = PairEnumerator(topology_, routing_),
            comparison = Comparison(topology_)](std::size_t i) mutable {
      for (std::size_t t = 0; t < routers(); ++t) {
        const std::pair pair(sources[i], RouterId{t});
        const auto shares = original(pair.first, pair.second);
        for (std::size_t g = 0; g < candidates.size(); ++g) {
          const Automorphism& map = candidates[g];
          const std::pair image(map.router[pair.first.index()], map.router[t]);
          // All generators except ring translations are involutions: the image pair covers this
          // one.
          const bool inverse = map.router[image.first.index()] == pair.first &&
                               map.router[image.second.index()] == pair.second;
          if (!equal[g] || (all && inverse && image < pair)) continue;
          if (!comparison.same(shares, &map, moved(image.first, image.second))) equal[g] = false;
        }
      }
    };
  });
  for (std::size_t g = 0; g < candidates.size(); ++g) holds[g] = equal[g];
  symmetry_.verified = "pairs " + counted(sources.size(), routers());
}

void Verifier::report(const std::vector<Automorphism>& candidates, const std::vector<char>& holds) {
  std::vector<Automorphism> held;
  std::vector<Automorphism> failed;
  for (std::size_t g = 0; g < candidates.size(); ++g) {
    if (symmetry_.translations && candidates[g].translation) continue;
    (holds[g] ? held : failed).push_back({.name = candidates[g].name, .router = {}, .channel = {}});
  }
  if (!held.empty()) symmetry_.verified += fmt::format("; holds: {}", names_of(held));
  if (!failed.empty()) symmetry_.verified += fmt::format("; does not hold: {}", names_of(failed));
}

// ---- orbits -------------------------------------------------------------------------------------

std::vector<std::vector<ChannelId>> orbits_of(std::size_t channels,
                                              const std::vector<Automorphism>& generators) {
  const Orbits found = orbits_under(
      channels, generators.size(),
      [&](std::size_t map, std::size_t c) { return generators[map].channel[c].index(); });
  std::vector<std::vector<ChannelId>> orbits(found.count());
  for (std::size_t c = 0; c < channels; ++c) orbits[found.of[c]].push_back(ChannelId{c});
  return orbits;
}

}  // namespace

std::vector<ChannelId> Symmetry::representatives() const {
  std::vector<ChannelId> channels;
  for (const auto& orbit : orbits) channels.push_back(orbit.front());
  return channels;
}

SymmetricLoads find_symmetry(const Topology& topology, const ObliviousRouting& routing,
                             const SymmetryOptions& options) {
  SymmetricLoads found = options.off
                             ? SymmetricLoads{.symmetry = {}, .loads = {topology, routing, false}}
                             : Verifier(topology, routing, options).run();
  found.symmetry.orbits = orbits_of(topology.channel_count(), found.symmetry.generators);
  return found;
}

}  // namespace orthant
