// Channel latencies and bandwidths from whatever units the config gives them in.
#pragma once

#include <optional>

#include "app/config.hpp"
#include "sim/simulation.hpp"
#include "topology/topology.hpp"

namespace orthant {

// time.cycle_ns, where given.
std::optional<double> cycle_ns(const Point& point);

// Fill the latencies and bandwidths; ConfigError where a unit cannot be converted.
void read_channels(const Point& point, GridOptions& grid);
void read_node_channels(const Point& point, NodeChannelOptions& nodes);

// time.resolution_ns as a part of a cycle, where given.
std::optional<std::uint32_t> ticks_per_cycle(const Point& point);

// router.ack_bytes in flits.
Rational ack_flits(const Point& point);

}  // namespace orthant
