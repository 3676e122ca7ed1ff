// Path tables as text: what routing.table_file holds. docs/path_tables.md describes the format.
#pragma once

#include <span>
#include <string>

#include "routing/table/path_table.hpp"

namespace orthant {

// The table, which must be complete, as the text of a file. `notes` say where it comes from; each
// becomes one or more lines of comment.
std::string path_table_text(const PathTable& table, std::span<const std::string> notes);

// Reads a table of this network, which must outlive it. read_path_table(path_table_text(t)) == t.
// Throws KeyError("routing.table_file", "FILE:LINE: ...") for whatever is wrong with the file.
PathTable read_path_table(const std::string& file, const Topology& topology);

// Sixteen hexadecimal digits from all channels, each with router, port and next router: networks in
// which paths mean the same agree in them.
std::string network_fingerprint(const Topology& topology);

}  // namespace orthant
