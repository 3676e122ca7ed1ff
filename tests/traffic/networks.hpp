// Small networks and helpers for the traffic tests.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "tests/topology/temporary_file.hpp"
#include "topology/topology.hpp"
#include "traffic/kinds.hpp"

namespace orthant {

inline Topology torus(std::vector<std::uint32_t> radices, std::uint32_t nodes_per_router = 1) {
  return make_torus({.radices = std::move(radices), .nodes_per_router = nodes_per_router});
}

// Two routers without coordinates, with one and two nodes.
inline Topology pair_without_coordinates() {
  std::vector<Channel> channels(2);
  channels[0].to = channels[1].from = RouterId{1};
  channels[0].reverse = ChannelId{1};
  Topology::Parts parts;
  parts.kind = "graph";
  parts.channels = std::move(channels);
  parts.channel_ports = {1, 1};
  parts.nodes_per_router = {1, 2};
  return Topology(std::move(parts));
}

inline std::unique_ptr<Pattern> make_pattern(std::string_view name, const Topology& topology,
                                             const PatternOptions& options = {}) {
  return find_pattern(name)->make(topology, options);
}

inline std::unique_ptr<Injection> make_injection(std::string_view name,
                                                 const InjectionOptions& options) {
  return find_injection(name)->make(options);
}

// "key: message" of the KeyError that `action` throws; "nothing" if it throws none.
template <class Action>
std::string key_error_of(Action&& action) {
  try {
    action();
  } catch (const KeyError& error) {
    return error.key() + ": " + error.what();
  }
  return "nothing";
}

}  // namespace orthant
