// output.channels and output.histogram.
#pragma once

#include <cstdint>

#include "app/output/table.hpp"
#include "app/setup/setup.hpp"
#include "sim/result.hpp"

namespace orthant {

// One row per channel or bin, for each seed.
Table channel_table();
void add_channels(Table& table, const Setup& setup, std::uint64_t seed,
                  const SimulationResult& result);
Table histogram_table();
void add_histogram(Table& table, std::uint64_t seed, const SimulationResult& result);

}  // namespace orthant
