// Tested by: tests/analysis/automorphisms_test.cpp
#include "analysis/loads/automorphisms.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "base/function_ref.hpp"
#include "base/random.hpp"
#include "solver/graph_automorphisms.hpp"
#include "topology/translations.hpp"

namespace orthant {
namespace {

// ---- whole grids --------------------------------------------------------------------------------

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

// ---- twisted tori -------------------------------------------------------------------------------

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

// ---- other networks -----------------------------------------------------------------------------

// The network as a graph with colours. Its vertices are the routers and the links that are not
// plain. A plain link is an edge: it joins its two routers alone, and both its channels have the
// bandwidth that is the most common one.
class NetworkGraph {
 public:
  explicit NetworkGraph(const Topology& topology);
  const ColoredGraph& graph() const { return graph_; }
  Automorphism automorphism(const std::vector<std::uint32_t>& image) const;

 private:
  enum class Kind { kRouter, kLoneRouter, kLink, kEnd };
  using Ends = std::pair<RouterId, RouterId>;

  std::uint32_t add_vertex(Kind kind, Rational value);
  void join(std::size_t a, std::size_t b) {
    graph_.edges.emplace_back(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b));
  }
  Rational most_common_bandwidth() const;
  void add_link(ChannelId c);

  const Topology& topology_;
  ColoredGraph graph_;
  std::map<std::pair<Kind, Rational>, std::uint32_t> colors_;
  std::map<Ends, ChannelId> plain_;                      // channels of plain links
  std::map<std::uint32_t, ChannelId> channel_of_;        // one channel of the link of a vertex
  std::vector<std::optional<std::uint32_t>> vertex_of_;  // per channel: that of its link
};

NetworkGraph::NetworkGraph(const Topology& topology)
    : topology_(topology), vertex_of_(topology.channel_count()) {
  std::vector<bool> joined(topology.router_count());
  std::map<Ends, int> links;
  for (const Channel& channel : topology.channels()) {
    joined[channel.from.index()] = true;
    ++links[{channel.from, channel.to}];
  }
  // Routers without channels, which are down, keep their places.
  for (std::size_t r = 0; r < topology.router_count(); ++r) {
    const std::size_t value = joined[r] ? topology.node_count_of(RouterId{r}) : r;
    add_vertex(joined[r] ? Kind::kRouter : Kind::kLoneRouter,
               Rational(static_cast<std::int64_t>(value)));
  }
  const Rational common = most_common_bandwidth();
  for (std::size_t c = 0; c < topology.channel_count(); ++c) {
    const Channel channel = topology.channel(ChannelId{c});
    const Channel reverse = topology.channel(channel.reverse);
    const bool plain = channel.bandwidth == common && reverse.bandwidth == common &&
                       links[{channel.from, channel.to}] == 1;
    if (plain) plain_.emplace(Ends{channel.from, channel.to}, ChannelId{c});
    if (c > channel.reverse.index()) continue;
    if (plain) {
      join(channel.from.index(), channel.to.index());
    } else {
      add_link(ChannelId{c});
    }
  }
}

std::uint32_t NetworkGraph::add_vertex(Kind kind, Rational value) {
  const auto next = static_cast<std::uint32_t>(colors_.size());
  graph_.color.push_back(colors_.try_emplace({kind, value}, next).first->second);
  return static_cast<std::uint32_t>(graph_.color.size() - 1);
}

Rational NetworkGraph::most_common_bandwidth() const {
  std::map<Rational, std::size_t> channels;
  for (const Channel& channel : topology_.channels()) ++channels[channel.bandwidth];
  const auto most = std::ranges::max_element(channels, {}, [](const auto& e) { return e.second; });
  return most == channels.end() ? Rational(1) : most->first;
}

// The vertex of a link is joined to its routers, over one more vertex for each channel where the
// bandwidths of the two differ.
void NetworkGraph::add_link(ChannelId c) {
  const Channel there = topology_.channel(c), back = topology_.channel(there.reverse);
  const bool equal = there.bandwidth == back.bandwidth;
  const std::uint32_t link = add_vertex(Kind::kLink, equal ? there.bandwidth : Rational(0));
  channel_of_.emplace(link, c);
  vertex_of_[c.index()] = vertex_of_[there.reverse.index()] = link;
  for (const Channel& channel : {there, back}) {
    const std::uint32_t end = equal ? link : add_vertex(Kind::kEnd, channel.bandwidth);
    if (!equal) join(end, link);
    join(end, channel.from.index());
  }
}

Automorphism NetworkGraph::automorphism(const std::vector<std::uint32_t>& image) const {
  Automorphism map{.name = {}, .router = {}, .channel = {}};
  for (std::size_t r = 0; r < topology_.router_count(); ++r) map.router.emplace_back(image[r]);
  for (std::size_t c = 0; c < topology_.channel_count(); ++c) {
    const Channel channel = topology_.channel(ChannelId{c});
    const RouterId from = map.router[channel.from.index()], to = map.router[channel.to.index()];
    if (const auto link = vertex_of_[c]) {
      const ChannelId one = channel_of_.at(image[*link]);
      map.channel.push_back(topology_.channel(one).from == from ? one
                                                                : topology_.channel(one).reverse);
    } else {
      map.channel.push_back(plain_.at({from, to}));
    }
  }
  return map;
}

std::vector<Automorphism> graph_automorphisms(const Topology& topology) {
  // A search takes up to this product, in nanoseconds.
  constexpr std::size_t kMostSteps = 1'000'000'000;
  std::vector<Automorphism> maps;
  if (topology.router_count() * topology.channel_count() > kMostSteps) return maps;
  const NetworkGraph network(topology);
  if (network.graph().color.size() * topology.channel_count() > kMostSteps) return maps;
  for (const auto& image : automorphism_generators(network.graph()))
    maps.push_back(network.automorphism(image));
  return maps;
}

}  // namespace

std::vector<Automorphism> candidate_automorphisms(const Topology& topology) {
  const Grid* grid = topology.grid();
  if (topology.has_exceptions() || (!grid && !topology.twisted_grid()))
    return graph_automorphisms(topology);
  if (!grid) return twisted_automorphisms(topology);
  std::vector<Automorphism> candidates;
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

std::vector<Automorphism> with_few_unnamed(std::vector<Automorphism> maps) {
  constexpr std::ptrdiff_t kMost = 8;
  const auto unnamed = std::ranges::stable_partition(
      maps, [](const Automorphism& map) { return !map.name.empty(); });
  if (std::ranges::ssize(unnamed) <= kMost) return maps;
  std::vector<Automorphism> products;
  RandomStream random(1, 0, RandomPurpose::kSymmetry);
  for (std::ptrdiff_t i = 0; i < kMost; ++i) {
    Automorphism product = unnamed.front();
    for (const Automorphism& map : unnamed.next()) {
      if (random.below(2) == 0) continue;
      for (RouterId& r : product.router) r = map.router[r.index()];
      for (ChannelId& c : product.channel) c = map.channel[c.index()];
    }
    products.push_back(std::move(product));
  }
  maps.erase(unnamed.begin(), unnamed.end());
  std::ranges::move(products, std::back_inserter(maps));
  return maps;
}

std::string names_of(std::span<const Automorphism> maps) {
  std::vector<std::string> names;
  for (const Automorphism& map : maps)
    if (!map.name.empty()) names.push_back(map.name);
  const std::size_t unnamed = maps.size() - names.size();
  if (unnamed > 0)
    names.push_back(fmt::format("{} automorphism{}", unnamed, unnamed == 1 ? "" : "s"));
  return fmt::format("{}", fmt::join(names, ", "));
}
}  // namespace orthant
