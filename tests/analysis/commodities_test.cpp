// Orbits of pairs, places, hops, lanes and potentials, compared with the images under every element
// of the group.
#include "analysis/design/commodities.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "tests/analysis/design_networks.hpp"
#include "tests/analysis/grid_group.hpp"

namespace orthant {
namespace {

using Role = Commodities::Role;

constexpr std::uint32_t kUnseen = ~std::uint32_t{0};

// Number of the orbit of each index 0 .. count-1 under image(element, index).
template <class Image>
std::vector<std::uint32_t> orbits_by_force(const GridGroup& group, std::size_t count,
                                           const Image& image) {
  std::vector<std::uint32_t> of(count, kUnseen);
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (of[i] != kUnseen) continue;
    for (const GroupElement& g : group.elements()) {
      const std::size_t next = image(g, i);
      EXPECT_TRUE(of[next] == kUnseen || of[next] == number) << "not a group";
      of[next] = number;
    }
    ++number;
  }
  return of;
}

// Indices of the network, each represented by a listed one, share an orbit iff their
// representatives do.
template <class Listed>
void expect_same_orbits(const Orbits& orbits, const std::vector<std::uint32_t>& expected,
                        std::size_t multiplicity, const Listed& listed) {
  std::vector<std::uint32_t> size(orbits.count()), name(orbits.count(), kUnseen);
  std::set<std::uint32_t> names;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::uint32_t orbit = orbits.of[listed(i)];
    ++size[orbit];
    if (name[orbit] == kUnseen) name[orbit] = expected[i];
    ASSERT_EQ(name[orbit], expected[i]) << i;
    names.insert(expected[i]);
  }
  EXPECT_EQ(names.size(), orbits.count());
  for (std::size_t orbit = 0; orbit < orbits.count(); ++orbit) {
    EXPECT_EQ(size[orbit], orbits.size[orbit] * multiplicity);
    EXPECT_EQ(orbits.of[orbits.first[orbit]], orbit);
    const auto first = std::ranges::find(orbits.of, static_cast<std::uint32_t>(orbit));
    EXPECT_EQ(static_cast<std::size_t>(first - orbits.of.begin()), orbits.first[orbit]);
  }
  EXPECT_TRUE(std::ranges::is_sorted(orbits.first));
  EXPECT_EQ(std::accumulate(orbits.size.begin(), orbits.size.end(), std::size_t{0}),
            orbits.of.size());
}

void expect_orbits_of_the_group(const Topology& topology, const Commodities& commodities,
                                const GridGroup& group) {
  const std::size_t n = topology.router_count(), channels = topology.channel_count();
  const std::size_t copies = n / commodities.sources();
  // An ordered pair of routers; reversal swaps them.
  const auto pair_image = [&](const GroupElement& g, std::size_t i) {
    const std::size_t s = g.router[i / n], t = g.router[i % n];
    return g.reversal ? t * n + s : s * n + t;
  };
  const auto source = [&](std::size_t pair) { return RouterId{pair / n}; };
  const auto destination = [&](std::size_t pair) { return RouterId{pair % n}; };

  expect_same_orbits(commodities.pairs(), orbits_by_force(group, n * n, pair_image), copies,
                     [&](std::size_t i) { return commodities.pair(source(i), destination(i)); });
  expect_same_orbits(commodities.hops(),
                     orbits_by_force(group, n * n * channels,
                                     [&](const GroupElement& g, std::size_t i) {
                                       return pair_image(g, i / channels) * channels +
                                              group.image(g, ChannelId{i % channels}).index();
                                     }),
                     copies, [&](std::size_t i) {
                       return commodities.hop(source(i / channels), destination(i / channels),
                                              ChannelId{i % channels});
                     });
  expect_same_orbits(commodities.lanes(),
                     orbits_by_force(group, channels,
                                     [&](const GroupElement& g, std::size_t c) {
                                       return group.image(g, ChannelId{c}).index();
                                     }),
                     copies, [&](std::size_t c) { return commodities.lane(ChannelId{c}); });
  const auto role = [](std::size_t i) { return i % 2 == 0 ? Role::kSource : Role::kDestination; };
  expect_same_orbits(
      commodities.potentials(),
      orbits_by_force(group, 2 * n * channels,
                      [&](const GroupElement& g, std::size_t i) {
                        const std::size_t r = g.router[i / 2 / channels];
                        const std::size_t c = group.image(g, ChannelId{i / 2 % channels}).index();
                        return 2 * (r * channels + c) + (i % 2 ^ (g.reversal ? 1 : 0));
                      }),
      copies, [&](std::size_t i) {
        return commodities.potential(role(i), RouterId{i / 2 / channels},
                                     ChannelId{i / 2 % channels});
      });
  // Places of unlisted sources cannot be looked up.
  const auto places = orbits_by_force(group, n * n * n, [&](const GroupElement& g, std::size_t i) {
    return pair_image(g, i / n) * n + g.router[i % n];
  });
  for (std::size_t i = 0; i < commodities.places().of.size(); ++i) {
    for (std::size_t j = 0; j < i; j += 1 + i / 50) {
      ASSERT_EQ(commodities.places().of[i] == commodities.places().of[j], places[i] == places[j]);
    }
  }
}

void expect_consistent_maps(const Topology& topology, const Commodities& commodities) {
  const std::size_t channels = topology.channel_count();
  for (std::size_t map = 0; map < commodities.map_count(); ++map) {
    std::vector<bool> pair_seen(commodities.pair_count());
    for (std::size_t p = 0; p < commodities.pair_count(); ++p) {
      const std::size_t q = commodities.image_of_pair(map, p);
      EXPECT_FALSE(pair_seen[q]);
      pair_seen[q] = true;
      EXPECT_EQ(commodities.idle(p), commodities.idle(q));
      std::vector<bool> channel_seen(channels);
      for (std::size_t c = 0; c < channels; ++c) {
        const ChannelId image = commodities.image_of_channel(map, p, ChannelId{c});
        EXPECT_FALSE(channel_seen[image.index()]);
        channel_seen[image.index()] = true;
        EXPECT_EQ(commodities.hops().of[commodities.hop(p, ChannelId{c})],
                  commodities.hops().of[commodities.hop(q, image)]);
        EXPECT_EQ(topology.channel(ChannelId{c}).bandwidth, topology.channel(image).bandwidth);
      }
    }
  }
}

struct SymmetricNetwork {
  Topology topology;
  bool all_translations;  // if symmetries are used
};

std::vector<SymmetricNetwork> networks() {
  return {{make_torus({.radices = {5}}), true},
          {make_torus({.radices = {4, 4}}), true},
          {make_torus({.radices = {3, 4}}), true},
          {make_torus({.radices = {2, 3}}), true},
          {make_torus({.radices = {4, 1, 2}}), true},
          {make_torus({.radices = {3, 3, 3}}), true},
          {make_torus({.radices = {4, 4},
                       .nodes_per_router = 2,
                       .latency_cycles = {1},
                       .bandwidth = {Rational(1), Rational(2)}}),
           true},
          {make_mesh({.radices = {3, 4}}), false},
          {make_mesh({.radices = {3, 3}}), false},
          {make_mesh({.radices = {2, 3}}), false},
          {make_mesh({.radices = {2, 2}}), true},
          {make_mesh({.radices = {2, 3, 2}}), false},
          {make_hypercube({.radices = {2, 2, 2}}), true}};
}

TEST(Commodities, HaveTheOrbitsOfAllGroupElements) {
  for (const SymmetricNetwork& network : networks()) {
    const Topology& topology = network.topology;
    SCOPED_TRACE(topology.kind() + ' ' + topology.dimensions());
    for (const auto& [use, group] :
         {std::pair(SymmetryUse::kFull, GridGroup::Use::kFull),
          std::pair(SymmetryUse::kTranslations, GridGroup::Use::kTranslations),
          std::pair(SymmetryUse::kNone, GridGroup::Use::kNone)}) {
      if (use == SymmetryUse::kNone && topology.router_count() > 16) continue;
      const Commodities commodities(topology, use);
      EXPECT_EQ(commodities.by_translation(),
                use != SymmetryUse::kNone && network.all_translations);
      expect_orbits_of_the_group(topology, commodities, GridGroup(topology, group));
      expect_consistent_maps(topology, commodities);
    }
  }
}

// 64 translations, 4 reflections, 1 exchange and reversal. Pairs: the 15 distances (dx, dy) with 0
// <= dy <= dx <= 4, own routers included. All channels are equivalent.
TEST(Commodities, OfTheEightAryTwoCubeAreFifteenDistances) {
  const Topology torus = make_torus({.radices = {8, 8}});
  const Commodities commodities(torus, SymmetryUse::kFull);
  EXPECT_EQ(commodities.pairs().count(), 15u);
  EXPECT_EQ(commodities.lanes().count(), 1u);
  EXPECT_EQ(commodities.lane_count(), 4u);
  EXPECT_EQ(commodities.sources(), 1u);
}

// The same 4x8 torus without coordinates: the orbits of a torus, listed from all routers.
TEST(Commodities, OfATorusAsAGraphAreThoseOfTheTorus) {
  const Topology torus = make_torus({.radices = {4, 8}});
  std::vector<TestLink> links;
  for (const Channel& channel : torus.channels())
    if (Grid::is_plus(channel.from_port))
      links.push_back({channel.from.index(), channel.to.index()});
  const Commodities with(torus, SymmetryUse::kFull);
  const Commodities without(graph(std::vector<std::uint32_t>(32, 1), links), SymmetryUse::kFull);
  EXPECT_EQ(without.pairs().count(), with.pairs().count());
  EXPECT_EQ(without.hops().count(), with.hops().count());
  EXPECT_EQ(without.lanes().count(), with.lanes().count());
  EXPECT_EQ(without.potentials().count(), with.potentials().count());
}

TEST(Commodities, KeepOnlyTheSymmetriesOfAMatrix) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const Topology mesh = make_mesh({.radices = {4, 4}});
  const Topology ring = make_torus({.radices = {5}});
  struct Case {
    const Topology& topology;
    std::vector<double> matrix;
    std::string symmetries;
  };
  std::vector<double> symmetric = random_matrix(16, 1);
  for (std::size_t i = 0; i < 256; ++i) symmetric[i] = symmetric[i % 16 * 16 + i / 16];
  const std::vector<Case> cases = {
      // One hop in x: not reflected in x, exchanged with y, or reversed, but reversed about the
      // midpoint of each pair.
      {torus, matrix_of(torus, "tornado"),
       "translations, reflection of dimension 1, path reversal"},
      {torus, matrix_of(torus, "transpose"), "exchange of dimensions 0 and 1, path reversal"},
      // x -> 3 - x; on a ring the reflection x -> -x does not preserve it.
      {torus, matrix_of(torus, "bit_complement"), "exchange of dimensions 0 and 1, path reversal"},
      {mesh, matrix_of(mesh, "bit_complement"),
       "reflection of dimension 0, exchange of dimensions 0 and 1, reflection of dimension 1, "
       "path reversal"},
      {torus, matrix_of(torus, "uniform"),
       "translations, reflection of dimension 0, exchange of dimensions 0 and 1, reflection of "
       "dimension 1, path reversal"},
      {mesh, matrix_of(mesh, "transpose"), "exchange of dimensions 0 and 1, path reversal"},
      {torus, random_matrix(16, 1), "none"},
      {torus, symmetric, "path reversal"},
      {ring, matrix_of(ring, "tornado"), "translations, path reversal"}};
  for (const Case& c : cases) {
    SCOPED_TRACE(c.symmetries);
    const Commodities commodities(c.topology, SymmetryUse::kFull, c.matrix);
    EXPECT_EQ(commodities.symmetries(), c.symmetries);
    expect_orbits_of_the_group(c.topology, commodities,
                               GridGroup(c.topology, GridGroup::Use::kFull, c.matrix));
    expect_consistent_maps(c.topology, commodities);
  }
}

// A matrix that all translations preserve depends only on t - s, which equals (-s) - (-t).
TEST(Commodities, AreReversedAboutTheMiddleOfPairs) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const std::vector<double> tornado = matrix_of(torus, "tornado");
  const Commodities commodities(torus, SymmetryUse::kTranslations, tornado);
  EXPECT_EQ(commodities.symmetries(), "translations, path reversal");
  expect_orbits_of_the_group(torus, commodities,
                             GridGroup(torus, GridGroup::Use::kTranslations, tornado));
}

// The matrix depends only on the source's y, so translations in x preserve it.
TEST(Commodities, UseSomeTranslationsWhereNotAllHold) {
  const Topology torus = make_torus({.radices = {3, 3}});
  std::vector<double> matrix(81);
  for (std::size_t i = 0; i < 81; ++i) matrix[i] = static_cast<double>(i / 9 / 3);  // y of s
  const Commodities commodities(torus, SymmetryUse::kTranslations, matrix);
  EXPECT_FALSE(commodities.by_translation());
  EXPECT_EQ(commodities.symmetries(), "translation of dimension 0");
  expect_orbits_of_the_group(torus, commodities,
                             GridGroup(torus, GridGroup::Use::kTranslations, matrix));
}

// A triangle with a tail: routers 0 and 1 are alike. Up to that exchange and reversal there are 3
// routers and the pairs 01, 02, 03 and 23.
TEST(Commodities, OfAGraphHaveItsAutomorphisms) {
  const Topology even = graph({1, 1, 1, 1}, {{0, 1}, {1, 2}, {2, 0}, {2, 3, 2, 2}});
  const Commodities commodities(even, SymmetryUse::kFull);
  EXPECT_EQ(commodities.symmetries(), "1 automorphism, path reversal");
  EXPECT_EQ(commodities.pairs().count(), 3u + 4u);
  expect_consistent_maps(even, commodities);
  const Commodities translations(even, SymmetryUse::kTranslations);
  EXPECT_EQ(translations.symmetries(), "path reversal");
  EXPECT_EQ(translations.pairs().count(), 4u + 6u);
  // Links with a faster direction cannot be reversed.
  const Topology lopsided = lopsided_graph();
  const Commodities uneven(lopsided, SymmetryUse::kFull);
  EXPECT_EQ(uneven.symmetries(), "none");
  EXPECT_EQ(uneven.pairs().count(), 25u);
}

TEST(Commodities, AreIdleWithoutNodesOrFlits) {
  const Topology topology = lopsided_graph();  // router 2 has no node
  std::vector<double> matrix(25, 1.0);
  matrix[0 * 5 + 3] = 0;
  const Commodities all(topology, SymmetryUse::kFull);
  const Commodities some(topology, SymmetryUse::kFull, matrix);
  for (std::size_t p = 0; p < 25; ++p) {
    const std::size_t s = p / 5, t = p % 5;
    const bool idle = s == t || s == 2 || t == 2;
    EXPECT_EQ(all.idle(p), idle) << s << ' ' << t;
    EXPECT_EQ(some.idle(p), idle || (s == 0 && t == 3)) << s << ' ' << t;
  }
}

}  // namespace
}  // namespace orthant
