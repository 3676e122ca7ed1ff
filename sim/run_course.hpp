// The progress of a run (sim/simulation.cpp) between two calls of Network::advance(), apart from
// its network, its samples of backlogs and its result: the state for checkpoints, and the checks of
// a state that was read.
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
inline constexpr Cycle kLongerPilot = 4;  // length of the second pilot over the first
inline constexpr Cycle kDrainChunk = 100;

struct RunCourse {
  enum class Phase : std::uint8_t { kWarmUp, kWindow, kDrain };
  // Counts since the start.
  struct Counts {
    std::vector<std::uint64_t> channel_flits;
    std::vector<RouterActivity> activity;
  };
  // The run that the state belongs to.
  struct Of {
    const NetworkParts& parts;
    const RunOptions& options;
    Network& network;
    const SimulationResult& result;
    const Backlogs& backlogs;
    bool counts_activity;
    Cycle check_cycles;    // between checks
    Cycle shortest_frame;  // for a plan of several frames
  };

  Phase phase = Phase::kWarmUp;
  Cycle target = 0;  // cycle to advance to
  Cycle next_check = 0;
  Cycle next_stall_check = 0;
  std::uint64_t moved = 0;  // flits that entered, hopped or left, at the last stall check
  Cycle moved_at = 0;       // tick of the first stall check with this count
  Cycle expected = 0;
  std::uint32_t frame = 0;  // current frame of a plan
  Cycle frame_from = 0;     // release of the frame
  Cycle window_from = 0;
  Cycle window_to = 0;
  std::uint32_t pilots = 0;              // pilots completed
  std::optional<Cycle> pilot_from = {};  // start of the current pilot
  std::vector<double> pilot_inside =
      {};  // flits in the network at the end of each bin of the pilot
  bool stationary = true;
  Counts before = {};  // at the start of the window

  void state(Archive& archive) {
    archive(phase, target, next_check, next_stall_check, moved, moved_at, expected, frame,
            frame_from, window_from, window_to, pilots, pilot_from, pilot_inside, stationary,
            before.channel_flits, before.activity);
  }
  // Checks the state once the run has been read: its numbers, then the network's invariants.
  void check(const Archive& archive, const Of& of) const;

 private:
  void check_times(const Archive& archive, const Of& of) const;
  void check_samples(const Archive& archive, const Of& of) const;
  void check_counts(const Archive& archive, const Of& of) const;
  Cycle longest_advance(const Of& of) const;
};

}  // namespace orthant
