// Layers of shortest paths: a ring, whose layers can be found by hand, and broken and random
// networks.
#include "routing/graph/layered_paths.hpp"

#include <gtest/gtest.h>

#include "analysis/deadlock/deadlock.hpp"
#include "tests/routing/broken.hpp"
#include "tests/routing/collected_paths.hpp"
#include "topology/random_graph.hpp"

namespace orthant {
namespace {

RoutingOptions layers(std::string rule, std::string tie = "lowest_id") {
  RoutingOptions options;
  options.own.set("routing.layers", std::move(rule));
  options.own.set("shortest.tie", std::move(tie));
  return options;
}

// A ring of five: paths have at most two hops, so each is at most one dependency. In either
// direction these five dependencies are one cycle.
TEST(LayeredPaths, BreakTheTwoCyclesOfARing) {
  const Topology ring = make_torus({.radices = {5}});
  // LASH takes pairs in the order of their sources, so the pair that closes a cycle is the last.
  const auto lash = build("shortest", ring, layers("lash"));
  ASSERT_EQ(lash->traits().vc_classes.size(), 2u);
  expect_paths(collected(*lash, 0, 2), {{"+0 1 c0, +0 1 c0", 1}});
  expect_paths(collected(*lash, 4, 1), {{"+0 1 c1, +0 1 c1", 1}});
  expect_paths(collected(*lash, 4, 2), {{"-0 1 c1, -0 1 c1", 1}});
  // DFSSSP moves the pairs of one dependency of each cycle.
  const auto dfsssp = build("shortest", ring, layers("dfsssp"));
  ASSERT_EQ(dfsssp->traits().vc_classes.size(), 2u);
  int moved = 0;
  for (std::size_t s = 0; s < 5; ++s)
    for (std::size_t t = 0; t < 5; ++t)
      for (const auto& [path, probability] : collected(*dfsssp, s, t))
        moved += path.ends_with("c1") ? 1 : 0;
  EXPECT_EQ(moved, 2);
}

TEST(LayeredPaths, NeedOneLayerWithoutCycles) {
  const Topology line = make_mesh({.radices = {6}});
  for (const char* rule : {"lash", "dfsssp"})
    EXPECT_EQ(class_count("shortest", line, layers(rule)), 1u);
}

// Paths of one port for each destination are trees, which depend on each other less.
TEST(LayeredPaths, AreFewerWithForwardingByDestination) {
  const Topology torus = make_torus({.radices = {6, 6}});
  RoutingOptions options = layers("dfsssp", "random");
  const std::size_t of_pairs = class_count("shortest", torus, options);
  options.own.set("shortest.forwarding", "destination");
  const auto routing = build("shortest", torus, options);
  EXPECT_LT(routing->traits().vc_classes.size(), of_pairs);
  EXPECT_TRUE(check_deadlock(torus, *routing, {.vcs = {}}).free);
  // The rest of a path is the path from there.
  for (std::size_t t = 0; t < 36; ++t) {
    const auto first_port = [&](std::size_t s) {
      Path path;
      routing->oblivious()->enumerate(RouterId{s}, RouterId{t},
                                      [&](const Path& found, double) { path = found; });
      return path.at(0).port;
    };
    for (std::size_t s = 0; s < 36; ++s) {
      if (s == t) continue;
      RouterId here{s};
      routing->oblivious()->enumerate(RouterId{s}, RouterId{t}, [&](const Path& path, double) {
        for (const Leg& leg : path) {
          EXPECT_EQ(leg.port, first_port(here.index()));
          here = torus.neighbor(here, leg.port);
        }
      });
    }
  }
}

TEST(LayeredPaths, AreFreeOfDeadlockOnBrokenAndRandomNetworks) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Topology torus =
        broken(make_torus({.radices = {6, 6}}), {.link_probability = 0.1, .fault_seed = seed});
    const Topology graph =
        make_graph("random", random_graph({.routers = 30, .degree = 4, .seed = seed}), {});
    for (const Topology* topology : {&torus, &graph}) {
      EXPECT_FALSE(check_deadlock(*topology, *build("shortest", *topology), {.vcs = {}}).free);
      for (const char* rule : {"lash", "dfsssp"}) {
        for (const char* tie : {"lowest_id", "spread"}) {
          const auto routing = build("shortest", *topology, layers(rule, tie));
          const DeadlockReport report = check_deadlock(*topology, *routing, {.vcs = {}});
          EXPECT_TRUE(report.free) << report_text(report);
          EXPECT_EQ(report.theorem, DeadlockTheorem::kAcyclicDependencies);
        }
      }
    }
  }
}

}  // namespace
}  // namespace orthant
