// Schedules by an integer program, which shares nothing with the other searches: their judge, and
// their opponent in comparisons of speed.
#pragma once

#include <cstddef>

#include "schedule/stopwatch.hpp"
#include "schedule/transfers.hpp"
#include "solver/branch_and_cut.hpp"

namespace orthant {

// A column for every transfer t and frame f, 1 where t goes in f: at t * frames + f. Every transfer
// goes in one frame, and at most one over a channel in a frame. Nothing is minimised: `frames` is
// part of the program. Frames can change places, so the transfers over one bottleneck, which need
// different ones, have theirs in the order of their ids; this excludes no schedule but for the
// order of its frames. Requires as many frames as the duration. Source: Gabrielyan & Hersch 2004,
// appendix.
IntegerProgram assignment_program(const TransferSet& set, std::size_t frames);

struct MilpResult {
  Frames frames = {};            // a schedule of least_frames frames; empty: none was found
  std::size_t least_frames = 0;  // proven: there is no schedule of fewer
};

// From the duration upwards, until there is a schedule, or the limits, which count the time of the
// solver, end it. Nothing is tried for more than two million columns.
MilpResult search_by_integer_program(const TransferSet& set, const SearchLimits& limits);

}  // namespace orthant
