// `orthant policy --faults`: single messages on networks with failed links.
#pragma once

#include "app/exact/policy_tables.hpp"

namespace orthant {

struct FaultTables {
  Table deliveries;  // a row for every offset of every point
  Table deaths;      // where messages were lost, a row for every offset of every point
};

std::vector<Column> fault_columns();
std::vector<Column> death_columns();

// Draws the links of each network and p policy.trials times, for all its policies at once; with
// faults.links every pair of routers sends one message instead. Throws ConfigError where p is
// missing or a link does not exist, Interrupted after an interrupt.
FaultTables fault_tables(const PolicyPoints& points, std::size_t threads, bool quiet);

}  // namespace orthant
