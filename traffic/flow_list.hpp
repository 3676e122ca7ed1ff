// Lists of flows: which node sends how much to which other, and when.
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
  Cycle from = 0, to = kNever;  // it is sent in cycles from .. to - 1
};

// The node of an entry of the present line, below `nodes`. Throws KeyError with file and line.
NodeId node_of_entry(const LineReader& lines, std::string_view entry, std::size_t nodes);

// Reads options.file for so many nodes. Throws KeyError("traffic.file", ...) with file and line.
std::vector<Flow> read_flows(const PatternOptions& options, std::size_t nodes);

// The words for units of rates: flits, then bytes and bits per second.
std::vector<std::string_view> rate_unit_words();

}  // namespace orthant
