// output.channels, output.histogram and output.energy, and the columns of the energy of a run.
#pragma once

#include <cstdint>
#include <vector>

#include "app/output/table.hpp"
#include "app/setup/setup.hpp"
#include "sim/result.hpp"

namespace orthant {

// Has one row per channel or bin for each seed.
Table channel_table();
void add_channels(Table& table, const Setup& setup, std::uint64_t seed,
                  const SimulationResult& result);
Table histogram_table();
void add_histogram(Table& table, std::uint64_t seed, const SimulationResult& result);

// Columns of a row of results if [energy] is given.
std::vector<Column> energy_columns();
Row energy_fields(const Setup& setup, const SimulationResult& result);

// output.energy: one row per router, for each seed.
Table energy_table();
void add_energy(Table& table, const Setup& setup, std::uint64_t seed,
                const SimulationResult& result);

}  // namespace orthant
