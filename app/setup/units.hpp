// Channel latencies and bandwidths from whatever units the config gives them in.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "app/config/config.hpp"
#include "sim/options.hpp"
#include "topology/topology.hpp"

namespace orthant {

// time.cycle_ns, where given.
std::optional<Rational> cycle_ns(const Point& point);

// Fills the latencies and bandwidths of [channel]; ConfigError where a unit cannot be converted, or
// values by dimension do not fit grid.radices.
void read_channels(const Point& point, bool input_queued, GridOptions& grid,
                   NodeChannelOptions& node_channels);

// ConfigError unless there is one value for each of the dimensions, of which there are some; none
// at all is fine.
void check_per_dimension(const Point& point, std::string_view key, std::size_t dimensions,
                         std::size_t values);

// time.resolution_ns as a part of a cycle, where given.
std::optional<std::uint32_t> ticks_per_cycle(const Point& point);

// router.ack_bytes in flits.
Rational ack_flits(const Point& point, std::int64_t ack_bytes);

}  // namespace orthant
