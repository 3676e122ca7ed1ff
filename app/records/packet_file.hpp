// output.packets: a line for every measured packet, written while the simulation runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/output/table.hpp"
#include "app/records/simulation_lines.hpp"
#include "sim/simulation.hpp"

namespace orthant {

// Properties of a run that its lines depend on.
struct PacketColumns {
  std::optional<Rational> cycle_ns = {};          // adds the column latency_ns
  std::vector<std::string> traffic_classes = {};  // any: lines end with traffic_class
};

std::vector<Column> packet_columns(const PacketColumns& columns);

class PacketLines final : public PacketLog, public SimulationLines {
 public:
  PacketLines(const std::string& path, std::uint64_t seed, const PacketColumns& columns)
      : SimulationLines(path, seed, packet_columns(columns)), columns_(columns) {}

  void add(const DeliveredPacket& packet) override;

 private:
  PacketColumns columns_;
};

}  // namespace orthant
