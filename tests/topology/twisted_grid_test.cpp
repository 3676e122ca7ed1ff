// Twisted tori, compared with a search over integer vectors and with published means and diameters.
#include "topology/twisted_grid.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>
#include <set>

#include "base/error.hpp"
#include "topology/topology.hpp"

namespace orthant {
namespace {

using testing::HasSubstr;

using Radices = std::vector<std::uint32_t>;

TwistedGrid twisted(Radices radices, std::string_view twist) {
  auto twists = parse_twists(twist, radices);
  return {std::move(radices), std::move(twists)};
}

// 8x4 with 1>0:4: (x,3) goes plus to (x+4,0), and (x,0) minus to (x-4,3).
TEST(TwistedGrid, WrappingShiftsTheOtherCoordinate) {
  const TwistedGrid grid = twisted({8, 4}, "1>0:3");
  const auto at = [&](std::uint32_t x, std::uint32_t y) {
    return grid.router_at(std::array<std::uint32_t, 2>{x, y});
  };
  EXPECT_EQ(grid.neighbor(at(1, 3), Grid::plus_port(1)), at(4, 0));
  EXPECT_EQ(grid.neighbor(at(1, 0), Grid::minus_port(1)), at(6, 3));
  EXPECT_EQ(grid.neighbor(at(1, 1), Grid::plus_port(1)), at(1, 2));
  EXPECT_EQ(grid.neighbor(at(7, 3), Grid::plus_port(0)), at(0, 3));
  EXPECT_EQ(grid.moved(at(1, 3), 1, 9), at(2, 0));  // three wraps: 1 + 9 - 8
  EXPECT_EQ(grid.moved(at(1, 3), 1, -4), at(6, 3));
}

// y wraps shift x and z, and x wraps shift z: (1,1,0) - hop in y - hop in x.
TEST(TwistedGrid, WrapsFollowEachOther) {
  const TwistedGrid grid = twisted({3, 2, 5}, "1>0:1 1>2:2 0>2:4");
  const auto at = [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    return grid.router_at(std::array<std::uint32_t, 3>{x, y, z});
  };
  // The wrap of y brings x from 2 to 3, which wraps to 0 and adds 4 to z.
  EXPECT_EQ(grid.neighbor(at(2, 1, 0), Grid::plus_port(1)), at(0, 0, 1));
  EXPECT_EQ(grid.add(at(2, 1, 0), at(0, 1, 0)), at(0, 0, 1));
  EXPECT_EQ(grid.subtract(at(0, 0, 1), at(0, 1, 0)), at(2, 1, 0));
}

TEST(TwistedGrid, RingsReturnToTheirStart) {
  // In y a ring takes two rounds, since 4 + 4 = 8.
  const TwistedGrid grid = twisted({8, 4}, "1>0:4");
  EXPECT_EQ(grid.ring_length(0), 8u);
  EXPECT_EQ(grid.ring_length(1), 8u);
  std::set<std::pair<std::uint32_t, std::uint32_t>> places;
  for (std::size_t r = 0; r < grid.router_count(); ++r) {
    const RouterId here{r};
    for (std::size_t d = 0; d < 2; ++d) {
      const RouterId next = grid.neighbor(here, Grid::plus_port(d));
      EXPECT_EQ(grid.ring(next, d), grid.ring(here, d));
      EXPECT_EQ(grid.position(next, d), (grid.position(here, d) + 1) % 8);
    }
    places.emplace(grid.ring(here, 1), grid.position(here, 1));
  }
  EXPECT_EQ(places.size(), 32u);
}

// ---- distances and shortest ways ----

struct Known {
  Radices radices;
  const char* twist;
  double mean;
  std::uint32_t diameter;
};
// Camarero, Martinez & Beivide 2015, and by hand for 4x2.
const std::vector<Known> kKnown = {
    {{8, 4}, "1>0:4", 21. / 8, 4},
    {{4, 4, 8}, "0>2:4 1>2:4", 55. / 16, 6},
    {{8, 8, 16}, "0>2:8 1>2:8", 223. / 32, 12},
    {{4, 8, 8}, "0>1:4 0>2:4", 69. / 16, 6},
    {{4, 2}, "1>0:2", 5. / 4, 2},
};

TEST(TwistedGrid, MeanDistancesAndDiametersAreThePublishedOnes) {
  for (const Known& known : kKnown) {
    const TwistedGrid grid = twisted(known.radices, known.twist);
    EXPECT_DOUBLE_EQ(grid.mean_distance(), known.mean) << known.twist;
    EXPECT_EQ(grid.diameter(), known.diameter) << known.twist;
  }
}

// All vectors of hops up to the diameter in each dimension: those of least length to each router.
std::vector<std::set<std::vector<std::int16_t>>> searched(const TwistedGrid& grid) {
  const auto most = static_cast<std::int16_t>(grid.diameter());
  std::vector<std::set<std::vector<std::int16_t>>> found(grid.router_count());
  std::vector<int> least(grid.router_count(), 1 << 20);
  std::vector<std::int16_t> hops(grid.dimensions(), static_cast<std::int16_t>(-most));
  for (bool more = true; more;) {
    RouterId end{0};
    int length = 0;
    for (std::size_t d = 0; d < hops.size(); ++d) {
      end = grid.moved(end, d, hops[d]);
      length += std::abs(hops[d]);
    }
    if (length < least[end.index()]) found[end.index()].clear();
    least[end.index()] = std::min(least[end.index()], length);
    if (length == least[end.index()]) found[end.index()].insert(hops);
    more = false;
    for (std::int16_t& h : hops) {
      if (h++ < most) {
        more = true;
        break;
      }
      h = static_cast<std::int16_t>(-most);
    }
  }
  return found;
}

TEST(TwistedGrid, ShortestWaysAreThoseThatASearchFinds) {
  const std::vector<std::pair<Radices, const char*>> grids = {
      {{8, 4}, "1>0:4"},          {{4, 2}, "1>0:2"},
      {{6, 3}, "1>0:3"},          {{5, 3}, "1>0:2"},
      {{7, 1}, "1>0:3"},          {{2, 2}, "0>1:1"},
      {{2, 2, 4}, "0>2:2 1>2:2"}, {{3, 2, 5}, "1>0:1 1>2:2 0>2:4"},
  };
  for (const auto& [radices, twist] : grids) {
    const TwistedGrid grid = twisted(radices, twist);
    const auto expected = searched(grid);
    const RouterId from{grid.router_count() / 2};
    for (std::size_t g = 0; g < grid.router_count(); ++g) {
      const RouterId to = grid.add(from, RouterId{g});
      std::set<std::vector<std::int16_t>> ways;
      for (std::size_t i = 0; i < grid.shortest_count(from, to); ++i) {
        const TwistedGrid::Hops hops = grid.shortest(from, to, i);
        ways.insert({hops.begin(), hops.end()});
        for (std::size_t d = 0; d < hops.size(); ++d)
          EXPECT_LE(2 * std::abs(hops[d]), static_cast<int>(grid.ring_length(d)));
      }
      EXPECT_EQ(ways.size(), grid.shortest_count(from, to));
      EXPECT_EQ(ways, expected[g]) << twist << ": to " << g;
      const std::vector<std::int16_t>& any = *ways.begin();
      EXPECT_EQ(grid.distance(from, to),
                std::accumulate(any.begin(), any.end(), 0u, [](std::uint32_t sum, std::int16_t h) {
                  return sum + static_cast<std::uint32_t>(std::abs(h));
                }));
    }
  }
}

// Dimension order and the escape of minimal_adaptive rely on it.
TEST(TwistedGrid, TheFirstWayLessItsNextHopIsTheFirstWay) {
  for (const Known& known : kKnown) {
    const TwistedGrid grid = twisted(known.radices, known.twist);
    for (std::size_t t = 1; t < grid.router_count(); ++t) {
      const TwistedGrid::Hops first = grid.shortest(RouterId{0}, RouterId{t}, 0);
      std::vector<std::int16_t> rest(first.begin(), first.end());
      std::size_t d = 0;
      while (rest[d] == 0) ++d;
      const RouterId next =
          grid.neighbor(RouterId{0}, rest[d] > 0 ? Grid::plus_port(d) : Grid::minus_port(d));
      rest[d] += rest[d] > 0 ? -1 : 1;
      const TwistedGrid::Hops there = grid.shortest(next, RouterId{t}, 0);
      EXPECT_TRUE(std::ranges::equal(rest, there)) << known.twist << ": to " << t;
    }
  }
}

// ---- the network ----

TEST(TwistedGrid, RingsOfTwoRoutersHaveTwoLinks) {
  const Topology twisted = make_torus({.radices = {4, 2}, .twist = "1>0:2"});
  EXPECT_EQ(twisted.channel_count(), 4u * 2 * 4);
  // From (0,1) plus wraps to (2,0), minus goes to (0,0).
  const RouterId from{4};
  EXPECT_EQ(twisted.neighbor(from, Grid::plus_port(1)), RouterId{2});
  EXPECT_EQ(twisted.neighbor(from, Grid::minus_port(1)), RouterId{0});
  // A plain torus of two routers in y has one link there.
  EXPECT_EQ(make_torus({.radices = {4, 2}}).channel_count(), 4u * 2 * 2 + 4 * 2);
  // x is not twisted, but has a ring of two all the same.
  const Topology both = make_torus({.radices = {2, 3}, .twist = "0>1:1"});
  EXPECT_EQ(both.channel_count(), 2u * 3 * 4);
}

TEST(TwistedGrid, EveryChannelReturnsThroughTheOppositePort) {
  const Topology network = make_torus({.radices = {3, 2, 5}, .twist = "1>0:1 1>2:2 0>2:4"});
  for (const Channel& c : network.channels()) {
    EXPECT_EQ(network.neighbor(c.from, c.from_port), c.to);
    EXPECT_EQ(c.to_port.index(), c.from_port.index() ^ 1);
    EXPECT_EQ(network.channel(c.reverse).to, c.from);
  }
}

// ---- bad input ----

std::string refusal(std::string_view twist, Radices radices = {8, 4}) {
  try {
    parse_twists(twist, radices);
  } catch (const KeyError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(TwistedGrid, BadTwistsAreRefused) {
  EXPECT_THAT(refusal("1>0"), HasSubstr("'1>0' is no twist; allowed: D>E:N"));
  EXPECT_THAT(refusal("1>0:4x"), HasSubstr("'1>0:4x' is no twist"));
  EXPECT_THAT(refusal("1>0:-4"), HasSubstr("'1>0:-4' is no twist"));
  EXPECT_THAT(refusal("1>0:99999999999"), HasSubstr("is no twist"));
  EXPECT_THAT(refusal("y>x:4"), HasSubstr("'y>x:4' is no twist"));
  EXPECT_THAT(refusal("1>2:1"), HasSubstr("1>2:1 names dimension 2; allowed: 0 to 1"));
  EXPECT_THAT(refusal("1>1:2"), HasSubstr("1>1:2 shifts the dimension that wraps"));
  EXPECT_THAT(refusal("1>0:8"), HasSubstr("shifts a dimension of 8 routers by 8; allowed: 1 to 7"));
  EXPECT_THAT(refusal("1>0:0"), HasSubstr("by 0; allowed: 1 to 7"));
  EXPECT_THAT(refusal("0>1:1", {8, 1}), HasSubstr("shifts dimension 1, which has one router"));
  EXPECT_THAT(refusal("1>0:4 1>0:2"), HasSubstr("1>0 is given twice"));
  EXPECT_THAT(refusal("1>0:4 0>1:2"), HasSubstr("shifts a dimension by its own wrap"));
  EXPECT_THAT(refusal(" "), HasSubstr("no twist is given"));
}

}  // namespace
}  // namespace orthant
