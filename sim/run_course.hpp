// What a run (sim/simulation.cpp) remembers between two calls of Network::advance(), beside its
// network, its samples of backlogs and its result: its state, for checkpoints, and what has to hold
// of one that was read.
//
// Tested by: tests/sim/checkpoint_test.cpp, tests/app/damaged_checkpoint_test.py
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/backlogs.hpp"
#include "sim/node/network.hpp"
#include "sim/options.hpp"
#include "sim/result.hpp"

namespace orthant {

inline constexpr std::size_t kPilotBins = 100;
inline constexpr Cycle kShortestPilot = 2'000;
inline constexpr Cycle kLongerPilot = 4;  // the second pilot is so many times longer
inline constexpr Cycle kDrainChunk = 100;

struct RunCourse {
  enum class Phase : std::uint8_t { kWarmUp, kWindow, kDrain };
  // Since the start.
  struct Counts {
    std::vector<std::uint64_t> channel_flits;
    std::vector<RouterActivity> activity;
  };
  // What the state is read into.
  struct Of {
    const NetworkParts& parts;
    const RunOptions& options;
    Network& network;
    const SimulationResult& result;
    const Backlogs& backlogs;
    bool counts_activity;
    Cycle check_cycles;    // between checks
    Cycle shortest_frame;  // of a plan of several
  };

  Phase phase = Phase::kWarmUp;
  Cycle target = 0;  // that it is to advance to
  Cycle next_check = 0;
  Cycle next_stall_check = 0;
  std::uint64_t moved = 0;  // flits that entered, hopped or left, when last looked at
  Cycle moved_at = 0;       // tick of the first look that saw so many
  Cycle expected = 0;
  std::uint32_t frame = 0;  // of a plan, under way
  Cycle frame_from = 0;     // when it was released
  Cycle window_from = 0;
  Cycle window_to = 0;
  std::uint32_t pilots = 0;              // that are over
  std::optional<Cycle> pilot_from = {};  // of the one under way
  std::vector<double> pilot_inside =
      {};  // flits in the network at the end of each of its bins so far
  bool stationary = true;
  Counts before = {};  // when the window was opened

  void state(Archive& archive) {
    archive(phase, target, next_check, next_stall_check, moved, moved_at, expected, frame,
            frame_from, window_from, window_to, pilots, pilot_from, pilot_inside, stationary,
            before.channel_flits, before.activity);
  }
  // Once all of the run has been read: its numbers, then what the network says of itself.
  void check(const Archive& archive, const Of& of) const;

 private:
  void check_times(const Archive& archive, const Of& of) const;
  void check_samples(const Archive& archive, const Of& of) const;
  void check_counts(const Archive& archive, const Of& of) const;
  Cycle longest_advance(const Of& of) const;
};

}  // namespace orthant
