// Schedules as files: CSV, or JSON if the file name ends in .json.
#pragma once

#include <string>

#include "schedule/collective.hpp"

namespace orthant {

bool is_json_file(const std::string& file);

// Writes CSV: "frame,transfer" or, for transfers between nodes, "frame,source,destination".
std::string frames_text(const CollectiveTransfers& transfers, const Frames& frames);
// Reads either format; `key` names the file. Throws KeyError(key, "FILE:LINE: ..."), also if a JSON
// file lists channels of a transfer that differ from `all`.
Frames read_frames(const char* key, const std::string& file, const CollectiveTransfers& all);
// Reads a JSON file whose channels replace those of `all`.
Frames read_frames_and_routes(const char* key, const std::string& file, CollectiveTransfers& all);

}  // namespace orthant
