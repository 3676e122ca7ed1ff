// Designed routings, compared with closed forms, the exact analysis of their paths, and each other.
#include "analysis/design/design.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "analysis/guarantees/capacity.hpp"
#include "analysis/loads/channel_load.hpp"
#include "analysis/loads/path_length.hpp"
#include "base/error.hpp"
#include "tests/analysis/checked_design.hpp"
#include "tests/analysis/design_networks.hpp"

namespace orthant {
namespace {

double largest_load(const Topology& topology, const Routing& routing, const Traffic& traffic) {
  return channel_max_relative(topology,
                              expected_channel_loads(topology, *routing.oblivious(), traffic));
}

TEST(Design, AttainsItsWorstCaseAndLength) {
  for (const Topology& topology :
       {make_torus({.radices = {3}}), make_torus({.radices = {6}}), make_torus({.radices = {4, 4}}),
        make_torus({.radices = {5, 4}}), make_torus({.radices = {2, 5}}),
        make_torus({.radices = {3, 3, 2}}), make_mesh({.radices = {3, 3}}),
        make_mesh({.radices = {4, 3}}), make_mesh({.radices = {5}}),
        make_hypercube({.radices = {2, 2, 2}})}) {
    SCOPED_TRACE(name_of(topology));
    for (const DesignPaths paths :
         {DesignPaths::kAny, DesignPaths::kMinimal, DesignPaths::kTurns}) {
      DesignOptions options = worst_case_options(paths);
      options.turns = 2 * topology.grid()->dimensions() - 2;
      options.method = DesignMethod::kSimplex;
      expect_consistent(topology, design_routing(topology, options));
      options.then_path_length = false;
      expect_consistent(topology, design_routing(topology, options));
    }
  }
}

// ---- methods ------------------------------------------------------------------------------------

void expect_both_methods_agree(const Topology& topology, DesignOptions options) {
  SCOPED_TRACE(name_of(topology));
  options.method = DesignMethod::kSimplex;
  const Design vertex = design_routing(topology, options);
  options.method = DesignMethod::kInteriorPoint;
  const Design inside = design_routing(topology, options);
  ASSERT_EQ(vertex.status(), LpStatus::kOptimal);
  ASSERT_EQ(inside.status(), LpStatus::kOptimal);
  EXPECT_NEAR(vertex.largest_load, inside.largest_load, 1e-7);
  EXPECT_NEAR(vertex.last().objective, inside.last().objective, 1e-7);
  expect_consistent(topology, inside, 1e-6);
}

// Without the length objective: at the optimal load the feasible region has no interior.
TEST(Design, IsTheSameByBothMethods) {
  for (const Topology& topology :
       {make_torus({.radices = {3, 3}}), make_torus({.radices = {4, 4}}),
        make_torus({.radices = {5, 5}}), make_torus({.radices = {12, 8}}),
        make_torus({.radices = {4, 4, 4}}), make_mesh({.radices = {3, 3}}),
        make_mesh({.radices = {4, 4}}), make_mesh({.radices = {5, 5}})}) {
    for (const DesignPaths paths :
         {DesignPaths::kAny, DesignPaths::kMinimal, DesignPaths::kTurns}) {
      if (paths != DesignPaths::kAny && topology.router_count() > 25) continue;
      DesignOptions options = worst_case_options(paths);
      options.then_path_length = false;
      expect_both_methods_agree(topology, options);
    }
  }
}

TEST(Design, HasTheSameLengthByBothMethods) {
  for (const Topology& topology :
       {make_torus({.radices = {4, 4}}), make_torus({.radices = {5, 5}}),
        make_torus({.radices = {8, 8}}), make_torus({.radices = {4, 4, 4}})}) {
    expect_both_methods_agree(topology, worst_case_options());
  }
}

// ---- closed forms -------------------------------------------------------------------------------

// Valiant's two phases are uniform traffic twice, a load of k/4 each. All nodes on one side of the
// middle of an even dimension may send to the other side: k/2 over each channel. Cubic polynomials
// through the optima of k = 8, 10, 12, 14 and 3, 5, 7, 9 match all other radices up to 20, 24 and
// 32 (docs/validation_towles_beyond.md). They are not derived; the test compares them with other
// radices and with the linear program.
TEST(Design, OfTwoTurnsFollowsAClosedForm) {
  for (const std::uint32_t k : {3u, 5u, 7u, 8u, 9u, 10u, 11u, 12u, 13u, 16u}) {
    DesignOptions options = worst_case_options(DesignPaths::kTurns);
    options.turns = 2;
    const double r = k;
    const double cubic = k % 2 == 0 ? 5 * r * r * r - 6 * r * r + 16 * r - 24
                                    : 5 * r * r * r - 2 * r * r + 4 * r - 3;
    const Design design = design_routing(make_torus({.radices = {k, k}}), options);
    EXPECT_NEAR(design.length->objective, cubic / (3 * r * r * r), 1e-9) << k;
  }
}

// Four turns are enough for all shortest paths on the 8-ary and the 10-ary 2-cube, but not on the
// 12-ary one; three are enough for k = 3 to 6.
TEST(Design, NeedsFewTurns) {
  for (const auto& [k, turns] : {std::pair(5u, 3u), std::pair(8u, 4u)}) {
    DesignOptions options = worst_case_options(DesignPaths::kTurns);
    options.turns = turns;
    const Topology torus = make_torus({.radices = {k, k}});
    const double some = design_routing(torus, options).length->objective;
    const double all = design_routing(torus, worst_case_options()).length->objective;
    EXPECT_NEAR(some, all, 1e-9) << k;
    options.turns = turns - 1;
    const double fewer = design_routing(torus, options).length->objective;
    EXPECT_GT(fewer, all + 1e-3) << k;
  }
}

TEST(Design, OfAnEvenMeshHasTwiceTheUniformLoad) {
  for (const auto& radices : {std::vector<std::uint32_t>{2}, {4}, {2, 2}, {4, 4}, {4, 3}, {6, 6}}) {
    const Topology mesh = make_mesh({.radices = radices});
    EXPECT_NEAR(best_worst_case(mesh), 2 / capacity_flits(mesh).value(), 1e-8) << name_of(mesh);
  }
}

// Less than twice the uniform load of 2/3: no cut of an odd dimension has half of the nodes on each
// side.
TEST(Design, OfTheThreeByThreeMeshHasSevenSixths) {
  const Topology mesh = make_mesh({.radices = {3, 3}});
  const Design design = design_routing(mesh, worst_case_options());
  EXPECT_NEAR(design.largest_load, 7.0 / 6, 1e-9);
  EXPECT_NEAR(design.load->bound, 7.0 / 6, 1e-9);
  EXPECT_NEAR(attained(mesh, design).worst, 7.0 / 6, 2e-9);
}

// A line has one path per pair; all nodes of the shorter side send through the channel in the
// middle.
TEST(Design, OfALineHasTheLoadOfItsOnlyRouting) {
  for (const std::uint32_t k : {2u, 3u, 4u, 5u, 7u}) {
    const std::uint32_t side = k / 2;
    EXPECT_NEAR(best_worst_case(make_mesh({.radices = {k}})), side, 1e-9);
  }
}

std::vector<Topology> small_tori() {
  std::vector<Topology> list;
  for (std::uint32_t k = 2; k <= 8; ++k) list.push_back(make_torus({.radices = {k}}));
  for (const auto& radices : {std::vector<std::uint32_t>{3, 3},
                              {4, 4},
                              {5, 5},
                              {6, 6},
                              {2, 2},
                              {4, 3},
                              {5, 4},
                              {3, 2},
                              {6, 3},
                              {8, 2},
                              {3, 3, 2},
                              {4, 2, 2}})
    list.push_back(make_torus({.radices = radices}));
  list.push_back(make_torus({.radices = {4, 4},
                             .nodes_per_router = 2,
                             .latency_cycles = {1},
                             .bandwidth = {Rational(1), Rational(1, 3)}}));
  list.push_back(make_torus({.radices = {5, 3},
                             .nodes_per_router = 1,
                             .latency_cycles = {1},
                             .bandwidth = {Rational(3), Rational(1, 2)}}));
  list.push_back(make_hypercube({.radices = {2, 2, 2}}));
  return list;
}

TEST(KnownWorstCase, IsThatOfTheProgramOfTheWholeNetwork) {
  for (const Topology& torus : small_tori()) {
    const std::optional<double> known = known_worst_case(torus);
    const auto moving = std::ranges::count_if(torus.grid()->radices(),
                                              [](std::uint32_t radix) { return radix > 1; });
    ASSERT_EQ(known.has_value(), moving > 1) << name_of(torus);
    if (!known) continue;
    EXPECT_NEAR(*known, best_worst_case(torus), 1e-8) << name_of(torus);
    EXPECT_NEAR(*known, 2 / capacity_flits(torus).value(), 1e-12);
  }
}

TEST(KnownWorstCase, IsUnknownOutsideOfTori) {
  EXPECT_FALSE(known_worst_case(make_mesh({.radices = {3, 3}})));
  EXPECT_FALSE(known_worst_case(make_mesh({.radices = {2, 3}})));
  EXPECT_FALSE(known_worst_case(lopsided_graph()));
  EXPECT_FALSE(known_worst_case(make_torus({.radices = {1, 1}})));
  EXPECT_TRUE(known_worst_case(make_mesh({.radices = {2, 2}})));
}

// Used only if the paths can attain it.
TEST(KnownWorstCase, HoldsForUnlimitedPathsAlone) {
  const Topology torus = make_torus({.radices = {4, 4}});
  EXPECT_TRUE(design_routing(torus, worst_case_options()).known);
  EXPECT_FALSE(design_routing(torus, worst_case_options(DesignPaths::kMinimal)).known);
  DesignOptions turns = worst_case_options(DesignPaths::kTurns);
  EXPECT_TRUE(design_routing(torus, turns).known);
  turns.turns = 1;
  EXPECT_FALSE(design_routing(torus, turns).known);
  DesignOptions locality = worst_case_options();
  locality.locality = 1.2;
  EXPECT_FALSE(design_routing(torus, locality).known);
  DesignOptions shorter = worst_case_options();
  shorter.max_length = 4;
  EXPECT_FALSE(design_routing(torus, shorter).known);
  // IVAL makes two turns if two dimensions have more than one router.
  const Topology flat = make_torus({.radices = {3, 1, 3}});
  EXPECT_TRUE(design_routing(flat, worst_case_options(DesignPaths::kTurns)).known);
  const Topology cube = make_torus({.radices = {3, 3, 2}});
  EXPECT_FALSE(design_routing(cube, worst_case_options(DesignPaths::kTurns)).known);
}

TEST(Design, ForCapacityIsAsGoodAsTheClosedForm) {
  for (const Topology& topology :
       {make_torus({.radices = {8, 8}}), make_torus({.radices = {5, 4}}),
        make_mesh({.radices = {4, 5}}), make_mesh({.radices = {3, 3, 3}}),
        make_torus({.radices = {4, 6},
        .nodes_per_router = 3,
        .latency_cycles = {1},
        .bandwidth = {Rational(1, 3), Rational(2)}})}) {
    DesignOptions options;
    options.then_path_length = true;
    const Design design = design_routing(topology, options);
    ASSERT_EQ(design.status(), LpStatus::kOptimal);
    EXPECT_NEAR(design.largest_load, 1 / capacity_flits(topology).value(), 1e-8);
    EXPECT_NEAR(design.length->objective, 1, 1e-7);  // attained by shortest paths
    const auto routing = table_routing(topology, design.paths, design.by_translation);
    EXPECT_NEAR(largest_load(topology, *routing, traffic_of(topology, "uniform")),
                design.largest_load, 1e-7);
  }
}

// ---- one pattern --------------------------------------------------------------------------------

Design pattern_design(const Topology& topology, std::string_view pattern,
                      bool then_path_length = false) {
  DesignOptions options;
  options.objective = DesignObjective::kPattern;
  options.matrices = {matrix_of(topology, pattern)};
  options.then_path_length = then_path_length;
  return design_routing(topology, options);
}

TEST(Design, ForAPatternIsAsGoodAsAnyRouting) {
  for (const Topology& topology :
       {make_torus({.radices = {4, 4}}), make_mesh({.radices = {4, 4}})}) {
    for (const char* pattern :
         {"tornado", "neighbor", "transpose", "bit_complement", "bit_reverse", "shuffle",
          "bit_swap", "butterfly", "random_permutation", "uniform"}) {
      SCOPED_TRACE(name_of(topology) + ' ' + pattern);
      const Traffic traffic = traffic_of(topology, pattern);
      const Design design = pattern_design(topology, pattern, true);
      ASSERT_EQ(design.status(), LpStatus::kOptimal);
      EXPECT_LT(std::abs(design.gap()), 1e-7);
      const auto designed = table_routing(topology, design.paths, design.by_translation);
      EXPECT_NEAR(largest_load(topology, *designed, traffic), design.largest_load, 1e-8);
      EXPECT_NEAR(path_length(PairLoads(topology, *designed->oblivious(), false)).normalized(),
                  design.length->objective, 1e-8);
      for (const RoutingDescription& routing : routing_registry()) {
        if (routing.adaptive) continue;
        try {
          const auto made = routing.make(topology, {});
          EXPECT_LE(design.largest_load, largest_load(topology, *made, traffic) + 1e-9)
              << routing.name;
        } catch (const KeyError&) {
          continue;  // needs a table, or another network
        }
      }
    }
  }
}

// Every packet goes 3 routers forward in its ring of 8, or 5 back. At prices 5 for plus channels of
// x and 3 for minus channels, any path pays at least 15, and the two channels of a router cost 8 in
// sum: some channel carries 15/8. Sending 5/8 in the shorter direction attains it.
TEST(Design, ForTornadoSharesBothDirections) {
  const Topology torus = make_torus({.radices = {8, 8}});
  const Design design = pattern_design(torus, "tornado", true);
  EXPECT_NEAR(design.largest_load, 15.0 / 8, 1e-9);
  // Of 64 x 64 pairs with a mean of 4 hops, 64 take 3 * 5/8 + 5 * 3/8 = 15/4 instead of 3.
  EXPECT_NEAR(design.length->objective, 1 + 0.75 / (64 * 4), 1e-7);
}

// ---- scaling ------------------------------------------------------------------------------------

TEST(Design, ScalesWithNodesAndBandwidths) {
  const Topology plain = make_torus({.radices = {4, 3}});
  const Topology doubled = make_torus({.radices = {4, 3}, .nodes_per_router = 2});
  const Topology fast = make_torus({.radices = {4, 3},
                                    .nodes_per_router = 1,
                                    .latency_cycles = {1},
                                    .bandwidth = {Rational(5, 2)}});
  for (const DesignPaths paths : {DesignPaths::kAny, DesignPaths::kMinimal, DesignPaths::kTurns}) {
    const Design one = design_routing(plain, worst_case_options(paths));
    const Design two = design_routing(doubled, worst_case_options(paths));
    const Design five = design_routing(fast, worst_case_options(paths));
    EXPECT_NEAR(two.largest_load, 2 * one.largest_load, 1e-8);
    EXPECT_NEAR(five.largest_load, one.largest_load / 2.5, 1e-8);
    EXPECT_NEAR(two.length->objective, one.length->objective, 1e-6);
    EXPECT_NEAR(five.length->objective, one.length->objective, 1e-6);
    expect_consistent(doubled, two);
    expect_consistent(fast, five);
  }
}

// Rings of y alone require a load of 1 whatever x can carry; fast x channels allow shorter paths.
TEST(Design, WeighsChannelsByTheirBandwidths) {
  const auto torus = [](Rational x, Rational y) {
    return make_torus(
        {.radices = {4, 4}, .nodes_per_router = 1, .latency_cycles = {1}, .bandwidth = {x, y}});
  };
  const Topology uneven = torus(2, 1), even = torus(1, 1);
  EXPECT_NEAR(best_worst_case(uneven), 1, 1e-9);
  EXPECT_NEAR(best_worst_case(uneven, DesignPaths::kMinimal),
              best_worst_case(torus(1, 2), DesignPaths::kMinimal), 1e-9);
  EXPECT_LE(best_worst_case(uneven, DesignPaths::kMinimal),
            best_worst_case(even, DesignPaths::kMinimal) + 1e-9);
  const Design design = design_routing(uneven, worst_case_options());
  expect_consistent(uneven, design);
  EXPECT_LT(design.length->objective, design_routing(even, worst_case_options()).length->objective);
}

}  // namespace
}  // namespace orthant
