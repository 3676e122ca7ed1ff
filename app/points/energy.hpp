// What energy a run took: columns of its result, and output.energy.
#pragma once

#include <cstdint>
#include <vector>

#include "app/output/table.hpp"
#include "app/setup/setup.hpp"

namespace orthant {

// Of a result, where [energy] is given.
std::vector<Column> energy_columns();
Row energy_fields(const Setup& setup, const SimulationResult& result);

// output.energy: one row per router, for each seed.
Table energy_table();
void add_energy(Table& table, const Setup& setup, std::uint64_t seed,
                const SimulationResult& result);

}  // namespace orthant
