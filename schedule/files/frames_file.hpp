// Schedules as files: CSV, or JSON if the file name ends in .json.
#pragma once

#include <string>

#include "schedule/collective.hpp"

namespace orthant {

bool is_json_file(const std::string& file);

// Writes CSV: "frame,transfer" or, for transfers between nodes, "frame,source,destination".
std::string frames_text(const CollectiveTransfers& transfers, const Frames& frames);
// Reads either format; `key` is the config key of the file. Throws KeyError(key, ...) with the line
// or the frame of the mistake, also if the channels that a JSON file lists for a transfer differ
// from those in `all`.
Frames read_frames(const char* key, const std::string& file, const CollectiveTransfers& all);
// Reads either format; the channels that a JSON file lists for a transfer replace those in `all`.
Frames read_frames_and_routes(const char* key, const std::string& file, CollectiveTransfers& all);

}  // namespace orthant
