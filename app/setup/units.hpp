// Converts channel latencies and bandwidths from the units of the config.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "app/config/config.hpp"
#include "sim/options.hpp"
#include "topology/topology.hpp"

namespace orthant {

// time.cycle_ns, if given.
std::optional<Rational> cycle_ns(const Point& point);

// Fills the latencies and bandwidths of [channel]; throws ConfigError if a unit cannot be
// converted, or if values by dimension do not fit grid.radices.
void read_channels(const Point& point, bool input_queued, GridOptions& grid,
                   NodeChannelOptions& node_channels);

// Throws ConfigError unless there are no values or one for each dimension of a network that has
// dimensions.
void check_per_dimension(const Point& point, std::string_view key, std::size_t dimensions,
                         std::size_t values);

// time.resolution_ns as a number of ticks per cycle, if given.
std::optional<std::uint32_t> ticks_per_cycle(const Point& point);

// router.ack_bytes in flits.
Rational ack_flits(const Point& point, std::int64_t ack_bytes);

}  // namespace orthant
