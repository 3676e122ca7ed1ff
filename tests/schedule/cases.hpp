// The scheduling cases in tests/data, and small problems made by hand.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "schedule/files/case_file.hpp"

namespace orthant::test {

// Those with an answer, by name.
inline std::vector<ScheduleCase> solved_cases() {
  std::vector<std::string> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(ORTHANT_SOURCE_DIR "/tests/data/liquid"))
    files.push_back(entry.path().string());
  std::ranges::sort(files);
  std::vector<ScheduleCase> cases;
  for (const std::string& file : files) {
    ScheduleCase next = read_schedule_case("--case", file);
    if (!next.expected.contains("check")) cases.push_back(std::move(next));
  }
  return cases;
}

inline TransferSet transfers(std::size_t channels,
                             const std::vector<std::vector<std::uint32_t>>& lists) {
  TransferSet set{.channels = channels};
  for (const auto& list : lists) set.transfers.push_back({.channels = list});
  return set;
}

// Three transfers, each two of which share one of three channels (Gabrielyan & Hersch 2004, figure
// 9): the duration is 2, and no two can go together.
inline TransferSet triangle() { return transfers(3, {{0, 1}, {1, 2}, {2, 0}}); }

}  // namespace orthant::test
