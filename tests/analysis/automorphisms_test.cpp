// Automorphisms of networks without whole coordinates, counted by hand.
#include "analysis/loads/automorphisms.hpp"

#include <gtest/gtest.h>

#include <set>

#include "analysis/loads/symmetry.hpp"
#include "routing/routing.hpp"
#include "tests/analysis/design_networks.hpp"
#include "topology/network_changes.hpp"

namespace orthant {
namespace {

// The number of maps of channels that the generators make, each checked to be an automorphism.
std::size_t group_size(const Topology& topology, const std::vector<Automorphism>& generators) {
  std::vector<ChannelId> identity;
  for (std::size_t c = 0; c < topology.channel_count(); ++c) identity.emplace_back(c);
  std::set<std::vector<ChannelId>> known = {identity};
  std::vector<std::vector<ChannelId>> open = {identity};
  for (const Automorphism& map : generators) {
    for (std::size_t c = 0; c < identity.size(); ++c) {
      const Channel channel = topology.channel(ChannelId{c});
      const Channel image = topology.channel(map.channel[c]);
      EXPECT_EQ(image.from, map.router[channel.from.index()]);
      EXPECT_EQ(image.to, map.router[channel.to.index()]);
      EXPECT_EQ(image.bandwidth, channel.bandwidth);
      EXPECT_EQ(image.reverse, map.channel[channel.reverse.index()]);
    }
    for (std::size_t r = 0; r < topology.router_count(); ++r)
      EXPECT_EQ(topology.node_count_of(map.router[r]), topology.node_count_of(RouterId{r}));
  }
  while (!open.empty()) {
    const std::vector<ChannelId> last = open.back();
    open.pop_back();
    for (const Automorphism& map : generators) {
      std::vector<ChannelId> next = last;
      for (ChannelId& c : next) c = map.channel[c.index()];
      if (known.insert(next).second) open.push_back(next);
    }
  }
  return known.size();
}

std::size_t group_size(const Topology& topology) {
  return group_size(topology, candidate_automorphisms(topology));
}

TEST(Automorphisms, KeepNodesAndBandwidthsOfAGraph) {
  const std::vector<TestLink> ring = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
  EXPECT_EQ(group_size(graph({1, 1, 1, 1}, ring)), 8u);
  EXPECT_EQ(group_size(graph({1, 1, 2, 1}, ring)), 2u);  // about router 2
  // One faster link: the reflection that exchanges its ends. Faster in one direction: nothing.
  EXPECT_EQ(group_size(graph({1, 1, 1, 1}, {{0, 1, 2, 2}, {1, 2}, {2, 3}, {3, 0}})), 2u);
  EXPECT_EQ(group_size(graph({1, 1, 1, 1}, {{0, 1, 2, 1}, {1, 2}, {2, 3}, {3, 0}})), 1u);
  // All clockwise channels are faster: rotations alone.
  EXPECT_EQ(
      group_size(graph({1, 1, 1, 1}, {{0, 1, 2, 1}, {1, 2, 2, 1}, {2, 3, 2, 1}, {3, 0, 2, 1}})),
      4u);
}

// Two routers are exchanged, and so are two of the three links between them.
TEST(Automorphisms, ExchangeEqualParallelLinks) {
  EXPECT_EQ(group_size(graph({1, 1}, {{0, 1}, {0, 1}, {0, 1, 2, 2}})), 4u);
  EXPECT_EQ(group_size(graph({1, 2}, {{0, 1}, {0, 1}, {0, 1}})), 6u);
}

Topology torus_without_links(std::uint32_t radix, const std::vector<std::size_t>& links) {
  const Topology torus = make_torus({.radices = {radix, radix}});
  NetworkChanges changes;
  for (const std::size_t r : links)
    changes.links_down.insert(link_of(torus, *torus.channel_from(RouterId{r}, Grid::plus_port(0))));
  return changed(torus, changes, "faults.links", "");
}

// The reflections along and across the missing link: 4. A second link half a column away adds the
// translation between the two; an oblique one leaves the rotation that exchanges them.
TEST(Automorphisms, OfATorusWithoutALinkKeepTheLink) {
  EXPECT_EQ(group_size(torus_without_links(6, {0})), 4u);
  EXPECT_EQ(group_size(torus_without_links(6, {0, 18})), 8u);
  EXPECT_EQ(group_size(torus_without_links(6, {0, 8})), 2u);
}

TEST(Automorphisms, LeaveRoutersThatAreDownInPlace) {
  NetworkChanges changes;
  changes.routers_down = {RouterId{0}, RouterId{1}};
  const Topology broken = changed(make_torus({.radices = {5, 5}}), changes, "faults.routers", "");
  for (const Automorphism& map : candidate_automorphisms(broken)) {
    EXPECT_EQ(map.router[0], RouterId{0});
    EXPECT_EQ(map.router[1], RouterId{1});
  }
  EXPECT_EQ(group_size(broken), 4u);
}

TEST(Automorphisms, OfManyGeneratorsAreMixed) {
  const auto star = [](std::uint32_t leaves) {
    std::vector<TestLink> links;
    for (std::uint32_t leaf = 1; leaf <= leaves; ++leaf) links.push_back({0, leaf});
    return graph(std::vector<std::uint32_t>(leaves + 1, 1), links);
  };
  const Topology five = star(5);
  EXPECT_EQ(group_size(five, with_few_unnamed(candidate_automorphisms(five))), 120u);
  const auto many = candidate_automorphisms(star(40));
  EXPECT_EQ(many.size(), 39u);
  const auto few = with_few_unnamed(many);
  EXPECT_EQ(few.size(), 8u);
  EXPECT_EQ(names_of(few), "8 automorphisms");
  std::set<RouterId> reached = {RouterId{1}};
  for (bool more = true; more;) {
    more = false;
    for (const Automorphism& map : few)
      for (const RouterId r : std::set(reached))
        more |= reached.insert(map.router[r.index()]).second;
  }
  EXPECT_EQ(reached.size(), 40u);
}

// The root of up/down routing stays, so of the symmetries of a ring one reflection holds.
TEST(Automorphisms, AreUsedOnlyWhereTheRoutingHasThem) {
  const Topology ring = graph({1, 1, 1, 1}, {{0, 1}, {1, 2}, {2, 3}, {3, 0}});
  const auto up_down = find_routing("up_down")->make(ring, {});
  const Symmetry symmetry = find_symmetry(ring, *up_down->oblivious()).symmetry;
  EXPECT_EQ(symmetry.verified,
            "pairs on all 4 sources; holds: 1 automorphism; does not hold: 1 automorphism");
  EXPECT_EQ(symmetry.orbits.size(), 4u);
}

TEST(Automorphisms, AreNotUsedWhereOnlyASampleIsCompared) {
  const Topology broken = torus_without_links(5, {0});
  const auto up_down = find_routing("up_down")->make(broken, {});
  const Symmetry symmetry = find_symmetry(broken, *up_down->oblivious(), {.most_hops = 1}).symmetry;
  EXPECT_EQ(symmetry.verified, "too many pairs to compare; does not hold: 2 automorphisms");
  EXPECT_EQ(symmetry.orbits.size(), 98u);
}

}  // namespace
}  // namespace orthant
