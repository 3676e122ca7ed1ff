// Deadlock proofs of the routings that fix an orthant when a packet starts.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "analysis/deadlock/deadlock.hpp"
#include "tests/analysis/wrong_routings.hpp"

namespace orthant {
namespace {

struct Rules {
  Switching switching;
  FlowControl flow_control;
};

constexpr Rules kAllRules[] = {{Switching::kWormhole, FlowControl::kCredit},
                               {Switching::kVirtualCutThrough, FlowControl::kCredit},
                               {Switching::kVirtualCutThrough, FlowControl::kBubble},
                               {Switching::kStoreAndForward, FlowControl::kBubble},
                               {Switching::kWormhole, FlowControl::kFlitBubble}};

RoutingOptions options_for(const Rules& rules, const char* delta) {
  RoutingOptions options{.switching = rules.switching, .flow_control = rules.flow_control};
  options.own.set("ofr.delta", delta);
  return options;
}

DeadlockOptions checked_with(const Rules& rules, std::size_t vcs) {
  return {.switching = rules.switching,
          .flow_control = rules.flow_control,
          .vcs = static_cast<std::uint32_t>(vcs)};
}

struct Network {
  bool torus;
  std::vector<std::uint32_t> radices;
  const char* delta;

  Topology topology() const {
    return torus ? make_torus({.radices = radices}) : make_mesh({.radices = radices});
  }
};

class OrthantRoutings : public testing::TestWithParam<Network> {};

TEST_P(OrthantRoutings, AreFreeOfDeadlockWithAllTheirClassesAndNotWithFewer) {
  const Topology topology = GetParam().topology();
  for (const char* name : {"abr", "por", "ofr", "goal"}) {
    const RoutingDescription& description = *find_routing(name);
    if (!GetParam().torus && description.topologies == "torus") continue;
    for (const Rules& rules : kAllRules) {
      const auto routing = description.make(topology, options_for(rules, GetParam().delta));
      const std::size_t classes = routing->traits().vc_classes.size();
      const DeadlockReport report =
          check_deadlock(topology, *routing, checked_with(rules, classes));
      EXPECT_TRUE(report.free) << name << '\n' << report_text(report);
      EXPECT_EQ(report.theorem, routing->traits().theorem);
      const DeadlockReport one = check_deadlock(topology, *routing, checked_with(rules, 1));
      EXPECT_FALSE(one.free) << name;
      EXPECT_FALSE(one.cycle.empty()) << name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Networks, OrthantRoutings,
                         testing::Values(Network{true, {4, 4}, "2"}, Network{true, {5, 4}, "2"},
                                         Network{true, {4, 4, 4}, "2"},
                                         Network{true, {5, 3, 4}, "1"}, Network{true, {8, 8}, "2"},
                                         Network{false, {4, 4}, "2"},
                                         Network{false, {4, 4, 4}, "2"}),
                         [](const auto& network) {
                           std::string name = network.param.torus ? "torus" : "mesh";
                           for (const auto k : network.param.radices) {
                             name.append("_").append(std::to_string(k));
                           }
                           return name;
                         });

// Each pair of routers has its own delta, up to half of the smallest ring.
TEST(OrthantRouting, OutFlankIsFreeOfDeadlockWithAShareOfTheDistance) {
  for (const Network& network : {Network{true, {8, 8}, "1"}, Network{true, {5, 4}, "1"},
                                 Network{true, {5, 3, 4}, "1"}, Network{false, {6, 5}, "1"}}) {
    const Topology topology = network.topology();
    for (const Rules& rules : kAllRules) {
      for (const char* share : {"0.25", "0.5", "1"}) {
        RoutingOptions options = options_for(rules, network.delta);
        options.own.set("ofr.delta_share", share);
        const auto routing = find_routing("ofr")->make(topology, options);
        const std::size_t classes = routing->traits().vc_classes.size();
        const DeadlockReport report =
            check_deadlock(topology, *routing, checked_with(rules, classes));
        EXPECT_TRUE(report.free) << report_text(report);
      }
    }
  }
}

TEST(OrthantRouting, AStandInHasAShareOfTheDistanceToo) {
  RoutingOptions options = options_for(kAllRules[0], "1");
  options.own.set("ofr.delta_share", "0.125");
  for (const std::vector<std::uint32_t>& radices : {std::vector{16u, 16u, 16u}, {9u, 9u, 3u}}) {
    const Topology torus = make_torus({.radices = radices});
    const DeadlockReport report = prove_deadlock_freedom(torus, *find_routing("ofr"), options);
    EXPECT_TRUE(report.free) << report_text(report);
    EXPECT_NE(report.walked.find("which stands for"), std::string::npos) << report.walked;
  }
}

// Why ofr needs a second escape: with the escapes of both phases in one class, a packet that turns
// at its intermediate router returns to a lower dimension of the same escape.
TEST(OrthantRouting, OutFlankWithOneEscapeForBothLegsHasACycle) {
  const Topology torus = make_torus({.radices = {8, 8}});
  for (const Rules& rules : kAllRules) {
    const auto right = find_routing("ofr")->make(torus, options_for(rules, "2"));
    const auto per_escape = static_cast<std::uint8_t>(has_bubble(rules.flow_control) ? 1 : 2);
    const ChangedCandidates wrong(
        *right->adaptive(), [&](RouterId, const Header&, CandidateList& list) {
          for (Candidate& candidate : list) {
            if (candidate.escape && candidate.vc_class >= per_escape)
              candidate.vc_class = static_cast<std::uint8_t>(candidate.vc_class - per_escape);
          }
        });
    const std::size_t classes = right->traits().vc_classes.size();
    EXPECT_TRUE(check_deadlock(torus, *right, checked_with(rules, classes)).free);
    const DeadlockReport report = check_deadlock(torus, wrong, checked_with(rules, classes));
    EXPECT_FALSE(report.free);
    EXPECT_FALSE(report.cycle.empty());
  }
}

// The dateline class must follow the packet's direction, not the shorter one.
TEST(OrthantRouting, TheDatelineOfTheShorterDirectionFailsInTheLonger) {
  const Topology torus = make_torus({.radices = {6, 6}});
  const Rules& rules = kAllRules[0];
  const auto right = find_routing("por")->make(torus, options_for(rules, "2"));
  const Grid& grid = *torus.grid();
  const ChangedCandidates wrong(
      *right->adaptive(), [&](RouterId here, const Header& header, CandidateList& list) {
        Candidate& escape = list.back();
        const std::size_t d = Grid::dimension_of(escape.port);
        escape.vc_class = crossing_class(grid, d, grid.coordinate(here, d),
                                         grid.coordinate(header.destination, d),
                                         grid.offset(here, header.destination, d) > 0);
      });
  EXPECT_FALSE(check_deadlock(torus, wrong, checked_with(rules, 3)).free);
}

// Holds for any distance of the intermediate routers.
TEST(OrthantRouting, StandInsKeepAllDimensionsWhateverDelta) {
  const auto walked = [](const std::vector<std::uint32_t>& radices, const char* delta) {
    const Topology torus = make_torus({.radices = radices});
    const DeadlockReport report =
        prove_deadlock_freedom(torus, *find_routing("ofr"), options_for(kAllRules[2], delta));
    EXPECT_TRUE(report.free) << report_text(report);
    return report.walked;
  };
  const auto stands_for = [](const std::string& small, const std::string& large) {
    std::string text = small;
    return text.append(" torus, which stands for the ")
        .append(large)
        .append(" torus (same kind and parity of radices");
  };
  EXPECT_EQ(walked({8, 8, 8}, "1"),
            "all 4096 pairs of routers of the " + stands_for("4x4x4", "8x8x8") + ")");
  EXPECT_EQ(walked({9, 9, 9}, "3"),
            "all 15625 pairs of routers of the " + stands_for("5x5x5", "9x9x9") + ")");
  EXPECT_EQ(walked({64, 64}, "32"),
            "all 4096 pairs of routers of the " + stands_for("8x8", "64x64") + ")");
  EXPECT_EQ(walked({1000}, "400"),
            "all 64 pairs of routers of the " + stands_for("8", "1000") + ")");
}

// Output queues resend refused packets, those of VC 0 first: the proof also holds in that order.
TEST(StrictPriority, LeavesEveryAdaptiveRoutingFreeOfDeadlock) {
  const Rules rules = {Switching::kStoreAndForward, FlowControl::kBubble};
  for (const std::vector<std::uint32_t>& radices :
       {std::vector<std::uint32_t>{5, 5}, {8, 8}, {5, 3, 3}}) {
    const Topology torus = make_torus({.radices = radices});
    const char* delta = radices.size() == 3 ? "1" : "2";
    for (const char* name : {"abr", "por", "ofr", "goal", "minimal_adaptive", "mp", "z2"}) {
      for (const DimensionMask bubbles : {kAllDimensions, DimensionMask{1}, DimensionMask{2}}) {
        RoutingOptions options = options_for(rules, delta);
        options.bubble_dimensions = bubbles;
        const auto routing = find_routing(name)->make(torus, options);
        DeadlockOptions priority_options = checked_with(rules, routing->traits().vc_classes.size());
        priority_options.bubble_dimensions = bubbles;
        priority_options.strict_priority = true;
        const DeadlockReport report = check_deadlock(torus, *routing, priority_options);
        EXPECT_TRUE(report.free) << name << '\n' << report_text(report);
      }
    }
  }
}

// With dateline 0 first, its refused packets block those of dateline 1 for which they wait; without
// priorities the numbers of the two classes do not matter.
TEST(StrictPriority, HasACycleWhereGoalSendsDatelineZeroFirst) {
  const Topology torus = make_torus({.radices = {5, 5}});
  const Rules rules = {Switching::kStoreAndForward, FlowControl::kBubble};
  const auto goal = find_routing("goal")->make(torus, options_for(rules, "2"));
  const ChangedCandidates exchanged(*goal->adaptive(),
                                    [](RouterId, const Header&, CandidateList& candidates) {
                                      for (Candidate& candidate : candidates)
                                        if (candidate.escape)
                                          candidate.vc_class = candidate.vc_class == 0 ? 1 : 0;
                                    });
  DeadlockOptions priority_options = checked_with(rules, 3);
  EXPECT_TRUE(check_deadlock(torus, exchanged, priority_options).free);
  priority_options.strict_priority = true;
  EXPECT_TRUE(check_deadlock(torus, *goal, priority_options).free);
  const DeadlockReport report = check_deadlock(torus, exchanged, priority_options);
  EXPECT_FALSE(report.free);
  EXPECT_TRUE(report.problem.empty());
  ASSERT_GE(report.cycle.size(), 2u);
  EXPECT_NE(report_text(report).find("each held while the next is waited for or goes first:"),
            std::string::npos);
  std::size_t steps_by_priority = 0;  // on the previous step's channel, in another class
  for (std::size_t i = 0; i < report.cycle.size(); ++i) {
    const DependencyStep& here = report.cycle[i];
    const DependencyStep& next = report.cycle[(i + 1) % report.cycle.size()];
    if (here.from != next.from || here.port != next.port) continue;
    EXPECT_NE(here.vc_class, next.vc_class);
    ++steps_by_priority;
  }
  EXPECT_GT(steps_by_priority, 0u);
}

}  // namespace
}  // namespace orthant
