// Paths on twisted tori: ends, lengths and probabilities of every pair, and some written by hand.
#include "routing/grid/twisted_paths.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/error.hpp"
#include "tests/routing/collected_paths.hpp"
#include "tests/routing/fake_occupancy.hpp"

namespace orthant {
namespace {

using testing::HasSubstr;

Topology twisted(std::vector<std::uint32_t> radices, std::string twist) {
  return make_torus({.radices = std::move(radices), .twist = std::move(twist)});
}

std::vector<Topology> networks() {
  std::vector<Topology> list;
  list.push_back(twisted({8, 4}, "1>0:4"));
  list.push_back(twisted({5, 3}, "1>0:2"));
  list.push_back(twisted({4, 2}, "1>0:2"));
  list.push_back(twisted({2, 2, 4}, "0>2:2 1>2:2"));
  list.push_back(twisted({3, 2, 3}, "1>0:1 1>2:2 0>2:2"));
  return list;
}

// The routers of a path, its ends included.
std::vector<RouterId> routers_of(const Topology& topology, RouterId s, const Path& path) {
  std::vector<RouterId> routers = {s};
  for (const Leg& leg : path)
    for (std::uint32_t i = 0; i < leg.hops; ++i)
      routers.push_back(topology.neighbor(routers.back(), leg.port));
  return routers;
}

// Calls visit(s, t, routers, path) for every path of every pair, and checks its ends and that the
// probabilities sum to 1.
template <class Visit>
void for_each_path(const Topology& topology, const Routing& routing, const Visit& visit) {
  const std::size_t n = topology.router_count();
  for (std::size_t s = 0; s < n; ++s) {
    for (std::size_t t = 0; t < n; ++t) {
      double sum = 0;
      routing.oblivious()->enumerate(RouterId{s}, RouterId{t}, [&](const Path& path, double share) {
        const auto routers = routers_of(topology, RouterId{s}, path);
        EXPECT_EQ(routers.back(), RouterId{t});
        EXPECT_LE(path.size(), routing.oblivious()->max_legs());
        sum += share;
        visit(RouterId{s}, RouterId{t}, routers, path);
      });
      EXPECT_NEAR(sum, 1, 1e-12);
    }
  }
}

TEST(TwistedPaths, OfDimensionOrderAreShortest) {
  for (const Topology& topology : networks()) {
    for (const Order order : {Order::kFixed, Order::kRandom}) {
      const auto dor = build("dor", topology, {.order = order});
      for_each_path(topology, *dor, [&](RouterId s, RouterId t, const auto& routers, const Path&) {
        EXPECT_EQ(routers.size(), topology.structure()->distance(s, t) + 1);
      });
    }
  }
}

// 8x4 with 1>0:4: (3,1) is 3 hops in x and 1 in y away or, by a wrap of y, 1 and 3 in the minus
// directions. By the static rule of dateline a run in the plus direction that does not wrap is in
// class 0, one in the minus direction in class 1; (7,0) is in the middle of its ring in y, and three
// hops back from it do not wrap.
TEST(TwistedPaths, SplitEquallyOverShortestWays) {
  const Topology topology = twisted({8, 4}, "1>0:4");
  const auto dor = build("dor", topology);
  expect_paths(collected(*dor, 0, 3 + 8), {{"+0 3 c0, +1 1 c0", 0.5}, {"-0 1 c0, -1 3 c1", 0.5}});
  const auto plus = build("dor", topology, {.ties = Ties::kPlus});
  expect_paths(collected(*plus, 0, 3 + 8), {{"+0 3 c0, +1 1 c0", 1.0}});
}

TEST(TwistedPaths, OfValiantVisitEveryRouterAlike) {
  const Topology topology = twisted({5, 3}, "1>0:2");
  const auto val = build("val", topology, {.ties = Ties::kPlus});
  std::size_t paths = 0;
  for_each_path(topology, *val, [&](RouterId, RouterId, const auto&, const Path&) { ++paths; });
  EXPECT_EQ(paths, 15u * 15 * 15);
  // Its mean length is twice the mean distance.
  double hops = 0;
  for (std::size_t t = 0; t < 15; ++t) {
    val->oblivious()->enumerate(RouterId{0}, RouterId{t}, [&](const Path& path, double share) {
      for (const Leg& leg : path) hops += share * leg.hops;
    });
  }
  EXPECT_NEAR(hops / 15, 2 * topology.structure()->mean_distance(), 1e-12);
}

TEST(TwistedPaths, OfIvalHaveNoLoops) {
  for (const Topology& topology : networks()) {
    for (const Order order : {Order::kFixed, Order::kRandom}) {
      const auto ival = build("ival", topology, {.order = order});
      for_each_path(topology, *ival,
                    [&](RouterId, RouterId, const std::vector<RouterId>& routers, const Path&) {
                      const std::set<RouterId> distinct(routers.begin(), routers.end());
                      EXPECT_EQ(distinct.size(), routers.size());
                    });
    }
  }
}

TEST(TwistedPaths, SamplesFollowTheEnumeration) {
  const Topology topology = twisted({4, 2}, "1>0:2");
  constexpr int kSamples = 40000;
  for (const char* name : {"dor", "val", "ival"}) {
    const auto routing = build(name, topology);
    RandomStream random(7, 0, RandomPurpose::kTest);
    std::map<std::string, double> sampled;
    Path path;
    for (int i = 0; i < kSamples; ++i) {
      routing->oblivious()->sample(RouterId{1}, RouterId{6}, random, path);
      sampled[written(path)] += 1.0 / kSamples;
    }
    const auto expected = collected(*routing, 1, 6);
    EXPECT_EQ(sampled.size(), expected.size()) << name;
    for (const auto& [text, probability] : expected)
      EXPECT_NEAR(sampled[text], probability, 5 * std::sqrt(probability / kSamples)) << text;
  }
}

TEST(TwistedPaths, MinimalAdaptiveOffersEveryShortestHopUntilItEscapes) {
  const Topology topology = twisted({8, 4}, "1>0:4");
  const auto routing = build("minimal_adaptive", topology);
  // Two shortest ways: 3 x and 1 y, or 1 back in x and 3 back in y.
  EXPECT_EQ(candidates_in_words(*routing, RouterId{0}, {.destination = RouterId{11}, .via = {}}),
            "+0 c2, -0 c2, +1 c2, -1 c2, +0 c1 e");
  CandidateList list;
  routing->adaptive()->all_candidates(RouterId{0}, {.destination = RouterId{11}, .via = {}}, list);
  const Header escaped{.destination = RouterId{11}, .via = {}, .bits = list.back().next_bits};
  EXPECT_EQ(candidates_in_words(*routing, RouterId{1}, escaped), "+0 c1 e");
  // A packet on adaptive channels has not.
  const Header free{.destination = RouterId{11}, .via = {}, .bits = list.front().next_bits};
  EXPECT_EQ(candidates_in_words(*routing, RouterId{1}, free), "+0 c2, +1 c2, +0 c1 e");
}

TEST(TwistedPaths, TiesOfATorusAreRefused) {
  const Topology topology = twisted({8, 4}, "1>0:4");
  for (const char* name : {"dor", "val", "ival"}) {
    try {
      build(name, topology, {.ties = Ties::kParity});
      ADD_FAILURE() << name;
    } catch (const KeyError& error) {
      EXPECT_STREQ(error.key().c_str(), "routing.ties");
      EXPECT_THAT(error.what(), HasSubstr("parity is not defined on a twisted torus"));
    }
  }
}

// What relies on independent offsets, one per dimension, has no meaning here.
TEST(TwistedPaths, RoutingsOfPlainGridsAreRefused) {
  const Topology topology = twisted({8, 4}, "1>0:4");
  for (const char* name : {"o1turn", "romm", "rlb", "rlbth", "mp", "abr", "goal", "por", "ofr",
                           "negative_first", "west_first", "z2"}) {
    EXPECT_THROW(build(name, topology), KeyError) << name;
  }
}

}  // namespace
}  // namespace orthant
