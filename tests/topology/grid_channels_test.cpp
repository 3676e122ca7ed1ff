// Computed channels of grids, against an explicit list.
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "topology/topology.hpp"

namespace orthant {
namespace {

bool same(const Channel& a, const Channel& b) {
  return a.from == b.from && a.from_port == b.from_port && a.to == b.to && a.to_port == b.to_port &&
         a.reverse == b.reverse && a.latency_cycles == b.latency_cycles &&
         a.bandwidth == b.bandwidth && a.ring == b.ring;
}

// Channels by router, then port; rings by dimension, then line, plus direction first.
std::vector<Channel> listed(const Grid& grid, const GridOptions& options) {
  std::size_t routers = 1;
  for (const std::uint32_t radix : options.radices) routers *= radix;
  const std::size_t ports = 2 * grid.dimensions();
  std::vector<std::optional<ChannelId>> at(routers * ports);
  std::uint32_t count = 0;
  for (std::size_t r = 0; r < routers; ++r)
    for (std::size_t p = 0; p < ports; ++p)
      if (grid.has_channel(RouterId{r}, PortId{p})) at[r * ports + p] = ChannelId{count++};
  std::vector<std::optional<std::uint32_t>> rings(at.size());
  std::uint32_t next = 0;
  for (std::size_t d = 0; d < grid.dimensions(); ++d) {
    for (std::size_t first = 0; first < routers && grid.has_ring(d); ++first) {
      if (grid.coordinate(RouterId{first}, d) != 0) continue;
      RouterId r{first};
      for (std::uint32_t i = 0; i < grid.radix(d); ++i) {
        rings[r.index() * ports + 2 * d] = next;
        rings[r.index() * ports + 2 * d + 1] = next + 1;
        r = grid.neighbor(r, Grid::plus_port(d));
      }
      next += 2;
    }
  }
  std::vector<Channel> channels;
  for (std::size_t r = 0; r < routers; ++r) {
    for (std::size_t p = 0; p < ports; ++p) {
      if (!at[r * ports + p]) continue;
      const RouterId to = grid.neighbor(RouterId{r}, PortId{p});
      channels.push_back({.from = RouterId{r},
                          .from_port = PortId{p},
                          .to = to,
                          .to_port = PortId{p ^ 1},
                          .reverse = at[to.index() * ports + (p ^ 1)].value(),
                          .latency_cycles = options.latency_cycles[p / 2],
                          .bandwidth = options.bandwidth[p / 2],
                          .ring = rings[r * ports + p]});
    }
  }
  return channels;
}

void expect_as_listed(std::vector<std::uint32_t> radices, bool torus) {
  GridOptions options{.radices = std::move(radices), .latency_cycles = {}, .bandwidth = {}};
  for (std::uint32_t d = 0; d < options.radices.size(); ++d) {
    options.latency_cycles.push_back(d + 1);
    options.bandwidth.emplace_back(1, d + 1);
  }
  const Topology topology = torus ? make_torus(options) : make_mesh(options);
  SCOPED_TRACE(topology.kind() + " " + topology.dimensions());
  const std::vector<Channel> expected = listed(*topology.grid(), options);
  ASSERT_EQ(topology.channel_count(), expected.size());
  std::size_t c = 0;
  for (const Channel& channel : topology.channels()) {
    EXPECT_TRUE(same(channel, expected[c])) << c;
    EXPECT_TRUE(same(topology.channel(ChannelId{c}), expected[c])) << c;
    EXPECT_EQ(topology.channel_from(channel.from, channel.from_port), ChannelId{c});
    ++c;
  }
  EXPECT_EQ(c, expected.size());
  std::size_t found = 0;
  for (std::size_t r = 0; r < topology.router_count(); ++r)
    for (std::size_t p = 0; p < topology.port_count(RouterId{r}); ++p)
      found += topology.channel_from(RouterId{r}, PortId{p}).has_value();
  EXPECT_EQ(found, expected.size());
}

TEST(GridChannels, AreThoseOfTheListWhereverEdgesAre) {
  for (const bool torus : {true, false}) {
    for (const std::vector<std::uint32_t>& radices : {std::vector<std::uint32_t>{1},
                                                      {2},
                                                      {3},
                                                      {5},
                                                      {1, 1},
                                                      {3, 1},
                                                      {1, 4},
                                                      {2, 3},
                                                      {5, 2},
                                                      {4, 3},
                                                      {1, 3, 1},
                                                      {3, 4, 5},
                                                      {2, 2, 2},
                                                      {2, 5, 3},
                                                      {4, 1, 3},
                                                      {3, 2, 1, 4},
                                                      {2, 3, 1, 2, 3},
                                                      {2, 2, 2, 2, 2, 2}})
      expect_as_listed(radices, torus);
  }
}

TEST(GridChannels, NodesOfARouterHaveConsecutiveNumbers) {
  const Topology mesh = make_mesh({.radices = {3, 2}, .nodes_per_router = 3});
  EXPECT_EQ(mesh.node_count(), 18u);
  EXPECT_EQ(mesh.max_port_count(), 7u);
  EXPECT_EQ(mesh.first_node_of(RouterId{4u}), NodeId{12u});
  EXPECT_EQ(mesh.router_of(NodeId{14u}), RouterId{4u});
  EXPECT_EQ(mesh.port_of(NodeId{14u}), PortId{6u});
  EXPECT_EQ(mesh.node_at(RouterId{4u}, PortId{6u}), NodeId{14u});
}

// A router of a torus takes no more than three coordinates of two bytes.
TEST(GridChannels, TakeNoMemory) {
  EXPECT_EQ(make_torus({.radices = {10, 10, 10}}).memory_bytes(), 6'000u);
}

}  // namespace
}  // namespace orthant
