// All paths of an oblivious routing between two routers, in words that a test can compare.
#pragma once

#include <map>
#include <string>

#include "routing/routing.hpp"

namespace orthant {

// "+0 3 c1": three hops in the plus direction of dimension 0 in class 1; legs joined by ", ".
inline std::string written(const Path& path) {
  std::string text;
  for (const Leg& leg : path) {
    if (!text.empty()) text += ", ";
    text += Grid::is_plus(leg.port) ? '+' : '-';
    text += std::to_string(Grid::dimension_of(leg.port)) + ' ' + std::to_string(leg.hops) + " c" +
            std::to_string(leg.vc_class);
  }
  return text;
}

// Path in words -> probability.
inline std::map<std::string, double> collected(const Routing& routing, std::size_t s,
                                               std::size_t t) {
  std::map<std::string, double> paths;
  routing.oblivious()->enumerate(
      RouterId{s}, RouterId{t},
      [&](const Path& path, double probability) { paths[written(path)] += probability; });
  return paths;
}

// A built-in routing of that name.
inline std::unique_ptr<Routing> build(std::string_view name, const Topology& topology,
                                      const RoutingOptions& options = {}) {
  return find_routing(name)->make(topology, options);
}

}  // namespace orthant
