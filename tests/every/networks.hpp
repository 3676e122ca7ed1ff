// Parameters of the tests in this folder: every registered routing on every network of a list.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "routing/graph/forwarding_tables.hpp"
#include "routing/routing.hpp"
#include "tests/routing/some_paths.hpp"
#include "tests/topology/temporary_file.hpp"
#include "topology/faults.hpp"
#include "topology/registry.hpp"

namespace orthant {

struct SmallNetwork {
  std::string_view kind;
  std::vector<std::uint32_t> radices;
  std::string twist = {};       // of a twisted torus
  std::vector<bool> wrap = {};  // of a torus with open dimensions
  FaultOptions faults = {};
};

// One to four dimensions; odd, even and mixed radices; rings of two and single routers; random
// graphs with the given number of routers; twisted tori, rings beside lines, and grids with failed
// links or a failed router.
inline std::vector<SmallNetwork> small_networks() {
  return {
      {"torus", {5}},
      {"torus", {6}},
      {"torus", {2}},
      {"torus", {4, 4}},
      {"torus", {5, 4}},
      {"torus", {7, 3}},
      {"torus", {2, 5}},
      {"torus", {2, 2}},
      {"torus", {1, 6}},
      {"torus", {8, 6}},
      {"torus", {3, 4, 5}},
      {"torus", {4, 4, 4}},
      {"torus", {3, 2, 4, 2}},
      {"mesh", {6}},
      {"mesh", {4, 5}},
      {"mesh", {1, 3}},
      {"mesh", {3, 4, 2}},
      {"mesh", {3, 3, 3}},
      {"hypercube", {2}},
      {"hypercube", {2, 2}},
      {"hypercube", {2, 2, 2}},
      {"hypercube", {2, 2, 2, 2, 2}},
      {"random", {9}},
      {"random", {20}},
      {"torus", {8, 4}, "1>0:4"},
      {"torus", {4, 2}, "1>0:2"},
      {"torus", {3, 2, 3}, "1>0:1 1>2:2"},
      {"torus", {5, 4}, "", {true, false}},
      {"mesh", {3, 4, 2}, "", {false, true, true}},
      {"torus", {5, 4}, "", {}, {.links = "0-1 7-12"}},
      {"torus", {4, 5}, "", {}, {.routers = "(1,2)"}},
      {"torus", {3, 4, 3}, "", {}, {.link_probability = 0.08, .fault_seed = 3}},
      {"mesh", {5, 4}, "", {}, {.routers = "(2,2)"}},
  };
}

struct RoutingCase {
  const RoutingDescription* routing;
  SmallNetwork network;

  Topology topology() const {
    TopologyOptions options;
    options.grid.radices = network.radices;
    options.grid.twist = network.twist;
    options.grid.wrap = network.wrap;
    options.random = {.routers = network.radices[0], .degree = 3};
    Topology whole = find_topology(network.kind)->make(options);
    if (!network.faults.any()) return whole;
    return changed(whole, failed(network.faults, whole), network.faults.key(), "");
  }
};

inline void PrintTo(const RoutingCase& c, std::ostream* out) {
  *out << c.routing->name << " on " << c.network.kind;
}

inline std::string case_name(const testing::TestParamInfo<RoutingCase>& info) {
  std::string name(info.param.routing->name);
  name += '_';
  name += info.param.network.kind;
  char separator = '_';
  for (const std::uint32_t k : info.param.network.radices) {
    name += separator + std::to_string(k);
    separator = 'x';
  }
  if (!info.param.network.twist.empty()) name += "_twisted";
  if (!info.param.network.wrap.empty()) name += "_partly_wrapped";
  if (info.param.network.faults.routers)
    name += "_with_a_hole";
  else if (info.param.network.faults.any())
    name += "_broken";
  return name;
}

// Pairs of routings to interpolate.
inline std::vector<OptionValues> interpolations() {
  std::vector<OptionValues> all;
  for (const auto& [first, second] :
       {std::pair("ival", "dor"), std::pair("romm", "rlbth"), std::pair("dor", "table")}) {
    OptionValues& own = all.emplace_back();
    own.set("interpolated.first", first);
    own.set("interpolated.second", second);
    own.set("interpolated.alpha", "0.375");
  }
  return all;
}

// Distances and other rules for the intermediate routers of OutFlank routing.
inline std::vector<OptionValues> outflanks() {
  std::vector<OptionValues> all(4);
  for (const std::size_t i : {1u, 2u, 3u}) all[i].set("ofr.delta", "1");
  all[2].set("ofr.midpoint", "wrap_sum");
  all[2].set("ofr.collinear", "minus_side");
  all[3].set("ofr.delta_share", "0.5");
  return all;
}

// Up/down routing with different labels, knowledge, ties and forwarding.
inline std::vector<OptionValues> up_downs() {
  std::vector<OptionValues> all(4);
  all[1].set("up_down.knowledge", "local");
  all[1].set("up_down.virtual_networks", "2");
  all[1].set("up_down.tie", "max_label");
  all[2].set("up_down.knowledge", "mixed");
  all[2].set("up_down.cluster_size", "4");
  all[2].set("up_down.clusters", "bottom");
  all[2].set("up_down.labels", "dfs");
  all[2].set("up_down.root", "center");
  all[3].set("up_down.forwarding", "destination");
  all[3].set("up_down.tie", "random");
  return all;
}

inline std::vector<OptionValues> datelines() {
  std::vector<OptionValues> all(2);
  all[1].set("dor.dateline", "static");
  return all;
}

inline std::vector<OptionValues> layers() {
  std::vector<OptionValues> all(4);
  all[1].set("routing.layers", "lash");
  all[2].set("routing.layers", "dfsssp");
  all[3] = all[2];
  all[3].set("shortest.tie", "spread");
  return all;
}

// An empty file: no turn is prohibited.
inline std::vector<OptionValues> no_turns() {
  std::vector<OptionValues> all(1);
  all[0].set("turns.file", "/dev/null");
  return all;
}

// Bubbles along the first dimension only, and along all others only.
inline void add_bubble_dimensions(std::vector<RoutingOptions>& all) {
  const std::size_t given = all.size();
  for (const DimensionMask bubbles : {1u, ~1u}) {
    for (std::size_t i = 0; i < given; ++i) {
      if (all[i].flow_control != FlowControl::kBubble || all[i].ties != Ties::kSplit ||
          all[i].switching != Switching::kVirtualCutThrough)
        continue;
      RoutingOptions some = all[i];
      some.bubble_dimensions = bubbles;
      all.push_back(std::move(some));
    }
  }
}

// All combinations of the options that this routing depends on.
inline std::vector<RoutingOptions> all_options(const RoutingDescription& routing) {
  std::vector<RoutingOptions> all = {{}};
  const auto vary = [&](auto RoutingOptions::*member, const auto& values) {
    std::vector<RoutingOptions> varied;
    for (const RoutingOptions& options : all) {
      for (const auto& value : values) varied.emplace_back(options).*member = value;
    }
    all = std::move(varied);
  };
  vary(&RoutingOptions::switching, std::array{Switching::kWormhole, Switching::kVirtualCutThrough,
                                              Switching::kStoreAndForward});
  vary(&RoutingOptions::flow_control,
       std::array{FlowControl::kCredit, FlowControl::kBubble, FlowControl::kCriticalBubble,
                  FlowControl::kFlitBubble});
  if (routing.reads("routing.order")) {
    vary(&RoutingOptions::order, std::array{Order::kFixed, Order::kRandom});
  }
  if (routing.reads("routing.ties")) {
    vary(&RoutingOptions::ties,
         std::array{Ties::kSplit, Ties::kPlus, Ties::kParity, Ties::kSource});
  }
  if (routing.reads("dor.dateline")) {
    vary(&RoutingOptions::own, datelines());
  }
  if (routing.reads("routing.layers")) vary(&RoutingOptions::own, layers());
  if (routing.reads("up_down.root")) vary(&RoutingOptions::own, up_downs());
  if (routing.reads("turns.file")) vary(&RoutingOptions::own, no_turns());
  if (routing.reads("interpolated.first")) vary(&RoutingOptions::own, interpolations());
  if (routing.reads("ofr.delta")) {  // many detours: other routings cover these combinations
    std::erase_if(all, [](const RoutingOptions& options) {
      return options.switching == Switching::kStoreAndForward && options.ties != Ties::kSplit;
    });
    vary(&RoutingOptions::own, outflanks());
  }
  // Paths do not depend on switching, which bubble restricts, or on the kind of bubble.
  if (!routing.adaptive) {
    std::erase_if(all, [](const RoutingOptions& options) {
      return options.switching == Switching::kStoreAndForward ||
             options.flow_control == FlowControl::kFlitBubble ||
             (options.switching == Switching::kVirtualCutThrough &&
              options.flow_control == FlowControl::kCredit);
    });
  }
  add_bubble_dimensions(all);
  return all;
}

// A few paths for each pair of routers, for the path-table routings.
inline std::shared_ptr<const PathTable> few_paths(std::string_view, const Topology& topology) {
  return some_ival_paths(topology, 5);
}

// Forwarding tables of up/down routing.
inline std::string forwarding_tables(const Topology& topology) {
  OptionValues own;
  own.set("up_down.forwarding", "destination");
  const auto routing = find_routing("up_down")->make(topology, {.own = own});
  return forwarding_tables_text(topology, *routing->oblivious());
}

// Returns nullptr if the routing rejects this network or combination.
inline std::unique_ptr<Routing> build(const RoutingCase& c, const Topology& topology,
                                      RoutingOptions options) {
  options.path_table = few_paths;
  if (c.network.faults.any() && c.routing->reads("routing.detour"))
    options.own.set("routing.detour", "intermediate");
  std::optional<TemporaryFile> tables;
  if (c.routing->name == "lft") {
    tables.emplace(forwarding_tables(topology));
    options.own.set("lft.file", tables->path());
  }
  try {
    return c.routing->make(topology, options);
  } catch (const KeyError&) {
    return nullptr;
  }
}

// The routing under every combination that it accepts.
struct BuiltRouting {
  RoutingOptions options;
  std::unique_ptr<Routing> routing;
};
inline std::vector<BuiltRouting> build_all(const RoutingCase& c, const Topology& topology) {
  std::vector<BuiltRouting> built;
  for (const RoutingOptions& options : all_options(*c.routing)) {
    if (options.bubble_dimensions != kAllDimensions && !topology.has_rings()) continue;
    if (auto routing = build(c, topology, options)) built.push_back({options, std::move(routing)});
  }
  return built;
}

inline bool accepts(const RoutingCase& c, const Topology& topology) {
  return std::ranges::any_of(all_options(*c.routing), [&](const RoutingOptions& options) {
    return build(c, topology, options) != nullptr;
  });
}

// Every pair of a registered routing and a network that it accepts under some combination.
inline const std::vector<RoutingCase>& all_cases() {
  static const std::vector<RoutingCase> cases = [] {
    std::vector<RoutingCase> found;
    for (const RoutingDescription& routing : routing_registry()) {
      for (const SmallNetwork& network : small_networks()) {
        const RoutingCase c{&routing, network};
        if (accepts(c, c.topology())) found.push_back(c);
      }
    }
    return found;
  }();
  return cases;
}

inline std::vector<RoutingCase> all_cases(bool adaptive) {
  std::vector<RoutingCase> cases = all_cases();
  std::erase_if(cases, [&](const RoutingCase& c) { return c.routing->adaptive != adaptive; });
  return cases;
}

// Pairs of routers with nodes spread over the network: all, or as many as visit about `most_paths`
// paths.
inline std::vector<std::pair<RouterId, RouterId>> spread_pairs(const Topology& topology,
                                                               const ObliviousRouting& routing,
                                                               std::size_t most_paths) {
  const std::size_t n = topology.router_count();
  std::size_t paths = 0;
  routing.enumerate(RouterId{0}, RouterId{n - 1}, [&](const Path&, double) { ++paths; });
  const std::size_t stride = 1 + n * n * paths / most_paths;
  std::vector<std::pair<RouterId, RouterId>> pairs;
  for (std::size_t i = 0; i < n * n; i += stride)
    if (topology.has_nodes(RouterId{i / n}) && topology.has_nodes(RouterId{i % n}))
      pairs.emplace_back(i / n, i % n);
  return pairs;
}

// Hops on the shortest path from each router to `target`, from the channels alone.
inline std::vector<std::size_t> distances_to(const Topology& topology, RouterId target) {
  std::vector<std::size_t> distance(topology.router_count(), topology.router_count());
  std::vector<RouterId> queue = {target};
  distance[target.index()] = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    for (const Channel& channel : topology.channels()) {
      if (channel.to != queue[head]) continue;
      std::size_t& known = distance[channel.from.index()];
      if (known != topology.router_count()) continue;
      known = distance[queue[head].index()] + 1;
      queue.push_back(channel.from);
    }
  }
  return distance;
}

}  // namespace orthant
