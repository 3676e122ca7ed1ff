// Names of routers and ports in reports.
#pragma once

#include <string>

#include "topology/topology.hpp"

namespace orthant {

// Coordinates of a router, dimension 0 first; empty if the network is not regular.
std::string coordinates_text(const Topology& topology, RouterId router, char separator);
// "router 3 (3,0)"; without coordinates "router 3 (its name)", or "router 3".
std::string router_text(const Topology& topology, RouterId router);
// "port 1 (-x)" for a channel, "port 4 (node 3)" for a node; without coordinates "port 1".
std::string port_text(const Topology& topology, RouterId router, PortId port);

// Direction of a channel port on a regular network, "-x"; empty for node ports and on other
// networks.
std::string port_direction(const Topology& topology, RouterId router, PortId port);

}  // namespace orthant
