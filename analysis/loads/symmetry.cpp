#include "analysis/loads/symmetry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/parallel_for.hpp"
#include "routing/routing.hpp"

namespace orthant {
namespace {

// ---- candidates ---------------------------------------------------------------------------------

// Maps coordinates in place.
using MoveCoordinates = FunctionRef<void(std::vector<std::uint32_t>&)>;
using MoveRouter = FunctionRef<RouterId(RouterId)>;
using MovePort = FunctionRef<PortId(PortId)>;

// Returns the automorphism if these maps define one.
std::optional<Automorphism> automorphism(const Topology& topology, std::string name,
                                         MoveRouter move_router, MovePort move_port) {
  Automorphism map{.name = std::move(name), .router = {}, .channel = {}};
  for (std::size_t r = 0; r < topology.router_count(); ++r) {
    map.router.push_back(move_router(RouterId{r}));
    if (topology.node_count_of(RouterId{r}) != topology.node_count_of(map.router.back())) {
      return std::nullopt;
    }
  }
  for (const Channel& channel : topology.channels()) {
    const auto image =
        topology.channel_from(map.router[channel.from.index()], move_port(channel.from_port));
    if (!image || topology.channel(*image).to != map.router[channel.to.index()] ||
        topology.channel(*image).bandwidth != channel.bandwidth) {
      return std::nullopt;
    }
    map.channel.push_back(*image);
  }
  return map;
}

// The same for a map of coordinates.
std::optional<Automorphism> coordinate_map(const Topology& topology, std::string name,
                                           MoveCoordinates move, MovePort move_port) {
  const Grid& grid = *topology.grid();
  std::vector<std::uint32_t> coordinates(grid.dimensions());
  return automorphism(
      topology, std::move(name),
      [&](RouterId r) {
        for (std::size_t d = 0; d < coordinates.size(); ++d) coordinates[d] = grid.coordinate(r, d);
        move(coordinates);
        return grid.router_at(coordinates);
      },
      move_port);
}

PortId opposite_in(std::size_t d, PortId port) {
  return Grid::dimension_of(port) == d ? PortId{port.index() ^ 1} : port;
}

PortId exchanged(std::size_t d, std::size_t e, PortId port) {
  const std::size_t from = Grid::dimension_of(port);
  if (from != d && from != e) return port;
  const std::size_t to = from == d ? e : d;
  return Grid::is_plus(port) ? Grid::plus_port(to) : Grid::minus_port(to);
}

std::optional<Automorphism> translation_of(const Topology& topology, std::size_t d) {
  const std::uint32_t k = topology.grid()->radix(d);
  auto map = coordinate_map(
      topology, fmt::format("translation of dimension {}", d),
      [&](std::vector<std::uint32_t>& x) { x[d] = (x[d] + 1) % k; }, [](PortId p) { return p; });
  if (map) map->translation = true;
  return map;
}

std::optional<Automorphism> reflection_of(const Topology& topology, std::size_t d) {
  const std::uint32_t k = topology.grid()->radix(d);
  const bool ring = topology.grid()->has_ring(d);
  auto map = coordinate_map(
      topology, fmt::format("reflection of dimension {}", d),
      [&](std::vector<std::uint32_t>& x) { x[d] = ring ? (k - x[d]) % k : k - 1 - x[d]; },
      [&](PortId p) { return opposite_in(d, p); });
  if (map) {
    map->reflection = true;
    map->translation = k == 2;
  }
  return map;
}

std::optional<Automorphism> exchange_of(const Topology& topology, std::size_t d, std::size_t e) {
  return coordinate_map(
      topology, fmt::format("exchange of dimensions {} and {}", d, e),
      [&](std::vector<std::uint32_t>& x) { std::swap(x[d], x[e]); },
      [&](PortId p) { return exchanged(d, e, p); });
}

// ---- candidates of a twisted torus ----

// The map that is linear in the hops from router 0 and takes a hop through each port to one through
// `move_port`; nullopt if it is not defined.
std::optional<Automorphism> linear_map(const Topology& topology, std::string name,
                                       MovePort move_port) {
  const TwistedGrid& grid = *topology.twisted_grid();
  return automorphism(
      topology, std::move(name),
      [&](RouterId r) {
        RouterId image{0};
        const TwistedGrid::Hops hops = grid.shortest(RouterId{0}, r, 0);
        for (std::size_t d = 0; d < hops.size(); ++d) {
          const PortId port = move_port(Grid::plus_port(d));
          image =
              grid.moved(image, Grid::dimension_of(port), Grid::is_plus(port) ? hops[d] : -hops[d]);
        }
        return image;
      },
      move_port);
}

// Translations by one hop in each dimension, and the linear maps that reverse all directions, those
// of one dimension, or exchange two dimensions.
std::vector<Automorphism> twisted_automorphisms(const Topology& topology) {
  const TwistedGrid& grid = *topology.twisted_grid();
  std::vector<Automorphism> maps;
  const auto add = [&](std::optional<Automorphism> map) {
    if (map) maps.push_back(std::move(*map));
  };
  for (std::size_t d = 0; d < grid.dimensions(); ++d) {
    if (!grid.has_ring(d)) continue;
    auto map = automorphism(
        topology, fmt::format("translation of dimension {}", d),
        [&](RouterId r) { return grid.neighbor(r, Grid::plus_port(d)); },
        [](PortId p) { return p; });
    if (map) map->translation = true;
    add(std::move(map));
    add(linear_map(topology, fmt::format("reflection of dimension {}", d),
                   [d](PortId p) { return opposite_in(d, p); }));
    for (std::size_t e = d + 1; e < grid.dimensions(); ++e) {
      if (grid.ring_length(e) != grid.ring_length(d)) continue;
      add(linear_map(topology, fmt::format("exchange of dimensions {} and {}", d, e),
                     [d, e](PortId p) { return exchanged(d, e, p); }));
    }
  }
  auto all = linear_map(topology, "reflection of all dimensions",
                        [](PortId p) { return PortId{p.index() ^ 1}; });
  if (all) all->reflection = true;
  add(std::move(all));
  return maps;
}

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
  std::vector<std::string> held;
  std::vector<std::string> failed;
  for (std::size_t g = 0; g < candidates.size(); ++g) {
    if (symmetry_.translations && candidates[g].translation) continue;
    (holds[g] ? held : failed).push_back(candidates[g].name);
  }
  if (!held.empty()) symmetry_.verified += fmt::format("; holds: {}", fmt::join(held, ", "));
  if (!failed.empty()) {
    symmetry_.verified += fmt::format("; does not hold: {}", fmt::join(failed, ", "));
  }
}

// ---- orbits -------------------------------------------------------------------------------------

std::vector<std::vector<ChannelId>> orbits_of(std::size_t channels,
                                              const std::vector<Automorphism>& generators) {
  std::vector<std::size_t> orbit_of(channels, channels);
  std::vector<std::vector<ChannelId>> orbits;
  for (std::size_t c = 0; c < channels; ++c) {
    if (orbit_of[c] != channels) continue;
    orbit_of[c] = orbits.size();
    std::vector<ChannelId> orbit = {ChannelId{c}};
    for (std::size_t i = 0; i < orbit.size();
         ++i) {  // the powers of generators include their inverses
      for (const Automorphism& map : generators) {
        const ChannelId image = map.channel[orbit[i].index()];
        if (orbit_of[image.index()] != channels) continue;
        orbit_of[image.index()] = orbits.size();
        orbit.push_back(image);
      }
    }
    std::ranges::sort(orbit);
    orbits.push_back(std::move(orbit));
  }
  return orbits;
}

}  // namespace

std::vector<Automorphism> candidate_automorphisms(const Topology& topology) {
  std::vector<Automorphism> candidates;
  if (topology.twisted_grid()) return twisted_automorphisms(topology);
  const Grid* grid = topology.grid();
  if (!grid) return candidates;
  const auto add = [&](std::optional<Automorphism> map) {
    if (map) candidates.push_back(std::move(*map));
  };
  for (std::size_t d = 0; d < grid->dimensions(); ++d) {
    if (grid->radix(d) == 1) continue;
    if (grid->has_ring(d)) add(translation_of(topology, d));
    add(reflection_of(topology, d));
    for (std::size_t e = d + 1; e < grid->dimensions(); ++e) {
      if (grid->radix(e) != grid->radix(d)) continue;
      auto exchange = exchange_of(topology, d, e);
      if (!exchange) continue;  // unequal bandwidths
      candidates.push_back(std::move(*exchange));
      break;
    }
  }
  return candidates;
}

bool all_translations(const Topology& topology, std::span<const Automorphism> maps) {
  if (!Translations::exist_for(topology)) return false;
  std::ptrdiff_t moving = 0;  // dimensions of more than one router
  if (const TwistedGrid* twisted = topology.twisted_grid()) {
    for (std::size_t d = 0; d < twisted->dimensions(); ++d) moving += twisted->has_ring(d) ? 1 : 0;
  } else {
    moving =
        std::ranges::count_if(topology.grid()->radices(), [](auto radix) { return radix > 1; });
  }
  return std::ranges::count_if(maps, &Automorphism::translation) == moving;
}

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
