// How much work the enumeration of all full teams of a scheduling problem is, with every
// combination of its reductions.
#pragma once

#include "app/output/table.hpp"
#include "schedule/stopwatch.hpp"
#include "schedule/transfers.hpp"

namespace orthant {

// Throws ConfigError for more transfers than can be enumerated.
void check_team_table(const TransferSet& set);
// A row for every combination, and two of all full simultaneities; each has the limits for itself.
std::vector<Column> team_columns();
Table team_table(const TransferSet& set, const SearchLimits& limits);

}  // namespace orthant
