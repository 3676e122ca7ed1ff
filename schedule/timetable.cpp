// Tested by: tests/schedule/timetable_test.cpp, tests/app/replay_test.py
#include "schedule/timetable.hpp"

#include <algorithm>

namespace orthant {

std::vector<std::vector<std::uint64_t>> rolling_starts(const TransferSet& set, const Frames& frames,
                                                       const MessageTimes& times) {
  std::vector<std::uint64_t> free_from(set.channels);
  std::vector<std::vector<std::uint64_t>> starts;
  for (const std::vector<std::uint32_t>& frame : frames) {
    std::vector<std::uint64_t>& own = starts.emplace_back();
    for (const std::uint32_t t : frame) {
      const std::vector<std::uint32_t>& channels = set.transfers[t].channels;
      const std::vector<std::uint64_t>& offsets = times.offsets[t];
      std::uint64_t start = 0;
      for (std::size_t i = 0; i < channels.size(); ++i) {
        const std::uint64_t from = free_from[channels[i]];
        if (from > offsets[i]) start = std::max(start, from - offsets[i]);
      }
      for (std::size_t i = 0; i < channels.size(); ++i)
        free_from[channels[i]] = start + offsets[i] + times.cycles;
      own.push_back(start);
    }
  }
  return starts;
}

}  // namespace orthant
