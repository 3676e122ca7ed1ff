// The state of an input-queued network, for checkpoints: everything that changes while it runs.
// Derived state, such as masks that the step keeps up to date, is computed again.
//
// Between two calls of advance() all message buffers are empty, and no scratch member of a step or
// a visit (asked_, departing_, stages_, visit_end_, candidates_, cycle_, round_, rounds_) is read
// before it is set.
//
// Tested by: tests/sim/checkpoint_test.cpp, tests/app/damaged_checkpoint_test.py
#include "sim/input_queued/input_queued.hpp"
#include "sim/input_queued/shapes.hpp"
#include "sim/input_queued/state_check.hpp"

namespace orthant {

template <MaskShape kShape>
void InputQueued<kShape>::state(Archive& archive) {
  block_state(archive);
  if (archive.reads()) restore(archive, census());
}

template <MaskShape kShape>
void InputQueued<kShape>::block_state(Archive& archive) {
  archive.same(block_);
  for (std::uint32_t r = 0; r < routers_.size(); ++r) archive.same(id_of(LocalRouter{r}));
  common_state(archive);
  archive(packets_);
  archive.filled(routers_, ports_, inputs_, outputs_, arrivals_, timers_, ranks_, levels_, marks_,
                 arbitration_rng_, heads_, busy_until_);
  for (auto& line : lines_) line.state(archive, now_);
  injecting_.state(archive, now_);
  ejecting_.state(archive, now_);
  if (archive.reads()) StateCheck<kShape>(*this, archive).check_numbers();
  candidates_state(archive);
}

// Archives the candidates that depend on free space. They cannot be computed again: the free space
// has changed since the heads came to the front.
template <MaskShape kShape>
void InputQueued<kShape>::candidates_state(Archive& archive) {
  if (adaptive_ == nullptr || !adaptive_->traits().depends_on_occupancy) return;
  for (const Router& router : routers_) {
    for (unsigned bit = 0; bit < vc_slots_; ++bit) {
      InputVc& vc = input(router, bit);
      if (vc.front_left == 0 || vc.out_vc != kNoVc) continue;
      archive(vc.candidate_count);
      archive.check(vc.candidate_count <= max_candidates_, "more candidates than the routing has");
      OutputCandidate* list = mutable_candidates(router, bit);
      for (unsigned i = 0; i < vc.candidate_count; ++i)
        archive(list[i].port, list[i].escape, list[i].vcs, list[i].space,
                next_bits(router, bit)[i]);
    }
  }
}

template <MaskShape kShape>
void InputQueued<kShape>::restore(const Archive& archive, const Census& found) {
  StateCheck<kShape>(*this, archive).check_packets(found);
  idle_ticks_ = 0;
  restore_sources(archive);
  restore_alarms();
  archive.check(generation_calendar_.next() >= now_, "a packet that is generated in the past");
}

template <MaskShape kShape>
void InputQueued<kShape>::restore_sources(const Archive& archive) {
  for (Router& router : routers_) router.sources = router.unsent = router.generating = 0;
  for (const InputQueuedSender& sender : senders_)
    if (!sender.source.empty())
      routers_[sender.router.index()].unsent |= std::uint64_t{1} << sender.port;
  for (Router& router : routers_) router.sources = router.unsent;  // sources without space find out
  if (!program_) return;
  program_->check(
      archive, now_ / ticks_per_cycle_, [&](std::uint32_t place, unsigned message_class) {
        const InputQueuedSender& sender = senders_at(place)[message_class];
        return WorkloadRanks::AtNode{!sender.source.empty() || amid_packet(sender),
                                     sender.source.empty() ? nullptr : &sender.source.front()};
      });
}

// Marks every router for the next tick, and for each tick at which an event reaches it.
template <MaskShape kShape>
void InputQueued<kShape>::restore_alarms() {
  active_.clear();
  for (std::uint32_t r = 0; r < routers_.size(); ++r) {
    active_.mark(now_, r);
    for (Tick tick = now_; tick < now_ + wheel_slots_; ++tick) {
      const Arrivals& due = arrivals(LocalRouter{r}, tick);
      bool any = (due.flits | due.credits).any();
      if constexpr (kWholePackets) any = any || due.tails.any();
      if (has_timers_) {
        const Timers& timed = timers(LocalRouter{r}, tick);
        any = any || (timed.heads | timed.switched | timed.flits).any();
      }
      active_.mark_if(tick, r, any);
    }
  }
  generation_calendar_.clear();
  alarms_.clear();
  visit_end_ = now_;
  const std::size_t places = senders_.size() / sources_per_node_;
  for (std::uint32_t place = 0; program_ && place < places; ++place) set_alarm(place);
  for (std::uint32_t s = 0; !program_ && s < senders_.size(); ++s)
    generation_calendar_.schedule(s, next_generation_of(senders_[s]));
}

ORTHANT_INSTANTIATE_INPUT_QUEUED

}  // namespace orthant
