// The deadlock check on oblivious routings. tests/every shows that it accepts every registered
// algorithm; these tests show that it rejects wrong ones.
#include "analysis/deadlock/deadlock.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "base/error.hpp"
#include "tests/analysis/wrong_routings.hpp"

namespace orthant {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const DeadlockOptions kCutThroughBubble = {
    .switching = Switching::kVirtualCutThrough, .flow_control = FlowControl::kBubble, .vcs = {}};

TEST(Deadlock, DimensionOrderWithoutDatelineHasACycleOnATorus) {
  const Topology torus = make_torus({.radices = {5, 4}});
  const OrderRouting wrong(torus, {0, 1}, true);
  const DeadlockReport report = check_deadlock(torus, wrong, {});
  EXPECT_FALSE(report.free);
  EXPECT_TRUE(report.problem.empty());
  EXPECT_TRUE(is_closed_walk(torus, report.cycle));
  EXPECT_EQ(report.cycle.size(), 5u);  // once around the ring of x
}

TEST(Deadlock, EveryStepOfThePrintedCycleIsADependencyOfSomePath) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const OrderRouting wrong(torus, {0, 1}, true);
  std::set<std::tuple<RouterId, PortId, PortId>> turns;  // into router, through port, then port
  for (std::size_t s = 0; s < 16; ++s) {
    for (std::size_t t = 0; t < 16; ++t) {
      wrong.enumerate(RouterId{s}, RouterId{t}, [&](const Path& path, double) {
        RouterId here{s};
        std::optional<PortId> last;
        for (const Leg& leg : path) {
          for (std::size_t i = 0; i < leg.hops; ++i) {
            if (last) turns.insert({here, *last, leg.port});
            last = leg.port;
            here = torus.grid()->neighbor(here, leg.port);
          }
        }
      });
    }
  }
  const DeadlockReport report = check_deadlock(torus, wrong, {});
  ASSERT_TRUE(is_closed_walk(torus, report.cycle));
  for (std::size_t i = 0; i < report.cycle.size(); ++i) {
    const DependencyStep& held = report.cycle[i];
    const DependencyStep& wanted = report.cycle[(i + 1) % report.cycle.size()];
    EXPECT_TRUE(turns.contains({held.to, held.port, wanted.port}));
  }
}

TEST(Deadlock, TheCycleIsPrintedOneChannelALine) {
  const Topology ring = make_torus({.radices = {3}});
  // Paths of one hop cause no dependency. On a ring of 4, ties take two hops.
  EXPECT_TRUE(check_deadlock(ring, OrderRouting(ring, {0}, true), {}).free);
  const Topology four = make_torus({.radices = {4}});
  EXPECT_EQ(report_text(check_deadlock(four, OrderRouting(four, {0}, true), {})),
            "deadlock is not excluded (acyclic channel dependencies tried over all 16 pairs of "
            "routers of the 4 torus)\n"
            "cycle of 4 channels, each held while the next is waited for:\n"
            "  router 0 (0) port 0 (+x) to router 1 (1), only\n"
            "  router 1 (1) port 0 (+x) to router 2 (2), only\n"
            "  router 2 (2) port 0 (+x) to router 3 (3), only\n"
            "  router 3 (3) port 0 (+x) to router 0 (0), only\n");
}

TEST(Deadlock, BubbleMakesRingsWithoutDatelineSafe) {
  const Topology torus = make_torus({.radices = {5, 4}});
  const DeadlockReport report =
      check_deadlock(torus, OrderRouting(torus, {0, 1}, true), kCutThroughBubble);
  EXPECT_TRUE(report.free);
  EXPECT_EQ(report.theorem, DeadlockTheorem::kBubble);
}

// x has bubbles and y datelines, and vice versa.
TEST(Deadlock, BubblesAlongOneDimensionNeedDatelinesAlongTheOther) {
  const Topology torus = make_torus({.radices = {8, 8}});
  for (const std::size_t d : {0u, 1u}) {
    RoutingOptions options = {.switching = Switching::kVirtualCutThrough,
                              .flow_control = FlowControl::kBubble,
                              .bubble_dimensions = DimensionMask{1} << d};
    DeadlockOptions checked = kCutThroughBubble;
    checked.bubble_dimensions = options.bubble_dimensions;
    const auto dor = find_routing("dor")->make(torus, options);
    EXPECT_EQ(dor->traits().vc_classes.size(), 2u);
    for (const std::uint32_t vcs : {2u, 5u}) {
      checked.vcs = vcs;
      const DeadlockReport report = check_deadlock(torus, *dor, checked);
      EXPECT_TRUE(report.free) << report_text(report);
      EXPECT_EQ(report.theorem, DeadlockTheorem::kBubble);
    }
    // Both dimensions with one class: a full cycle in the ring without a bubble.
    checked.vcs = 1;
    const OrderRouting one_class(torus, {0, 1}, true);
    for (const Routing* routing : std::initializer_list<const Routing*>{dor.get(), &one_class}) {
      const DeadlockReport report = check_deadlock(torus, *routing, checked);
      EXPECT_FALSE(report.free);
      EXPECT_TRUE(is_closed_walk(torus, report.cycle));
      EXPECT_EQ(report.cycle.size(), 8u);
      for (const DependencyStep& step : report.cycle)
        EXPECT_EQ(Grid::dimension_of(step.port), 1 - d);
    }
    // Neither kind of ring can replace the other.
    checked.vcs = 2;
    checked.bubble_dimensions = kAllDimensions & ~options.bubble_dimensions;
    EXPECT_FALSE(check_deadlock(torus, *dor, checked).free);
  }
}

TEST(Deadlock, BubblesAlongNoDimensionLeaveDatelinesAlone) {
  const Topology torus = make_torus({.radices = {5, 4}});
  const RoutingOptions options = {.switching = Switching::kVirtualCutThrough,
                                  .flow_control = FlowControl::kBubble,
                                  .bubble_dimensions = 0};
  DeadlockOptions checked = kCutThroughBubble;
  checked.bubble_dimensions = 0;
  for (const auto& [routing, theorem] :
       {std::pair("dor", DeadlockTheorem::kAcyclicDependencies),
        std::pair("minimal_adaptive", DeadlockTheorem::kDuatoEscape)}) {
    const auto built = find_routing(routing)->make(torus, options);
    EXPECT_EQ(built->traits().theorem, theorem);
    const DeadlockReport report = check_deadlock(torus, *built, checked);
    EXPECT_TRUE(report.free);
    EXPECT_EQ(report.theorem, theorem);
  }
}

TEST(Deadlock, TwoSafeOrdersTogetherAreNot) {
  for (const bool torus : {false, true}) {
    const Topology network =
        torus ? make_torus({.radices = {4, 4}}) : make_mesh({.radices = {4, 4}});
    const OrderRouting xy(network, {0, 1}, !torus);
    const OrderRouting yx(network, {1, 0}, !torus);
    EXPECT_TRUE(check_deadlock(network, xy, {}).free);
    EXPECT_TRUE(check_deadlock(network, yx, {}).free);
    const std::vector<const ObliviousRouting*> both = {&xy, &yx};
    const DeadlockReport report = check_deadlock(network, both, {});
    EXPECT_FALSE(report.free);
    EXPECT_TRUE(is_closed_walk(network, report.cycle));
  }
}

TEST(Deadlock, BubbleDoesNotHelpAgainstACycleOfRings) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const OrderRouting xy(torus, {0, 1}, true);
  const OrderRouting yx(torus, {1, 0}, true);
  const std::vector<const ObliviousRouting*> both = {&xy, &yx};
  const DeadlockReport report = check_deadlock(torus, both, kCutThroughBubble);
  EXPECT_FALSE(report.free);
  EXPECT_TRUE(is_closed_walk(torus, report.cycle));
}

TEST(Deadlock, ClassesThatShareAVcAreOneClass) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const auto dor = find_routing("dor")->make(torus, {});
  EXPECT_TRUE(check_deadlock(torus, *dor, {.vcs = 2}).free);
  EXPECT_TRUE(check_deadlock(torus, *dor, {.vcs = 5}).free);
  const DeadlockReport report = check_deadlock(torus, *dor, {.vcs = 1});
  EXPECT_FALSE(report.free);
  EXPECT_TRUE(is_closed_walk(torus, report.cycle));
}

TEST(Deadlock, PathsThatGoAstrayAreReported) {
  const Topology mesh = make_mesh({.radices = {3, 3}});
  const auto dor = find_routing("dor")->make(mesh, {});
  const ChangedPaths shortened(*dor->oblivious(), [](RouterId, RouterId, Path& path) {
    if (path.size() == 2) path.pop_back();
  });
  EXPECT_EQ(check_deadlock(mesh, shortened, {}).problem,
            "a path from router 0 (0,0) to router 4 (1,1) ends at router 1 (1,0)");
  const ChangedPaths outside(*dor->oblivious(), [](RouterId, RouterId, Path& path) {
    if (!path.empty()) path.front().hops = 3;
  });
  EXPECT_THAT(check_deadlock(mesh, outside, {}).problem,
              StartsWith("a path from router 0 (0,0) to router 1 (1,0) leaves router 2 (2,0) "
                         "through port 0"));
  const ChangedPaths classes(*dor->oblivious(), [](RouterId, RouterId, Path& path) {
    if (!path.empty()) path.front().vc_class = 1;
  });
  EXPECT_THAT(check_deadlock(mesh, classes, {}).problem, HasSubstr("in class 1"));
  EXPECT_FALSE(check_deadlock(mesh, classes, {}).free);
}

// 1,050 routers: the last block of destinations is incomplete.
TEST(Deadlock, TheReportDoesNotDependOnThreads) {
  const Topology torus = make_torus({.radices = {35, 30}});
  const OrderRouting cyclic(torus, {0, 1}, true);
  const OrderRouting free(torus, {0, 1}, false);
  const ChangedPaths astray(free, [](RouterId s, RouterId t, Path& path) {
    if (s.index() + t.index() > 1100 && path.size() > 1) path.pop_back();
  });
  const auto same = [](const DeadlockReport& a, const DeadlockReport& b) {
    EXPECT_EQ(report_text(a), report_text(b));
    EXPECT_EQ(a.dependencies, b.dependencies);
  };
  for (const ObliviousRouting* routing :
       std::initializer_list<const ObliviousRouting*>{&cyclic, &free, &astray}) {
    const DeadlockReport one = check_deadlock(torus, *routing, {.vcs = {}, .threads = 1});
    same(check_deadlock(torus, *routing, {.vcs = {}, .threads = 2}), one);
    same(check_deadlock(torus, *routing, {.vcs = {}, .threads = 3}), one);
    EXPECT_EQ(one.free, routing == &free);
  }
  // 52 is the first source whose sum with the last routers is large enough.
  EXPECT_THAT(check_deadlock(torus, astray, {.vcs = {}, .threads = 3}).problem,
              StartsWith("a path from router 52 (17,1) to router 1049 (34,29) ends at"));
}

TEST(Deadlock, BubbleWithWormholeIsRefused) {
  const Topology torus = make_torus({.radices = {4}});
  const DeadlockOptions options = {.flow_control = FlowControl::kBubble, .vcs = {}};
  EXPECT_THROW(check_deadlock(torus, OrderRouting(torus, {0}, true), options), KeyError);
}

TEST(Deadlock, AFreeNetworkIsPrintedInOneLine) {
  const Topology mesh = make_mesh({.radices = {3}});
  // Dependencies: 0 1 2 and 2 1 0.
  EXPECT_EQ(report_text(check_deadlock(mesh, *find_routing("dor")->make(mesh, {}), {})),
            "free of deadlock by acyclic channel dependencies: 2 dependencies over all 9 pairs of "
            "routers of the 3 mesh\n");
}

}  // namespace
}  // namespace orthant
