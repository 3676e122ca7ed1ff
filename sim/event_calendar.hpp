// A calendar of single events at exact times, for node models in which routers have no common
// clock.
//
// Time is cut into slots of 2^shift ticks. What is due in a slot lies in a list of blocks in the
// order in which it was pushed, and is sorted by time when the slot is reached; so events of one
// time keep the order in which they were pushed. Blocks are used again: the memory is that of the
// events that are pending at once.
//
// An event may be renewed: it then happens among those of its time as if it had been pushed at that
// moment. The caller keeps the number that renew() gives; `renewed` tells it when the event's turn
// comes, and the event is put off until those pushed before that number have had theirs.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/ids.hpp"

namespace orthant {

// Event has members `time`, in ticks, and `order`, which the calendar sets.
template <class Event>
class EventCalendar {
 public:
  // For events of at most this delay.
  explicit EventCalendar(Cycle longest_delay) {
    while ((longest_delay >> shift_) + 2 > kMostSlots) ++shift_;
    slots_.resize(std::bit_ceil((longest_delay >> shift_) + 2));
  }

  unsigned shift() const { return shift_; }

  // Requires a time that is not in the past and at most the longest delay ahead.
  void push(Event event) {
    event.order = renew();
    const Cycle slot = event.time >> shift_;
    if (slot == open_ && opened_) {
      insert(event);
    } else {
      append(slots_[slot & (slots_.size() - 1)], event);
    }
  }
  // The number of an event that would be pushed now.
  std::uint32_t renew() { return order_++; }

  // Calls f(event) for every event before `tick`, which may push more; before the first one of each
  // slot, open(slot), which may push events into this slot. `look_ahead(event)` is called for an
  // event some events before its turn; renewed(event) gives the event's number, its own or a later
  // one.
  template <class Open, class LookAhead, class Renewed, class F>
  void run(Cycle tick, const Open& open, const LookAhead& look_ahead, const Renewed& renewed,
           const F& f) {
    while (open_ << shift_ < tick) {
      if (!opened_) {
        open_slot(open);
        look_into_next_slots(look_ahead);
      }
      while (!late_.empty() || (next_ < due_.size() && due_[next_].time < tick)) {
        if (!late_.empty() && late_comes_first()) {
          const Event event = pop_late();
          f(event);
          continue;
        }
        if (next_ + kLookAhead < due_.size()) look_ahead(due_[next_ + kLookAhead]);
        Event event = due_[next_++];
        const std::uint32_t order = renewed(event);
        if (order != event.order && others_before(event.time, order)) {
          event.order = order;
          push_late(event);
        } else {
          f(event);
        }
      }
      if (next_ < due_.size() || (open_ + 1) << shift_ > tick) return;
      due_.clear();
      next_ = 0;
      opened_ = false;
      ++open_;
    }
  }
  template <class Open, class F>
  void run(Cycle tick, const Open& open, const F& f) {
    run(
        tick, open, [](const Event&) {}, [](const Event& event) { return event.order; }, f);
  }

  // Calls f(event) for every pending event, in no particular order.
  template <class F>
  void for_each(const F& f) const {
    for (std::size_t i = next_; i < due_.size(); ++i) f(due_[i]);
    for (const Event& event : late_) f(event);
    for (const Slot& slot : slots_) visit(slot, f);
  }

 private:
  static constexpr std::size_t kMostSlots = 4096;
  static constexpr std::size_t kLookAhead = 8;  // events
  static constexpr Cycle kSlotsAhead = 2;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Block {
    std::array<Event, 15> events;
    std::uint32_t count = 0;
    std::uint32_t next = kNone;
  };
  struct Slot {  // a list of blocks
    std::uint32_t first = kNone, last = kNone;
  };

  static bool earlier(const Event& a, const Event& b) { return a.time < b.time; }

  void append(Slot& slot, const Event& event) {
    if (slot.last == kNone || blocks_[slot.last].count == blocks_[slot.last].events.size()) {
      const std::uint32_t block = allocate();
      (slot.last == kNone ? slot.first : blocks_[slot.last].next) = block;
      slot.last = block;
    }
    Block& block = blocks_[slot.last];
    block.events[block.count++] = event;
  }

  std::uint32_t allocate() {
    if (free_ == kNone) {
      blocks_.emplace_back();
      return static_cast<std::uint32_t>(blocks_.size() - 1);
    }
    const std::uint32_t block = free_;
    free_ = blocks_[block].next;
    blocks_[block].count = 0;
    blocks_[block].next = kNone;
    return block;
  }

  template <class F>
  void visit(const Slot& slot, const F& f) const {
    for (std::uint32_t b = slot.first; b != kNone; b = blocks_[b].next) {
      for (std::uint32_t i = 0; i < blocks_[b].count; ++i) f(blocks_[b].events[i]);
    }
  }

  // Where a slot holds few events, those of the next ones are near as well.
  template <class LookAhead>
  void look_into_next_slots(const LookAhead& look_ahead) const {
    const Slot& slot = slots_[(open_ + kSlotsAhead) & (slots_.size() - 1)];
    if (slot.first == kNone) return;
    const Block& block = blocks_[slot.first];
    for (std::uint32_t i = 0; i < block.count; ++i) look_ahead(block.events[i]);
  }

  template <class Open>
  void open_slot(const Open& open) {
    open(open_);
    Slot& slot = slots_[open_ & (slots_.size() - 1)];
    visit(slot, [this](const Event& event) { due_.push_back(event); });
    if (slot.first != kNone) {
      blocks_[slot.last].next = free_;
      free_ = slot.first;
      slot = {};
    }
    sort_due();
    opened_ = true;
  }

  // Numbers wrap; those of pending events lie close together.
  static bool before(std::uint32_t a, std::uint32_t b) {
    return static_cast<std::int32_t>(a - b) < 0;
  }
  static bool later(const Event& a, const Event& b) { return before(b.order, a.order); }

  // Whether an event that is due at the same time was pushed before this number.
  bool others_before(Cycle time, std::uint32_t order) const {
    return (next_ < due_.size() && due_[next_].time == time && before(due_[next_].order, order)) ||
           (!late_.empty() && before(late_.front().order, order));
  }
  // Put-off events, all of one time: a heap by number.
  bool late_comes_first() const {
    const Event& first = late_.front();
    return next_ == due_.size() || due_[next_].time != first.time ||
           before(first.order, due_[next_].order);
  }
  void push_late(const Event& event) {
    late_.push_back(event);
    std::push_heap(late_.begin(), late_.end(), later);
  }
  Event pop_late() {
    std::pop_heap(late_.begin(), late_.end(), later);
    const Event event = late_.back();
    late_.pop_back();
    return event;
  }

  // By time; stable.
  void sort_due() {
    constexpr std::size_t kFew = 48;
    if (due_.size() > kFew) {
      if (!std::is_sorted(due_.begin(), due_.end(), earlier)) radix_sort();
      return;
    }
    for (std::size_t i = 1; i < due_.size(); ++i) {
      if (due_[i - 1].time <= due_[i].time) continue;
      const Event event = due_[i];
      std::size_t at = i;
      for (; at > 0 && event.time < due_[at - 1].time; --at) due_[at] = due_[at - 1];
      due_[at] = event;
    }
  }

  // By the bits of the time below the slot's number, eight at a time.
  void radix_sort() {
    spare_.resize(due_.size());
    for (unsigned from = 0; from < shift_; from += 8) {
      std::array<std::uint32_t, 256> place{};
      const auto digit = [&](const Event& event) { return (event.time >> from) & 0xff; };
      for (const Event& event : due_) ++place[digit(event)];
      std::uint32_t sum = 0;
      for (std::uint32_t& count : place) sum += std::exchange(count, sum);
      for (const Event& event : due_) spare_[place[digit(event)]++] = event;
      due_.swap(spare_);
    }
  }

  void insert(const Event& event) {
    std::size_t at = due_.size();
    while (at > next_ && event.time < due_[at - 1].time) --at;
    due_.insert(due_.begin() + static_cast<std::ptrdiff_t>(at), event);
  }

  unsigned shift_ = 0;
  std::vector<Slot> slots_;  // a power of two
  std::vector<Block> blocks_;
  std::uint32_t free_ = kNone;  // list of unused blocks
  Cycle open_ = 0;              // number of the slot that is next or under way
  bool opened_ = false;
  std::vector<Event> due_;    // of the slot under way
  std::size_t next_ = 0;      // index of its next event
  std::vector<Event> late_;   // put off
  std::vector<Event> spare_;  // scratch
  std::uint32_t order_ = 0;   // of the next event that is pushed
};

}  // namespace orthant
