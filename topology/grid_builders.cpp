// Builders of the regular networks: torus, mesh and hypercube.
//
// All three are lines of routers in every dimension; a torus closes a line of three or more routers
// to two rings, one each way. Two routers have one link, as in a mesh; one router has none. Ports
// of directions that do not exist keep their numbers, so that port 2d means the same everywhere.
#include <string>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "topology/topology.hpp"

namespace orthant {
namespace {

constexpr std::uint32_t kMaxRadix = 0xffff;
constexpr std::size_t kMaxRouters = std::size_t{1} << 24;
constexpr std::uint32_t kMaxNodesPerRouter = 256;
constexpr std::size_t kMaxNodes = std::size_t{1} << 24;

// "8x8x4"
std::string written(const std::vector<std::uint32_t>& radices) {
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
      key_error(key, "{} has too many routers, at most {} are allowed", written(options.radices),
                kMaxRouters);
    }
  }
  if (options.nodes_per_router < 1 || options.nodes_per_router > kMaxNodesPerRouter) {
    key_error("topology.nodes_per_router", "{} is out of range, 1 to {} are allowed",
              options.nodes_per_router, kMaxNodesPerRouter);
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

// The entry for dimension d of a list that has one entry for all or one for each.
template <class T>
const T& entry(const std::vector<T>& list, std::size_t d) {
  return list[list.size() == 1 ? 0 : d];
}

bool has_channel(const Grid& grid, RouterId r, PortId port) {
  const std::size_t d = Grid::dimension_of(port);
  if (grid.has_ring(d)) return true;
  return Grid::is_plus(port) ? grid.coordinate(r, d) + 1 < grid.radix(d)
                             : grid.coordinate(r, d) > 0;
}

PortId opposite(PortId port) { return PortId{port.index() ^ 1}; }

// Numbers of the first channel of every router (the sum at the end).
std::vector<std::size_t> first_channels(const Grid& grid, std::size_t routers) {
  std::vector<std::size_t> first = {0};
  for (std::size_t r = 0; r < routers; ++r) {
    std::size_t channels = 0;
    for (std::size_t p = 0; p < 2 * grid.dimensions(); ++p) {
      channels += has_channel(grid, RouterId{r}, PortId{p});
    }
    first.push_back(first.back() + channels);
  }
  return first;
}

// Position of a port's channel among those of its router.
std::size_t rank_of(const Grid& grid, RouterId r, PortId port) {
  std::size_t rank = 0;
  for (std::size_t p = 0; p < port.index(); ++p) rank += has_channel(grid, r, PortId{p});
  return rank;
}

// Numbers the two rings of every line of every dimension that has rings.
class RingNumbers {
 public:
  RingNumbers(const Grid& grid, std::size_t routers) : grid_(grid) {
    std::uint32_t next = 0;
    std::uint32_t stride = 1;
    for (std::size_t d = 0; d < grid.dimensions(); ++d) {
      first_.push_back(next);
      stride_.push_back(stride);
      if (grid.has_ring(d)) next += 2 * static_cast<std::uint32_t>(routers / grid.radix(d));
      stride *= grid.radix(d);
    }
  }
  std::optional<std::uint32_t> operator()(RouterId r, PortId port) const {
    const std::size_t d = Grid::dimension_of(port);
    if (!grid_.has_ring(d)) return std::nullopt;
    const std::uint32_t across = stride_[d] * grid_.radix(d);
    const std::uint32_t line = r.value / across * stride_[d] + r.value % stride_[d];
    return first_[d] + 2 * line + (Grid::is_plus(port) ? 0 : 1);
  }

 private:
  const Grid& grid_;
  std::vector<std::uint32_t> first_, stride_;  // per dimension
};

Topology make_grid(std::string kind, const GridOptions& options, bool torus) {
  check_dimensions(options);
  check_channels(options);
  Grid grid(options.radices, torus);
  std::size_t routers = 1;
  for (const std::uint32_t radix : options.radices) routers *= radix;
  const std::vector<std::size_t> first = first_channels(grid, routers);
  const RingNumbers ring(grid, routers);

  std::vector<Channel> channels;
  channels.reserve(first.back());
  for (std::size_t i = 0; i < routers; ++i) {
    const RouterId r{i};
    for (std::size_t p = 0; p < 2 * grid.dimensions(); ++p) {
      const PortId port{p};
      if (!has_channel(grid, r, port)) continue;
      const std::size_t d = Grid::dimension_of(port);
      const RouterId to = grid.neighbor(r, port);
      const std::size_t reverse = first[to.index()] + rank_of(grid, to, opposite(port));
      channels.push_back({.from = r,
                          .from_port = port,
                          .to = to,
                          .to_port = opposite(port),
                          .reverse = ChannelId{reverse},
                          .latency_cycles = entry(options.latency_cycles, d),
                          .bandwidth = entry(options.bandwidth, d),
                          .ring = ring(r, port)});
    }
  }
  const auto ports = static_cast<std::uint32_t>(2 * grid.dimensions());
  return Topology({.kind = std::move(kind),
                   .dimensions = written(options.radices),
                   .channels = std::move(channels),
                   .channel_ports = std::vector(routers, ports),
                   .nodes_per_router = std::vector(routers, options.nodes_per_router),
                   .grid = std::move(grid)});
}

}  // namespace

Topology make_torus(const GridOptions& options) { return make_grid("torus", options, true); }

Topology make_mesh(const GridOptions& options) { return make_grid("mesh", options, false); }

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
