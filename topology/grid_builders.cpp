// Builders of the regular networks: torus, mesh and hypercube.
//
// All three consist of lines of routers in every dimension; a torus closes a line of three or more
// routers into two unidirectional rings. Two routers have one link, as in a mesh; one router has
// none. Absent ports keep their numbers, so that port 2d means the same everywhere. A twisted torus
// has stored channels, and a ring of two routers has two links.
#include <algorithm>
#include <memory>
#include <string>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "topology/express.hpp"
#include "topology/topology.hpp"

namespace orthant {
namespace {

constexpr std::uint32_t kMaxRadix = 0xffff;
constexpr std::size_t kMaxRouters = std::size_t{1} << 24;
constexpr std::size_t kMaxTwistedRouters = std::size_t{1} << 20;  // with stored tables
constexpr std::size_t kMaxNodes = std::size_t{1} << 24;

// Formats as in "8x8x4".
std::string dimensions_text(const std::vector<std::uint32_t>& radices) {
  std::string text;
  for (const std::uint32_t radix : radices) {
    if (!text.empty()) text += 'x';
    text += std::to_string(radix);
  }
  return text;
}

void check_dimensions(const GridOptions& options) {
  const char* const key = "topology.dimensions";
  const std::size_t dimensions = options.radices.size();
  if (dimensions < 1 || dimensions > limits::kDimensions) {
    key_error(key, "{} dimensions, where 1 to {} are allowed", dimensions, limits::kDimensions);
  }
  std::size_t routers = 1;
  for (const std::uint32_t radix : options.radices) {
    if (radix < 1 || radix > kMaxRadix) {
      key_error(key, "radix {} is out of range, 1 to {} are allowed", radix, kMaxRadix);
    }
    routers *= radix;
    if (routers > kMaxRouters) {
      key_error(key, "{} has too many routers, at most {} are allowed",
                dimensions_text(options.radices), kMaxRouters);
    }
  }
  const std::size_t channels = 2 * dimensions;
  if (options.nodes_per_router > limits::kPorts - channels) {
    key_error("topology.nodes_per_router",
              "{} nodes, and 2 channels for each of {} dimensions, are {} ports of a router; "
              "allowed: 1 to {} nodes, {} ports in all",
              options.nodes_per_router, dimensions, options.nodes_per_router + channels,
              limits::kPorts - channels, limits::kPorts);
  }
  if (routers * options.nodes_per_router > kMaxNodes) {
    key_error("topology.nodes_per_router", "{} nodes on each of {} routers, at most {} in all",
              options.nodes_per_router, routers, kMaxNodes);
  }
}

void check_channels(const GridOptions& options) {
  const std::size_t dimensions = options.radices.size();
  const auto fits = [&](std::size_t entries) { return entries == 1 || entries == dimensions; };
  const std::size_t latencies = options.latency_cycles.size();
  const char* const latency_key =
      latencies == 1 ? "channel.latency_cycles" : "channel.latency_cycles.by_dimension";
  if (!fits(latencies)) {
    key_error(latency_key, "{} values for {} dimensions, one per dimension is needed", latencies,
              dimensions);
  }
  for (const std::uint32_t latency : options.latency_cycles) {
    if (latency < 1 || latency > limits::kDelay) {
      key_error(latency_key, "{} is out of range, 1 to {} are allowed", latency, limits::kDelay);
    }
  }
  if (!fits(options.bandwidth.size())) {
    key_error("channel.bandwidth",
              "{} values for {} dimensions, one or one per dimension is needed",
              options.bandwidth.size(), dimensions);
  }
  for (const Rational& bandwidth : options.bandwidth) {
    if (bandwidth <= 0) {
      key_error("channel.bandwidth", "{} is out of range, it must be above 0",
                to_double(bandwidth));
    }
  }
}

// The entry for dimension d of a list that has one entry for all dimensions or one for each.
template <class T>
const T& entry(const std::vector<T>& list, std::size_t d) {
  return list[list.size() == 1 ? 0 : d];
}

// The dimensions that wrap around.
DimensionMask wrapped_dimensions(const GridOptions& options, bool by_default) {
  if (options.wrap.empty()) return by_default ? kAllDimensions : 0;
  if (options.wrap.size() != options.radices.size()) {
    key_error("topology.wrap", "{} word{} for {} dimension{}; allowed: one for each dimension",
              options.wrap.size(), options.wrap.size() == 1 ? "" : "s", options.radices.size(),
              options.radices.size() == 1 ? "" : "s");
  }
  DimensionMask wrapped = 0;
  for (std::size_t d = 0; d < options.wrap.size(); ++d)
    if (options.wrap[d]) wrapped |= DimensionMask{1} << d;
  return wrapped;
}

Topology make_grid(std::string kind, const GridOptions& options, bool torus) {
  check_dimensions(options);
  check_channels(options);
  Grid grid(options.radices, wrapped_dimensions(options, torus));
  std::vector<GridChannels::Kind> kinds;
  for (std::size_t d = 0; d < grid.dimensions(); ++d)
    kinds.push_back({entry(options.latency_cycles, d), entry(options.bandwidth, d)});
  return Topology(std::move(kind), dimensions_text(options.radices),
                  GridChannels(std::move(grid), std::move(kinds), options.nodes_per_router));
}

// Channels are numbered by router, then port, as those of a grid whose dimensions all have rings.
Topology make_twisted_torus(const GridOptions& options) {
  check_dimensions(options);
  check_channels(options);
  if (std::ranges::count(options.wrap, false) > 0) {
    key_error("topology.wrap",
              "no does not go with topology.twist: a twisted torus wraps around in every "
              "dimension; allowed: to leave out one of the two");
  }
  wrapped_dimensions(options, true);  // checks the number of values
  std::vector<Twist> twists = parse_twists(options.twist, options.radices);
  std::size_t routers = 1;
  for (const std::uint32_t radix : options.radices) routers *= radix;
  if (routers > kMaxTwistedRouters) {
    key_error("topology.dimensions", "a twisted torus of {} routers; at most {} are allowed",
              routers, kMaxTwistedRouters);
  }
  const auto grid = std::make_shared<const TwistedGrid>(options.radices, std::move(twists));
  std::vector<std::size_t> ports;
  std::vector<std::uint32_t> first_ring;  // per dimension
  std::uint32_t rings = 0;
  for (std::size_t d = 0; d < grid->dimensions(); ++d) {
    first_ring.push_back(rings);
    if (!grid->has_ring(d)) continue;
    rings += 2 * static_cast<std::uint32_t>(routers / grid->ring_length(d));
    ports.insert(ports.end(), {2 * d, 2 * d + 1});
  }
  const auto id_of = [&](RouterId r, PortId port) {
    const auto at = std::ranges::lower_bound(ports, port.index()) - ports.begin();
    return ChannelId{r.index() * ports.size() + static_cast<std::size_t>(at)};
  };
  std::vector<Channel> channels;
  channels.reserve(routers * ports.size());
  for (std::size_t r = 0; r < routers; ++r) {
    for (const std::size_t p : ports) {
      const RouterId from{r};
      const PortId port{p};
      const PortId opposite{p ^ 1};
      const std::size_t d = Grid::dimension_of(port);
      const RouterId to = grid->neighbor(from, port);
      channels.push_back(
          {.from = from,
           .from_port = port,
           .to = to,
           .to_port = opposite,
           .reverse = id_of(to, opposite),
           .latency_cycles = entry(options.latency_cycles, d),
           .bandwidth = entry(options.bandwidth, d),
           .ring = first_ring[d] + 2 * grid->ring(from, d) + (Grid::is_plus(port) ? 0 : 1)});
    }
  }
  return Topology(Topology::Parts{
      .kind = "torus",
      .dimensions = dimensions_text(options.radices),
      .channels = std::move(channels),
      .channel_ports = std::vector(routers, static_cast<std::uint32_t>(2 * grid->dimensions())),
      .nodes_per_router = std::vector(routers, options.nodes_per_router),
      .structure = grid});
}

}  // namespace

Topology make_torus(const GridOptions& options) {
  const bool plain = options.twist.empty() || options.twist == "none";
  return with_express_channels(
      plain ? make_grid("torus", options, true) : make_twisted_torus(options), options.express);
}

Topology make_mesh(const GridOptions& options) {
  return with_express_channels(make_grid("mesh", options, false), options.express);
}

Topology make_hypercube(const GridOptions& options) {
  for (const std::uint32_t radix : options.radices) {
    if (radix != 2) {
      key_error("topology.dimensions",
                "a hypercube has radix 2 in every dimension, not {} (three dimensions: 2x2x2)",
                radix);
    }
  }
  return make_grid("hypercube", options, false);
}

}  // namespace orthant
