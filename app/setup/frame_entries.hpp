// Reads the frames of a schedule from a file: CSV, or JSON where the file's name ends in .json.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/output/table.hpp"

namespace orthant {

// Of a file of frames with source and destination.
std::vector<Column> frame_columns();

bool is_json_file(const std::string& file);

// A transfer in its frame, as a file has it.
struct FrameEntry {
  std::size_t line = 0;  // of a CSV file
  std::uint32_t frame = 0;
  std::array<std::uint32_t, 2> ends = {};  // source and destination; of a case the transfer and 0
};

struct FramesFile {
  const char* key;  // that names it in messages
  std::string path;
};

// In the order of the file. Throws KeyError(file.key).
std::vector<FrameEntry> read_frame_entries(const FramesFile& file, bool has_pairs);
// Throws KeyError(file.key, "FILE:LINE: ...").
[[noreturn]] void fail_at_entry(const FramesFile& file, const FrameEntry& entry,
                                const std::string& what);

}  // namespace orthant
