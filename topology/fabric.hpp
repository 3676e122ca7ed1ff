// InfiniBand's identifiers for the parts of a network: GUIDs, LIDs and port numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace orthant {

struct Fabric {
  // A port of a channel adapter: a node.
  struct Endpoint {
    std::uint64_t port_guid = 0;
    std::uint32_t lid = 0;  // the first of 2^lmc; 0: unknown
    std::string name = {};
    std::uint32_t lmc = 0;
  };
  struct Switch {
    std::uint64_t guid = 0;
    std::uint32_t lid = 0;  // 0: unknown
    std::string name = {};
    std::vector<std::uint32_t> port_numbers = {};  // per port of the router, node ports included
  };
  std::vector<Switch> switches;     // per router
  std::vector<Endpoint> endpoints;  // per node
  bool is_synthetic = false;        // identifiers are generated, not read
};

}  // namespace orthant
