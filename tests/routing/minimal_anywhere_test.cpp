// Minimal adaptive routing off the grids: candidates on a broken torus, written by hand.
#include "routing/graph/minimal_anywhere.hpp"

#include <gtest/gtest.h>

#include "analysis/deadlock/deadlock.hpp"
#include "tests/routing/broken.hpp"
#include "tests/routing/collected_paths.hpp"
#include "tests/routing/fake_occupancy.hpp"
#include "topology/random_graph.hpp"

namespace orthant {
namespace {

Topology broken_torus(const FaultOptions& faults) {
  return broken(make_torus({.radices = {4, 4}}), faults);
}

std::string candidates(const Routing& routing, std::size_t here, std::size_t target,
                       std::uint32_t bits = 0) {
  return candidates_in_words(routing, RouterId{here},
                             {.destination = RouterId{target}, .via = {}, .bits = bits});
}

// Labels are positions in breadth-first order from router 0, so -x of router 5 leads up to 4.
TEST(MinimalAnywhere, OffersEveryShortestHopThatIsUp) {
  const auto whole = broken_torus({.links = "14-15"});
  const auto routing = build("minimal_adaptive", whole);
  // From (1,1) to (2,2): two ways; the escape goes up towards the root, or down.
  EXPECT_EQ(candidates(*routing, 5, 10).substr(0, 12), "+0 c1, +1 c1");
  const auto broken = broken_torus({.links = "5-6"});
  const auto around = build("minimal_adaptive", broken);
  EXPECT_EQ(candidates(*around, 5, 10).substr(0, 6), "+1 c1,");
  // Three hops to the neighbour: back and forth in y, or the long way round in x.
  EXPECT_EQ(candidates(*around, 5, 6).substr(0, 19), "-1 c1, -0 c1, +1 c1");
}

TEST(MinimalAnywhere, TakesEscapesAloneAfterTheFirst) {
  const auto broken = broken_torus({.routers = "5"});
  const auto routing = build("minimal_adaptive", broken);
  for (std::size_t s = 0; s < 16; ++s) {
    for (std::size_t t = 0; t < 16; ++t) {
      if (s == t || s == 5 || t == 5) continue;
      CandidateList list;
      Header header{.destination = RouterId{t}, .via = {}};
      RouterId here{s};
      int hops = 0;
      while (here != header.destination) {
        routing->adaptive()->all_candidates(here, header, list);
        EXPECT_TRUE(hops == 0 || list.size() == 1);
        EXPECT_TRUE(list.back().escape);
        header.bits = list.back().next_bits;
        here = broken.neighbor(here, list.back().port);
        ASSERT_LT(++hops, 16);
      }
    }
  }
}

TEST(MinimalAnywhere, IsFreeOfDeadlockOnBrokenToriAndRandomGraphs) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto broken = broken_torus({.link_probability = 0.15, .fault_seed = seed});
    const auto routing = build("minimal_adaptive", broken);
    const DeadlockReport report = check_deadlock(broken, *routing, {.vcs = {}});
    EXPECT_TRUE(report.free) << report_text(report);
    const Topology graph =
        make_graph("random", random_graph({.routers = 20, .degree = 3, .seed = seed}), {});
    const auto on_graph = build("minimal_adaptive", graph);
    EXPECT_TRUE(check_deadlock(graph, *on_graph, {.vcs = {}}).free);
  }
}

// Labels lift routers without nodes above others, so that no up/down path leads on from some.
TEST(MinimalAnywhere, OffersNoHopToARouterWithoutAnEscape) {
  for (std::size_t without_nodes = 0; without_nodes < 9; ++without_nodes) {
    NetworkChanges changes;
    changes.nodes[RouterId{without_nodes}] = 0;
    const Topology mesh = make_mesh({.radices = {3, 3}});
    for (const char* link : {"0-1", "1-4", "4-5", "7-8"}) {
      const Topology topology =
          broken(changed(mesh, changes, "topology.exceptions", ""), {.links = link});
      const auto routing = build("minimal_adaptive", topology);
      CandidateList list;
      for (std::size_t t = 0; t < 9; ++t) {
        for (std::size_t s = 0; s < 9; ++s) {
          if (s == t || !topology.has_nodes(RouterId{s}) || !topology.has_nodes(RouterId{t}))
            continue;
          routing->adaptive()->all_candidates(RouterId{s}, {.destination = RouterId{t}, .via = {}},
                                              list);
          for (const Candidate& candidate : list)
            ASSERT_TRUE(topology.channel_from(RouterId{s}, candidate.port));
        }
      }
      EXPECT_TRUE(check_deadlock(topology, *routing, {.vcs = {}}).free);
    }
  }
}

TEST(MinimalAnywhere, RoutingsOfWholeGridsSayWhichPairIsCut) {
  const auto broken = broken_torus({.links = "(1,2)-(2,2)"});
  try {
    build("dor", broken);
    ADD_FAILURE();
  } catch (const KeyError& error) {
    EXPECT_STREQ(
        error.what(),
        "dor needs a whole grid, and packets from router 9 (1,2) to router 10 (2,2) meet a "
        "channel that is down; allowed: routing.detour = intermediate, minimal_adaptive, "
        "wild_first, torus_2qos, up_down, shortest with routing.layers, turns, lft, or table with "
        "what design finds");
  }
}

}  // namespace
}  // namespace orthant
