// The frames of a schedule as a file: CSV, or JSON where the file's name ends in .json.
#pragma once

#include <string>

#include "schedule/collective.hpp"

namespace orthant {

bool is_json_file(const std::string& file);

// CSV: "frame,transfer" or, of transfers with nodes, "frame,source,destination".
std::string frames_text(const CollectiveTransfers& transfers, const Frames& frames);
// Reads either form of a file, which `key` names. Throws KeyError(key, "FILE:LINE: ..."), also
// where a JSON file lists other channels of a transfer than `all`.
Frames read_frames(const char* key, const std::string& file, const CollectiveTransfers& all);
// The same of a JSON file whose channels take the place of those of `all`.
Frames read_frames_and_routes(const char* key, const std::string& file, CollectiveTransfers& all);

}  // namespace orthant
