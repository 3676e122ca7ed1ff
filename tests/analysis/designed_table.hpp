// Paths of a routing model as a routing for the rest of the analysis.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "analysis/design/flow_paths.hpp"
#include "tests/routing/some_paths.hpp"

namespace orthant {

// Pairs without a path take a shortest one in dimension order, which needs a grid. Expects paths
// that a table accepts.
inline std::unique_ptr<Routing> table_routing(const Topology& topology, const PairPaths& paths,
                                              bool by_translation) {
  const auto table = std::make_shared<PathTable>(topology, by_translation);
  const std::size_t n = topology.router_count();
  EXPECT_EQ(paths.size(), by_translation ? n : n * n);
  const auto dor = topology.grid() ? find_routing("dor")->make(topology, {}) : nullptr;
  table->for_each_pair([&](RouterId s, RouterId t) {
    const auto& of_pair = paths[s.index() * n + t.index()];
    for (const WeightedPath& path : of_pair) {
      EXPECT_EQ(table->problem(s, t, path.path), "");
      table->add(s, t, path.probability, path.path);
    }
    if (of_pair.empty()) {
      dor->oblivious()->enumerate(s, t,
                                  [&](const Path& path, double p) { table->add(s, t, p, path); });
    }
  });
  EXPECT_EQ(table->incompleteness(), "");
  return find_routing("table")->make(topology, with_table(table));
}

}  // namespace orthant
