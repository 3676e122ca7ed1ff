// The lists of `orthant analyze --map` and `--hops`: the nodes and neighbours at every port, and
// the hops that packets between two nodes may take.
//
// Tested by: tests/app/network_lists_test.py
#pragma once

#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "app/output/table.hpp"

namespace orthant {

std::vector<Column> map_columns();
// Has a row for every port of every router, channel ports first, unconnected ports left out.
Table map_table(const Point& point);

std::vector<Column> hop_columns();
// `pair`: "S-D", two nodes. Has a row for every router, port and VC class that a packet from S to D
// may leave through, in the order of the hops. Throws ConfigError.
Table hop_table(const Point& point, const std::string& pair);

}  // namespace orthant
