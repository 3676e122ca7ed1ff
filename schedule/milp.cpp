// Tested by: tests/schedule/milp_test.cpp
#include "schedule/milp.hpp"

#include <algorithm>
#include <cassert>

namespace orthant {
namespace {

constexpr std::size_t kMaxColumns = 2'000'000;

std::vector<std::vector<std::uint32_t>> users_of_channels(const TransferSet& set) {
  std::vector<std::vector<std::uint32_t>> users(set.channels);
  for (std::uint32_t t = 0; t < set.transfers.size(); ++t) {
    for (const std::uint32_t channel : set.transfers[t].channels) users[channel].push_back(t);
  }
  return users;
}

Frames frames_from(const std::vector<double>& x, std::size_t transfers, std::size_t frames) {
  Frames schedule(frames);
  for (std::uint32_t t = 0; t < transfers; ++t) {
    for (std::size_t f = 0; f < frames; ++f) {
      if (x[t * frames + f] == 1) schedule[f].push_back(t);
    }
  }
  return schedule;
}

}  // namespace

IntegerProgram assignment_program(const TransferSet& set, std::size_t frames) {
  IntegerProgram integer;
  LinearProgram& program = integer.program;
  for (std::size_t t = 0; t < set.transfers.size(); ++t) {
    const std::uint32_t goes = program.add_row(1, 1);
    for (std::size_t f = 0; f < frames; ++f) program.add(goes, program.add_column(0, 0, 1), 1);
  }
  const auto column = [&](std::uint32_t t, std::size_t f) {
    return static_cast<std::uint32_t>(t * frames + f);
  };
  const auto users = users_of_channels(set);
  for (const auto& transfers : users) {
    const std::uint32_t capacity = set.capacity(static_cast<std::size_t>(&transfers - &users[0]));
    if (transfers.size() <= capacity) continue;
    for (std::size_t f = 0; f < frames; ++f) {
      const std::uint32_t apart = program.add_row(-kUnlimited, capacity);
      for (const std::uint32_t t : transfers) program.add(apart, column(t, f), 1);
    }
  }
  // Transfers over a channel of capacity 1 are in different frames, and frames are interchangeable,
  // so the i-th transfer of the busiest such channel may be fixed to frame i.
  std::vector<std::uint32_t> busiest;
  for (std::size_t c = 0; c < users.size(); ++c) {
    if (set.capacity(c) == 1 && users[c].size() > busiest.size()) busiest = users[c];
  }
  assert(frames >= busiest.size());
  for (std::size_t f = 0; f < busiest.size(); ++f) program.lower[column(busiest[f], f)] = 1;
  integer.integer.assign(program.columns(), true);
  return integer;
}

MilpResult search_by_integer_program(const TransferSet& set, const SearchLimits& limits) {
  MilpResult result{.min_frames = liquid_bound(set).duration};
  double seconds_left = limits.seconds;
  while (set.transfers.size() * result.min_frames <= kMaxColumns) {
    const std::size_t frames = result.min_frames;
    const Stopwatch making({});
    const IntegerProgram program = assignment_program(set, frames);
    seconds_left -= making.seconds();
    const IntegerSolution solution =
        solve_by_branch_and_cut(program, {.time_limit_seconds = seconds_left, .stop = limits.stop});
    seconds_left -= solution.seconds;
    // A point found before the time limit is still a schedule.
    if (!solution.x.empty()) result.frames = frames_from(solution.x, set.transfers.size(), frames);
    if (solution.status != LpStatus::kInfeasible) break;
    ++result.min_frames;
  }
  return result;
}

}  // namespace orthant
