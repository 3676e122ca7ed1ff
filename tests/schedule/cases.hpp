// The scheduling cases in tests/data, and small hand-made problems.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "schedule/files/case_file.hpp"

namespace orthant::test {

// The cases with a known solution, by name.
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

// Four transfers over channel 0, which carries two at a time, one of them also over channel 1.
inline TransferSet double_channel() {
  TransferSet set = transfers(2, {{0}, {0}, {0}, {0, 1}, {1}, {1}});
  set.capacities = {2, 1};
  return set;
}

// Random transfers over channels that carry one to three at a time.
inline TransferSet drawn_with_capacities(RandomStream& random) {
  TransferSet set{.channels = 4 + random.below(5)};
  for (std::size_t c = 0; c < set.channels; ++c) set.capacities.push_back(1 + random.below(3));
  set.transfers.push_back({.channels = {0}});
  const std::uint32_t count = 3 + random.below(14);
  while (set.transfers.size() < count) {
    Transfer& next = set.transfers.emplace_back();
    for (std::uint32_t c = 0; c < set.channels; ++c) {
      if (random.bernoulli(0.35)) next.channels.push_back(c);
    }
  }
  return set;
}

// Three transfers, each two of which share one of three channels (Gabrielyan & Hersch 2004, figure
// 9): the duration is 2, but any two congest.
inline TransferSet triangle() { return transfers(3, {{0, 1}, {1, 2}, {2, 0}}); }

}  // namespace orthant::test
