// The table of algorithms: what every entry must declare and reject.
#include <gtest/gtest.h>

#include <set>

#include "base/error.hpp"
#include "routing/routing.hpp"

namespace orthant {
namespace {

// Two routers without coordinates.
Topology graph() {
  std::vector<Channel> channels = {{.from = RouterId{0},
                                    .from_port = PortId{0},
                                    .to = RouterId{1},
                                    .to_port = PortId{0},
                                    .reverse = ChannelId{1},
                                    .latency_cycles = 1,
                                    .bandwidth = 1,
                                    .ring = {}},
                                   {.from = RouterId{1},
                                    .from_port = PortId{0},
                                    .to = RouterId{0},
                                    .to_port = PortId{0},
                                    .reverse = ChannelId{0},
                                    .latency_cycles = 1,
                                    .bandwidth = 1,
                                    .ring = {}}};
  return Topology({.kind = "graph",
                   .dimensions = "",
                   .channels = channels,
                   .channel_ports = {1, 1},
                   .nodes_per_router = {1, 1}});
}

std::string error_of(const RoutingDescription& description, const Topology& topology,
                     const RoutingOptions& options) {
  try {
    description.make(topology, options);
  } catch (const KeyError& error) {
    return error.key() + ": " + error.what();
  }
  return "accepted";
}

TEST(RoutingRegistry, EveryEntryIsFoundByItsUniqueName) {
  std::set<std::string_view> names;
  for (const RoutingDescription& description : routing_registry()) {
    EXPECT_TRUE(names.insert(description.name).second) << description.name;
    EXPECT_EQ(find_routing(description.name), &description);
    EXPECT_FALSE(description.summary.empty());
    EXPECT_FALSE(description.source.empty());
    EXPECT_FALSE(description.vc_classes.empty());
  }
  EXPECT_EQ(find_routing("teleport"), nullptr);
}

TEST(RoutingRegistry, GridAlgorithmsRefuseAGraph) {
  const Topology topology = graph();
  for (const char* name : {"dor", "o1turn", "abr", "val", "ival", "romm"}) {
    EXPECT_EQ(
        error_of(*find_routing(name), topology, {}),
        std::string("routing.algorithm: ") + name +
            " needs a torus, mesh or hypercube, not a graph; allowed: one of them, or a routing "
            "of any network, as up_down");
  }
}

TEST(RoutingRegistry, LocalBalanceRefusesOtherThanATorus) {
  for (const std::string name : {"rlb", "rlbth"}) {
    EXPECT_EQ(error_of(*find_routing(name), make_mesh({.radices = {4, 4}}), {}),
              "routing.algorithm: " + name +
                  " needs a torus, not a mesh; allowed: a torus, or another routing, as dor");
  }
}

TEST(RoutingRegistry, MoreClassesThanVcsAreRefused) {
  const Topology torus = make_torus({.radices = {3, 3, 3, 3, 3}});
  EXPECT_EQ(error_of(*find_routing("val"), torus, {.order = Order::kRandom}),
            "routing.order: val needs 18 VC classes in random order on this network, more than the "
            "16 VCs that a port may have; allowed: fixed");
  EXPECT_EQ(error_of(*find_routing("val"), torus, {}), "accepted");
}

TEST(RoutingRegistry, EachKindOfBubbleHasItsSwitching) {
  const Topology topology = make_torus({.radices = {4, 4}});
  for (const RoutingDescription& description : routing_registry()) {
    for (const auto& [flow_control, name] :
         {std::pair(FlowControl::kBubble, "bubble"),
          std::pair(FlowControl::kCriticalBubble, "critical_bubble")})
      EXPECT_EQ(error_of(description, topology,
                         {.switching = Switching::kWormhole, .flow_control = flow_control}),
                std::string("router.flow_control: ") + name +
                    " does not go with router.switching = wormhole; allowed: credit, flit_bubble, "
                    "or virtual_cut_through or store_and_forward switching");
    EXPECT_EQ(
        error_of(
            description, topology,
            {.switching = Switching::kStoreAndForward, .flow_control = FlowControl::kFlitBubble}),
        "router.flow_control: flit_bubble keeps one flit free, which is not enough for "
        "whole packets; allowed: credit, bubble, critical_bubble, or router.switching = wormhole");
  }
}

TEST(RoutingRegistry, O1turnRefusesOtherThanTwoDimensions) {
  EXPECT_EQ(
      error_of(*find_routing("o1turn"), make_torus({.radices = {4, 4, 4}}), {}),
      "routing.algorithm: o1turn needs a network of 2 dimensions, not 3; allowed: 2, or dor with "
      "routing.order = random");
}

}  // namespace
}  // namespace orthant
