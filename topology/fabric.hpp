// What InfiniBand calls the parts of a network: GUIDs, LIDs and the numbers of ports.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace orthant {

struct Fabric {
  // A port of a channel adapter: a node.
  struct Endpoint {
    std::uint64_t port_guid = 0;
    std::uint32_t lid = 0;
    std::string name = {};
  };
  struct Switch {
    std::uint64_t guid = 0;
    std::uint32_t lid = 0;
    std::string name = {};
    std::vector<std::uint32_t> port_numbers = {};  // per port of the router, node ports included
  };
  std::vector<Switch> switches;     // per router
  std::vector<Endpoint> endpoints;  // per node
};

}  // namespace orthant
