// A path table for tests, made quickly from a routing that is built in.
#pragma once

#include <memory>

#include "routing/path_table.hpp"

namespace orthant {

// At most `most` of the paths that IVAL takes from each router to each other one, with their
// probabilities scaled to sum to 1: at most two turns in two dimensions.
inline std::shared_ptr<const PathTable> some_ival_paths(const Topology& topology,
                                                        std::size_t most) {
  const auto ival = find_routing("ival")->make(topology, {});
  const auto table = std::make_shared<PathTable>(topology, PathTable::has_translations(topology));
  table->for_each_pair([&](RouterId s, RouterId t) {
    std::size_t paths = 0;
    ival->oblivious()->enumerate(s, t, [&](const Path& path, double p) {
      if (paths++ < most) table->add(s, t, p, path);
    });
  });
  table->normalize();
  return table;
}

// Options under which the routings that are a table take this one.
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
