// Iterates over all events under way in a block, for inspection from outside the step.
#pragma once

#include "sim/input_queued/input_queued.hpp"

namespace orthant {

// Calls f(event, due) for every event under way.
template <MaskShape kShape>
template <class F>
void InputQueued<kShape>::for_each_event(const F& f) const {
  const auto each = [&](LocalRouter r, const Mask& bits, EventKind kind, Tick due) {
    bits.for_each([&](unsigned bit) { f(Event{r, static_cast<std::uint16_t>(bit), kind}, due); });
  };
  for (std::uint32_t number = 0; number < routers_.size(); ++number) {
    const LocalRouter r{number};
    for (Tick due = now_; due < now_ + wheel_slots_; ++due) {
      each(r, arrivals_[in_tick(r, due)].flits, EventKind::kFlit, due);
      each(r, arrivals_[in_tick(r, due)].credits, EventKind::kCredit, due);
      if constexpr (kWholePackets) each(r, arrivals_[in_tick(r, due)].tails, EventKind::kTail, due);
    }
  }
  for (const auto& line : lines_) line.for_each(f);
}

}  // namespace orthant
