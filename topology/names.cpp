// Formats routers with their coordinates and ports with their directions.
#include "topology/names.hpp"

#include <fmt/format.h>

namespace orthant {

std::string coordinates_text(const Topology& topology, RouterId router, char separator) {
  std::string text;
  const Structure* structure = topology.structure();
  for (std::size_t d = 0; structure != nullptr && d < structure->dimensions(); ++d) {
    if (d > 0) text += separator;
    text += std::to_string(structure->coordinate(router, d));
  }
  return text;
}

std::string router_text(const Topology& topology, RouterId router) {
  std::string text = fmt::format("router {}", router.value);
  if (topology.structure() != nullptr) {
    text += fmt::format(" ({})", coordinates_text(topology, router, ','));
  } else if (const std::string& name = topology.router_name(router); !name.empty()) {
    text += fmt::format(" ({})", name);
  }
  return text;
}

std::string port_text(const Topology& topology, RouterId router, PortId port) {
  if (port.index() >= topology.channel_port_count(router)) {
    return fmt::format("port {} (node {})", port.value, topology.node_at(router, port).value);
  }
  const std::string direction = port_direction(topology, router, port);
  if (direction.empty()) return fmt::format("port {}", port.value);
  return fmt::format("port {} ({})", port.value, direction);
}

std::string port_direction(const Topology& topology, RouterId router, PortId port) {
  const bool leads_on = port.index() < topology.channel_port_count(router);
  const Structure* structure = topology.structure();
  return leads_on && structure != nullptr ? structure->direction(router, port) : "";
}

}  // namespace orthant
