// Validates schedules, independently of the code that constructs them.
#pragma once

#include <string>

#include "schedule/transfers.hpp"

namespace orthant {

struct Judgement {
  // First mistake that was found. Empty: no frame is empty, every transfer is in exactly one frame,
  // and no channel exceeds its capacity in a frame.
  std::string problem;
  std::size_t frames = 0;
  std::uint32_t duration = 0;  // of the transfers: no valid schedule has fewer frames
  bool valid() const { return problem.empty(); }
  bool liquid() const { return valid() && frames == duration; }
};

Judgement judge(const TransferSet& set, const Frames& frames);

}  // namespace orthant
