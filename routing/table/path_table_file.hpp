// Path tables as text files: routing.table_file. docs/path_tables.md describes the format.
#pragma once

#include <span>
#include <string>

#include "routing/table/path_table.hpp"

namespace orthant {

// Writes a complete table as text. `notes` state its origin; each becomes one or more comment
// lines.
std::string path_table_text(const PathTable& table, std::span<const std::string> notes);

// Reads a table of this network, which must outlive it. read_path_table(path_table_text(t)) == t.
// Throws KeyError("routing.table_file", "FILE:LINE: ...") for any mistake in the file.
PathTable read_path_table(const std::string& file, const Topology& topology);

// Sixteen hexadecimal digits computed from all channels, each with router, port and next router:
// equal for networks on which paths have the same meaning.
std::string network_fingerprint(const Topology& topology);

}  // namespace orthant
