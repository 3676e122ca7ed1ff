// Tested by: tests/app/message_classes_test.py
#include "app/setup/class_networks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "analysis/guarantees/capacity.hpp"
#include "topology/message_classes.hpp"
#include "topology/names.hpp"

namespace orthant {
namespace {

std::string names_of_path_finders() {
  std::string names;
  for (const RoutingDescription& routing : routing_registry())
    if (routing.finds_paths_anywhere)
      names += fmt::format("{}{}", names.empty() ? "" : ", ", routing.name);
  return names;
}

// The links that carry this class. An error of its routing is kept, and reported to its users.
ClassNetwork network_of(const std::shared_ptr<const Topology>& whole,
                        const RoutingDescription& algorithm, RoutingOptions options,
                        std::size_t message_class) {
  ClassNetwork network{
      .topology = std::make_shared<const Topology>(network_of_class(*whole, message_class)),
      .routing = nullptr,
      .refusal = {}};
  if (const auto pair = disconnected_routers(*network.topology)) {
    network.refusal.emplace(
        "topology.file",
        fmt::format("no path of links that carry message class {} leads from {} to {}; allowed: "
                    "such links between all routers with nodes",
                    message_class, router_text(*whole, pair->first),
                    router_text(*whole, pair->second)));
    return network;
  }
  options.whole = whole.get();
  try {
    network.routing = algorithm.make(*network.topology, options);
  } catch (const KeyError& error) {
    network.refusal.emplace(error.key(), fmt::format("on the links that carry message class {}: {}",
                                                     message_class, error.what()));
  }
  return network;
}

const std::shared_ptr<const Routing>& required_routing(const ClassNetwork& network) {
  if (network.refusal) throw *network.refusal;
  assert(network.routing);
  return network.routing;
}

}  // namespace

std::uint32_t message_classes_of(const Point& point) {
  if (point.text("router.model") == "output_queued") return 1;
  return static_cast<std::uint32_t>(point.integer("router.message_classes"));
}

void check_message_classes(const Topology& topology, std::uint32_t message_classes) {
  const auto beyond = undeclared_message_class(topology, message_classes);
  if (!beyond) return;
  const Channel channel = topology.channel(beyond->second);
  key_error("topology.file",
            "a link of {} and {} carries the message class {}; allowed: below "
            "router.message_classes, {}",
            router_text(topology, channel.from), router_text(topology, channel.to), beyond->first,
            message_classes);
}

void set_class_networks(const RoutingDescription& algorithm, std::uint32_t message_classes,
                        std::vector<ClassNetwork>& built, Setup& setup) {
  if (!algorithm.finds_paths_anywhere)
    key_error("routing.algorithm",
              "links of this network carry certain message classes only, for which {} finds no "
              "paths of their own; allowed: {}",
              algorithm.name, names_of_path_finders());
  while (built.size() < message_classes)
    built.push_back(network_of(setup.topology, algorithm, setup.routing_options, built.size()));
  setup.class_networks.assign(built.begin(), built.begin() + message_classes);
  for (const ClassNetwork& network : setup.class_networks)
    setup.class_routings.push_back(network.routing.get());
  const auto any = std::ranges::find_if(
      setup.class_networks, [](const ClassNetwork& network) { return network.routing != nullptr; });
  setup.routing =
      required_routing(any == setup.class_networks.end() ? setup.class_networks.front() : *any);
}

void require_routings_of_used_classes(const Setup& setup) {
  for (std::size_t m = 0; m < setup.class_networks.size(); ++m)
    if (setup.uses_message_class(m)) required_routing(setup.class_networks[m]);
}

std::size_t analyzed_class(const Point& point) {
  const std::uint32_t message_classes = message_classes_of(point);
  const auto message_class = static_cast<std::size_t>(point.integer("traffic.message_class"));
  if (message_class >= message_classes)
    point.fail("traffic.message_class",
               "{} is out of range; allowed: below router.message_classes, {}", message_class,
               message_classes);
  return message_class;
}

void keep_to_class(ClassNetwork& network, bool with_capacity, Setup& setup) {
  setup.routing = required_routing(network);
  setup.whole = std::exchange(setup.topology, network.topology);
  if (!with_capacity) return;
  if (!network.program_flits) network.program_flits = capacity_by_program(*network.topology);
  setup.capacity_flits = network.program_flits;
  setup.capacity_is_rounded = true;
}

}  // namespace orthant
