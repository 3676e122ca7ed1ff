// Formats routers with their coordinates and ports with their directions.
#include "topology/names.hpp"

#include <fmt/format.h>

namespace orthant {

std::string router_text(const Topology& topology, RouterId router) {
  std::string text = fmt::format("router {}", router.value);
  if (const Grid* grid = topology.grid()) {
    for (std::size_t d = 0; d < grid->dimensions(); ++d) {
      text += fmt::format("{}{}", d == 0 ? " (" : ",", grid->coordinate(router, d));
    }
    text += ')';
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
  if (topology.grid() == nullptr || port.index() >= topology.channel_port_count(router)) return {};
  const std::size_t d = Grid::dimension_of(port);
  const std::string name = d < 3 ? std::string(1, "xyz"[d]) : fmt::format("d{}", d);
  return (Grid::is_plus(port) ? '+' : '-') + name;
}

}  // namespace orthant
