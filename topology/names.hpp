// How reports write routers and ports.
#pragma once

#include <string>

#include "topology/topology.hpp"

namespace orthant {

// "router 3 (3,0)"; without coordinates "router 3 (its name)", or "router 3".
std::string router_text(const Topology& topology, RouterId router);
// "port 1 (-x)" to another router, "port 4 (node 3)" to a node; without coordinates "port 1".
std::string port_text(const Topology& topology, RouterId router, PortId port);

// "-x" of that port on a grid; empty elsewhere, and to a node.
std::string port_direction(const Topology& topology, RouterId router, PortId port);

}  // namespace orthant
