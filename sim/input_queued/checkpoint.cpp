// What changes while an input-queued network runs: its state, for checkpoints.
//
// Between two calls of advance() nothing is in a mailbox, and no member that serves within a step
// or a visit (asked_, departing_, stages_, visit_end_, candidates_) is read before it is set.
//
// Tested by: tests/sim/checkpoint_test.cpp
#include "sim/input_queued/input_queued.hpp"
#include "sim/input_queued/shapes.hpp"

namespace orthant {

template <MaskShape kShape>
void InputQueued<kShape>::state(Archive& archive) {
  archive.same(block_);
  for (std::uint32_t r = 0; r < routers_.size(); ++r) archive.same(id_of(LocalRouter{r}));
  common_state(archive);
  archive(idle_ticks_, cycle_, round_, rounds_, active_, births_, alarms_, injecting_, ejecting_,
          packets_);
  archive.filled(routers_, ports_, inputs_, outputs_, alternatives_, next_bits_, arrivals_, timers_,
                 ranks_, levels_, holding_, marks_, dice_, lines_, heads_, busy_until_);
}

ORTHANT_INSTANTIATE_INPUT_QUEUED

}  // namespace orthant
