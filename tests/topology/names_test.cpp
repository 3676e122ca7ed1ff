// Names of routers and ports.
#include "topology/names.hpp"

#include <gtest/gtest.h>

namespace orthant {
namespace {

TEST(Names, GiveCoordinatesAndDirections) {
  const Topology torus = make_torus({.radices = {4, 3, 2, 2}, .nodes_per_router = 2});
  const RouterId r{4 * 3 + 4 + 3};  // x 3, y 1, z 1
  EXPECT_EQ(router_text(torus, r), "router 19 (3,1,1,0)");
  EXPECT_EQ(port_text(torus, r, PortId{1u}), "port 1 (-x)");
  EXPECT_EQ(port_text(torus, r, PortId{4u}), "port 4 (+z)");
  EXPECT_EQ(port_text(torus, r, PortId{6u}), "port 6 (+d3)");
  EXPECT_EQ(port_text(torus, r, PortId{9u}), "port 9 (node 39)");
}

TEST(Names, DoWithoutCoordinates) {
  const Channel there{.from = RouterId{0u},
                      .from_port = PortId{0u},
                      .to = RouterId{1u},
                      .to_port = PortId{0u},
                      .reverse = ChannelId{1u},
                      .ring = {}};
  const Channel back{.from = RouterId{1u},
                     .from_port = PortId{0u},
                     .to = RouterId{0u},
                     .to_port = PortId{0u},
                     .reverse = ChannelId{0u},
                     .ring = {}};
  const Topology pair({.kind = "graph",
                       .dimensions = "",
                       .channels = {there, back},
                       .channel_ports = {1, 1},
                       .nodes_per_router = {1, 0}});
  EXPECT_EQ(router_text(pair, RouterId{1u}), "router 1");
  EXPECT_EQ(port_text(pair, RouterId{1u}, PortId{0u}), "port 0");
  EXPECT_EQ(port_text(pair, RouterId{0u}, PortId{1u}), "port 1 (node 0)");
  EXPECT_GE(pair.memory_bytes(), 2 * sizeof(Channel));
}

}  // namespace
}  // namespace orthant
