// Path tables for tests, built quickly from a registered routing, and the ports of a plane.
#pragma once

#include <cstdlib>
#include <memory>

#include "routing/table/path_table.hpp"

namespace orthant {

inline constexpr PortId kPlusX{0}, kMinusX{1}, kPlusY{2}, kMinusY{3};

// At most `most` of IVAL's paths for each pair of routers, with probabilities scaled to sum to 1:
// at most two turns in two dimensions.
inline std::shared_ptr<const PathTable> some_ival_paths(const Topology& topology,
                                                        std::size_t most) {
  const auto ival = find_routing("ival")->make(topology, {});
  const auto table = std::make_shared<PathTable>(topology, Translations::exist_for(topology));
  table->for_each_pair([&](RouterId s, RouterId t) {
    std::size_t paths = 0;
    ival->oblivious()->enumerate(s, t, [&](const Path& path, double p) {
      if (paths++ < most) table->add(s, t, p, path);
    });
  });
  table->normalize();
  return table;
}

// A path for each pair of routers of a torus or mesh through some random routers, by shortest paths
// in random orders of dimensions.
inline std::shared_ptr<const PathTable> wandering_paths(const Topology& topology,
                                                        std::size_t routers, std::uint64_t seed) {
  const auto table = std::make_shared<PathTable>(topology, false);
  RandomStream random(seed, 0, RandomPurpose::kTest);
  const Grid& grid = *topology.grid();
  const auto go = [&](RouterId from, RouterId to, Path& path) {
    const std::size_t first = random.below(static_cast<std::uint32_t>(grid.dimensions()));
    for (std::size_t i = 0; i < grid.dimensions(); ++i) {
      const std::size_t d = (first + i) % grid.dimensions();
      const int offset = grid.offset(from, to, d);
      if (offset == 0) continue;
      path.push_back({offset > 0 ? Grid::plus_port(d) : Grid::minus_port(d),
                      static_cast<std::uint16_t>(std::abs(offset))});
    }
  };
  table->for_each_pair([&](RouterId s, RouterId t) {
    Path path;
    do {
      path.clear();
      RouterId here = s;
      for (std::size_t i = 0; i < routers; ++i) {
        const RouterId via{random.below(static_cast<std::uint32_t>(topology.router_count()))};
        go(here, via, path);
        here = via;
      }
      go(here, t, path);
    } while (!table->problem(s, t, path).empty());
    table->add(s, t, 1, path);
  });
  return table;
}

// Options that supply this table to the path-table routings.
inline RoutingOptions with_table(std::shared_ptr<const PathTable> table,
                                 RoutingOptions options = {}) {
  options.path_table = [table = std::move(table)](std::string_view, const Topology&) {
    return table;
  };
  return options;
}

// All paths of a routing, as options.
inline RoutingOptions tabulated_options(const Topology& topology, std::string_view routing,
                                        RoutingOptions options = {}, Order order = Order::kFixed) {
  const auto made = find_routing(routing)->make(topology, {.order = order});
  return with_table(std::make_shared<const PathTable>(tabulated(topology, *made->oblivious())),
                    std::move(options));
}

}  // namespace orthant
