// All paths of an oblivious routing between two routers, as text that tests compare.
#pragma once

#include <gtest/gtest.h>

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

// Path as text -> probability.
inline std::map<std::string, double> collected(const Routing& routing, std::size_t s,
                                               std::size_t t) {
  std::map<std::string, double> paths;
  routing.oblivious()->enumerate(
      RouterId{s}, RouterId{t},
      [&](const Path& path, double probability) { paths[written(path)] += probability; });
  return paths;
}

// Expects the same paths, with probabilities equal up to rounding.
inline void expect_paths(const std::map<std::string, double>& found,
                         const std::map<std::string, double>& expected) {
  EXPECT_EQ(found.size(), expected.size());
  for (const auto& [path, probability] : expected) {
    ASSERT_TRUE(found.contains(path)) << path;
    EXPECT_NEAR(found.at(path), probability, 1e-15) << path;
  }
}

// Builds a registered routing by name.
inline std::unique_ptr<Routing> build(std::string_view name, const Topology& topology,
                                      const RoutingOptions& options = {}) {
  return find_routing(name)->make(topology, options);
}

inline std::size_t class_count(std::string_view name, const Topology& topology,
                               const RoutingOptions& options = {}) {
  return build(name, topology, options)->traits().vc_classes.size();
}

// Cut-through with bubble flow control.
inline RoutingOptions bubble(Order order = Order::kFixed) {
  return {.switching = Switching::kVirtualCutThrough,
          .flow_control = FlowControl::kBubble,
          .order = order};
}

inline RoutingOptions bubble_with(const OptionValues& own, Ties ties = Ties::kPlus) {
  RoutingOptions options = bubble();
  options.ties = ties;
  options.own = own;
  return options;
}

}  // namespace orthant
