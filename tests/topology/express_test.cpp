// Express channels: which routers they join, and what they are like.
#include "topology/express.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "base/error.hpp"
#include "topology/broken_grid.hpp"
#include "topology/exceptions.hpp"

namespace orthant {
namespace {

using testing::ElementsAre;
using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

// The routers that links join beyond those of the grid.
Pairs express_links(const Topology& network) {
  Pairs pairs;
  const std::size_t ports = 2 * network.structure()->dimensions();
  for (const Channel& channel : network.channels())
    if (channel.from_port.index() >= ports &&
        channel.reverse > *network.channel_from(channel.from, channel.from_port))
      pairs.emplace_back(channel.from.index(), channel.to.index());
  return pairs;
}

TEST(Express, JoinsEveryFourthRouterOfALine) {
  const Topology line = make_mesh({.radices = {11}, .express = {4}});
  EXPECT_THAT(express_links(line), ElementsAre(std::pair(0, 4), std::pair(4, 8)));
  EXPECT_EQ(line.channel_count(), 2u * 12);
  EXPECT_EQ(line.structure()->distance(RouterId{1}, RouterId{9}), 4u);  // 1 0 4 8 9, or 1 2 3 4 8 9
  EXPECT_EQ(line.grid(), nullptr);
}

TEST(Express, ClosesARingWhoseRadixTheIntervalDivides) {
  const Topology ring = make_torus({.radices = {12}, .express = {4}});
  EXPECT_THAT(express_links(ring), ElementsAre(std::pair(0, 4), std::pair(4, 8), std::pair(8, 0)));
  EXPECT_EQ(ring.structure()->distance(RouterId{1}, RouterId{7}), 3u);  // 1 0 8 7
  const Topology odd = make_torus({.radices = {13}, .express = {4}});
  EXPECT_THAT(express_links(odd), ElementsAre(std::pair(0, 4), std::pair(4, 8), std::pair(8, 12)));
  const Topology half = make_torus({.radices = {8}, .express = {4}});
  EXPECT_THAT(express_links(half), ElementsAre(std::pair(0, 4)));
}

TEST(Express, RunsAlongTheDimensionsThatAskForIt) {
  const Topology mesh = make_mesh({.radices = {8, 4}, .express = {4, 2}});
  // Four rows with one link, eight columns with one.
  EXPECT_EQ(mesh.channel_count(), 2u * (4 * 7 + 8 * 3 + 4 + 8));
  const Topology one = make_mesh({.radices = {8, 4}, .express = {0, 2}});
  EXPECT_EQ(one.channel_count(), 2u * (4 * 7 + 8 * 3 + 8));
  EXPECT_EQ(one.structure()->distance(RouterId{3}, RouterId{3 + 8 * 3}), 2u);
  EXPECT_NE(make_mesh({.radices = {8, 4}, .express = {0}}).grid(), nullptr);
}

TEST(Express, IsAsFastAndAsLongAsTheChannelsBesideIt) {
  const Topology mesh = make_mesh({.radices = {8, 8},
                                   .latency_cycles = {2, 3},
                                   .bandwidth = {1, Rational(1, 2)},
                                   .express = {4}});
  const Channel along_x = mesh.channel(*mesh.channel_from(RouterId{4}, PortId{4}));
  EXPECT_EQ(along_x.to, RouterId{0});
  EXPECT_EQ(along_x.latency_cycles, 8u);
  EXPECT_EQ(along_x.bandwidth, Rational(1));
  const Channel along_y = mesh.channel(*mesh.channel_from(RouterId{1}, PortId{4}));
  EXPECT_EQ(along_y.to, RouterId{1 + 8 * 4});
  EXPECT_EQ(along_y.latency_cycles, 12u);
  EXPECT_EQ(along_y.bandwidth, Rational(1, 2));
}

std::string refusal(const GridOptions& options, bool is_torus = true) {
  try {
    is_torus ? make_torus(options) : make_mesh(options);
  } catch (const KeyError& error) {
    EXPECT_EQ(error.key(), "topology.express");
    return error.what();
  }
  return "accepted";
}

TEST(Express, RefusesIntervalsWithoutLinks) {
  EXPECT_EQ(refusal({.radices = {8, 8}, .express = {5, 0}}),
            "5 in dimension 0, a ring of 8; allowed: 0, or 2 to 4");
  EXPECT_EQ(refusal({.radices = {8, 8}, .express = {0, 8}}, false),
            "8 in dimension 1, a line of 8; allowed: 0, or 2 to 7");
  EXPECT_EQ(refusal({.radices = {8, 2}, .express = {2}}),
            "2 in dimension 1, a line of 2; allowed: 0");
  EXPECT_EQ(refusal({.radices = {8, 8}, .express = {1}}),
            "1 in dimension 0, a ring of 8; allowed: 0, or 2 to 4");
  EXPECT_EQ(refusal({.radices = {8, 8}, .express = {2, 2, 2}}),
            "3 numbers for 2 dimensions; allowed: one, or one for each dimension");
  EXPECT_EQ(refusal({.radices = {8, 4}, .twist = "1>0:4", .express = {2}}),
            "does not go with topology.twist; allowed: to leave out one of the two");
  EXPECT_EQ(refusal({.radices = {8}, .latency_cycles = {500'000}, .express = {4}}),
            "a channel of 4 times 500000 cycles; allowed: 1000000 in all");
  EXPECT_EQ(
      refusal({.radices = {8, 8}, .nodes_per_router = 59, .express = {4}}),
      "router 0 (0,0) would have 65 ports: 6 to other routers, 59 to nodes; allowed: 64 in all");
}

}  // namespace
}  // namespace orthant
