// Judges schedules. It shares nothing with what makes them but the transfers.
#pragma once

#include <string>

#include "schedule/transfers.hpp"

namespace orthant {

struct Judgement {
  // Empty: every transfer is in one frame, and no channel has more in a frame than its capacity.
  std::string problem;
  std::size_t frames = 0;
  std::uint32_t duration = 0;  // of the transfers: no valid schedule has fewer frames
  bool valid() const { return problem.empty(); }
  bool liquid() const { return valid() && frames == duration; }
};

Judgement judge(const TransferSet& set, const Frames& frames);

}  // namespace orthant
