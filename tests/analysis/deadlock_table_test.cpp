// The VC classes found for path tables, verified by walking all their paths.
#include <gtest/gtest.h>

#include "analysis/deadlock/deadlock.hpp"
#include "tests/routing/some_paths.hpp"

namespace orthant {
namespace {

const RoutingOptions kWithBubble = {.switching = Switching::kVirtualCutThrough,
                                    .flow_control = FlowControl::kBubble};

// Returns the number of classes; the check must hold with as many VCs.
std::size_t proved_classes(const Topology& topology, const RoutingOptions& options,
                           std::string_view routing = "table") {
  const auto made = find_routing(routing)->make(topology, options);
  const std::size_t classes = made->traits().vc_classes.size();
  const DeadlockReport report = prove_deadlock_freedom(topology, *find_routing(routing), options,
                                                       static_cast<std::uint32_t>(classes));
  EXPECT_TRUE(report.free) << topology.kind() << ' ' << topology.dimensions() << '\n'
                           << report_text(report);
  return classes;
}

TEST(DeadlockOfTables, IsExcludedForPathsThatWander) {
  for (const auto& topology : {make_torus({.radices = {6, 5}}), make_torus({.radices = {3, 4, 3}}),
                               make_torus({.radices = {2, 7}}), make_mesh({.radices = {5, 5}}),
                               make_hypercube({.radices = {2, 2, 2, 2}})}) {
    for (std::size_t routers = 0; routers <= 4; ++routers) {
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const auto table = wandering_paths(topology, routers, seed);
        EXPECT_GE(proved_classes(topology, with_table(table)), 2u);
        proved_classes(topology, with_table(table, kWithBubble));
      }
    }
  }
}

// One class less is too few for these layers: some path needs the last one.
TEST(DeadlockOfTables, IsNotExcludedWithOneClassLess) {
  const Topology torus = make_torus({.radices = {6, 6}});
  for (const RoutingOptions& base : {RoutingOptions{}, kWithBubble}) {
    const RoutingOptions options = with_table(wandering_paths(torus, 2, 1), base);
    const std::size_t classes = proved_classes(torus, options);
    EXPECT_FALSE(prove_deadlock_freedom(torus, *find_routing("table"), options,
                                        static_cast<std::uint32_t>(classes - 1))
                     .free);
  }
}

TEST(DeadlockOfTables, IsExcludedWithinInterpolations) {
  const Topology torus = make_torus({.radices = {6, 4}});
  for (const char* paths : {"o1turn", "ival", "romm"}) {
    for (const char* other : {"dor", "ival", "val", "romm", "rlbth"}) {
      for (const RoutingOptions& base : {RoutingOptions{}, kWithBubble}) {
        RoutingOptions options = tabulated_options(torus, paths, base);
        options.own.set("interpolated.first", other);
        options.own.set("interpolated.second", "table");
        options.own.set("interpolated.alpha", "0.5");
        EXPECT_EQ(proved_classes(torus, options, "interpolated"),
                  base.flow_control == FlowControl::kBubble ? 2u : 4u);
      }
    }
  }
}

}  // namespace
}  // namespace orthant
