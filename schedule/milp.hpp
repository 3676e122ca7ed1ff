// Schedules by an integer program, which is independent of the other searches: it checks them, and
// is a baseline for their speed.
#pragma once

#include <cstddef>

#include "schedule/stopwatch.hpp"
#include "schedule/transfers.hpp"
#include "solver/branch_and_cut.hpp"

namespace orthant {

// A column for every transfer t and frame f, 1 if t goes in f: at t * frames + f. Every transfer
// goes in one frame, and at most one uses a channel in a frame. There is no objective: `frames` is
// part of the program. Frames are interchangeable, so the transfers over one bottleneck, which need
// different frames, are fixed to frames in the order of their ids. Requires at least as many frames
// as the duration. Source: Gabrielyan & Hersch 2004, appendix.
IntegerProgram assignment_program(const TransferSet& set, std::size_t frames);

struct MilpResult {
  Frames frames = {};          // a schedule of min_frames frames; empty: none found
  std::size_t min_frames = 0;  // proven: no schedule has fewer frames
};

// Increases the number of frames from the duration until there is a schedule or the limits, which
// include the solver's time, are reached. Stops beyond two million columns.
MilpResult search_by_integer_program(const TransferSet& set, const SearchLimits& limits);

}  // namespace orthant
