// Finds schedules by an integer program. The program is independent of the other searches, so it
// checks their results; it is also the baseline for their speed.
#pragma once

#include <cstddef>

#include "schedule/stopwatch.hpp"
#include "schedule/transfers.hpp"
#include "solver/branch_and_cut.hpp"

namespace orthant {

// The program has a column for every transfer t and frame f, numbered t * frames + f, which is 1 if
// t goes in f. Every transfer goes in one frame, and in every frame a channel carries no more
// transfers than its capacity. There is no objective, because the number of frames is given. Frames
// are interchangeable, so the transfers over the busiest channel of capacity 1, which need
// different frames, are fixed to frames in the order of their ids. Requires at least as many frames
// as the duration. Source: Gabrielyan & Hersch 2004, appendix.
IntegerProgram assignment_program(const TransferSet& set, std::size_t frames);

struct MilpResult {
  Frames frames = {};          // a schedule of min_frames frames; empty: none found
  std::size_t min_frames = 0;  // proven: no schedule has fewer frames
};

// Tries numbers of frames upwards from the duration until there is a schedule, the limits are
// reached or the program would exceed two million columns. The time limit includes the time of the
// solver.
MilpResult search_by_integer_program(const TransferSet& set, const SearchLimits& limits);

}  // namespace orthant
