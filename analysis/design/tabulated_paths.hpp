// A path table as a routing for exact analysis.
//
// Tested by: tests/app/design_test.py
#pragma once

#include <cstddef>

#include "routing/table/path_table.hpp"

namespace orthant {

// The routing of a table, without VC classes: a routing with many turns may need more VC classes
// than a router can have VCs.
class TabulatedPaths final : public ObliviousRouting {
 public:
  explicit TabulatedPaths(const PathTable& table)
      : ObliviousRouting(RoutingTraits{}), table_(table) {}

  void enumerate(RouterId s, RouterId t,
                 FunctionRef<void(const Path&, double)> visit) const override {
    table_.for_each_path(s, t, visit);
  }
  void sample(RouterId s, RouterId t, RandomStream& random, Path& path) const override {
    double left = random.uniform();
    table_.for_each_path(s, t, [&](const Path& next, double probability) {
      if (left >= 0) path = next;
      left -= probability;
    });
  }
  std::size_t max_legs() const override { return table_.longest_legs(); }

 private:
  const PathTable& table_;
};

}  // namespace orthant
