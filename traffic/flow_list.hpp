// Lists of flows: sources, destinations, rates and times.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/line_reader.hpp"
#include "traffic/kinds.hpp"

namespace orthant {

struct Flow {
  NodeId source, destination;
  double rate = 0;              // flits per cycle, above 0
  Cycle from = 0, to = kNever;  // active in cycles from .. to - 1
};

// Parses an entry of the current line as a node below `nodes`. Throws KeyError with file and line.
NodeId node_of_entry(const LineReader& lines, std::string_view entry, std::size_t nodes);

// Reads options.file for a network of `nodes` nodes. Throws KeyError("traffic.file", ...) with file
// and line.
std::vector<Flow> read_flows(const PatternOptions& options, std::size_t nodes);

// Lists the units of rates: flits, then bytes and bits per second.
std::vector<std::string_view> rate_unit_words();

}  // namespace orthant
