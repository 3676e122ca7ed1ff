// What `orthant analyze --map` and `--hops` list of a network: who is where, and where packets of
// a pair of nodes may go.
//
// Tested by: tests/app/network_lists_test.py
#pragma once

#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "app/output/table.hpp"

namespace orthant {

std::vector<Column> map_columns();
// A row for every port of every router, channel ports first, absent ones left out.
Table map_table(const Point& point);

std::vector<Column> hop_columns();
// `pair`: "S-D", two nodes. A row for every router, port and VC class through which a packet from S
// to D may go on, in the order of the hops. Throws ConfigError.
Table hop_table(const Point& point, const std::string& pair);

}  // namespace orthant
