// The discrete-event kernel: which router is stepped at which tick, in an order that depends on ids
// alone.
//
// Time is an integer number of ticks. A message between routers takes at least some ticks: the
// lookahead (Fujimoto 1990, Parallel discrete event simulation). So a router may simulate that many
// ticks at once, a visit, before the next router does: its state is fetched from memory once for
// all of them.
//
// A time wheel of bitmaps marks the routers to be stepped at each of the next ticks; later events
// wait in delay lines (constant delay, so already sorted), generations in a calendar. Nothing here
// knows what a router is. Models without a common clock have rounds and
// sim/output_queued/event_order.hpp instead.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

#include "base/archive.hpp"
#include "base/ids.hpp"
#include "sim/kernel/bits.hpp"

namespace orthant {

// Bitmaps of the routers to step at each tick of the near future.
class ActiveWheel {
 public:
  // `slots`: a power of two, no less than the longest delay of a mark and the ticks of a visit
  // together.
  ActiveWheel(std::size_t routers, std::size_t slots)
      : words_((routers + 63) / 64), mask_(slots - 1), bitmap_(words_ * slots) {
    assert(std::has_single_bit(slots));
  }

  void mark(Tick tick, std::uint32_t router) {
    bitmap_[(tick & mask_) * words_ + router / 64] |= std::uint64_t{1} << (router % 64);
  }

  void mark_if(Tick tick, std::uint32_t router, bool condition) {
    bitmap_[(tick & mask_) * words_ + router / 64] |= std::uint64_t{condition} << (router % 64);
  }

  // Visits every router marked for a tick of [from, to), in ascending order of id: calls
  // step(router, tick) for its marked ticks, ascending, and clears the marks. `step` may mark a
  // later tick for the router itself, and a tick from `to` on for others. Returns false if no
  // router was marked.
  template <class Step>
  bool visit(Tick from, Tick to, const Step& step) {
    bool any = false;
    for (std::size_t w = 0; w < words_; ++w) {
      std::uint64_t due = word(from, w);
      for (Tick tick = from + 1; tick < to; ++tick) due |= word(tick, w);
      any = any || due != 0;
      if (to == from + 1) {  // nothing to look up
        word(from, w) = 0;
        for_each_bit(due, [&](unsigned bit) { step(router(w, bit), from); });
        continue;
      }
      for_each_bit(due, [&](unsigned bit) {
        for (Tick tick = from; tick < to; ++tick)
          if ((word(tick, w) >> bit) & 1) step(router(w, bit), tick);
      });
      for (Tick tick = from; tick < to; ++tick) word(tick, w) = 0;
    }
    return any;
  }

  // Calls f(router) for every router marked for `tick`, which stays marked.
  template <class F>
  void for_each(Tick tick, F&& f) const {
    const std::uint64_t* slot = &bitmap_[(tick & mask_) * words_];
    for (std::size_t w = 0; w < words_; ++w) {
      for (std::uint64_t due = slot[w]; due != 0; due &= due - 1)
        f(static_cast<std::uint32_t>(64 * w + std::countr_zero(due)));
    }
  }

  // After this many ticks without a marked router, no later tick has one.
  std::size_t slots() const { return mask_ + 1; }

  // Clears all marks.
  void clear() { std::ranges::fill(bitmap_, 0); }

 private:
  static std::uint32_t router(std::size_t w, unsigned bit) {
    return static_cast<std::uint32_t>(64 * w + bit);
  }
  std::uint64_t& word(Tick tick, std::size_t w) { return bitmap_[(tick & mask_) * words_ + w]; }

  std::size_t words_;
  std::size_t mask_;
  std::vector<std::uint64_t> bitmap_;
};

// Events at a long, constant delay after their cause: one queue per delay, each sorted alone.
template <class Event>
class DelayLine {
 public:
  explicit DelayLine(Tick delay) : delay_(delay) {}

  Tick delay() const { return delay_; }
  bool empty() const { return size_ == 0; }
  void push(Tick now, const Event& event) {
    if (size_ == ring_.size()) grow();
    ring_[(head_ + size_++) & (ring_.size() - 1)] = {now + delay_, event};
  }
  // Calls f(event, due) for each event due up to `tick`, in the order in which they were pushed.
  template <class F>
  void pop_due(Tick tick, F&& f) {
    while (size_ != 0 && ring_[head_].due <= tick) {
      const Entry entry = ring_[head_];
      head_ = (head_ + 1) & (ring_.size() - 1);
      --size_;
      f(entry.event, entry.due);
    }
  }
  // Calls f(event, due) for each event, in the order in which they were pushed.
  template <class F>
  void for_each(F&& f) const {
    for (std::size_t i = 0; i < size_; ++i) {
      const Entry& entry = ring_[(head_ + i) & (ring_.size() - 1)];
      f(entry.event, entry.due);
    }
  }
  // Does the same; f may change the event.
  template <class F>
  void update(F&& f) {
    for (std::size_t i = 0; i < size_; ++i) f(ring_[(head_ + i) & (ring_.size() - 1)].event);
  }
  // Archives, between two ticks, the events from `now` on.
  void state(Archive& archive, Tick now) {
    archive.same(delay_);
    std::vector<Entry> left;
    for_each([&](const Event& event, Tick due) { left.push_back({due, event}); });
    archive(left);
    if (!archive.reads()) return;
    Tick before = now;
    for (const Entry& entry : left) {
      archive.check(entry.due >= before && entry.due - now <= delay_, "an event at no such time");
      before = entry.due;
    }
    size_ = left.size();
    head_ = 0;
    left.resize(left.empty() ? 0 : std::bit_ceil(left.size()));
    ring_.swap(left);
  }

 private:
  struct Entry {
    Tick due;
    Event event;

    void state(Archive& archive) { archive(due, event); }
  };
  void grow() {
    std::vector<Entry> larger(ring_.empty() ? 16 : 2 * ring_.size());
    for (std::size_t i = 0; i < size_; ++i) larger[i] = ring_[(head_ + i) & (ring_.size() - 1)];
    ring_.swap(larger);
    head_ = 0;
  }

  Tick delay_;
  std::vector<Entry> ring_;  // power-of-two size
  std::size_t head_ = 0;
  std::size_t size_ = 0;
};

// At most one pending generation per node, at any distance in time: lists per tick modulo kSlots; a
// node whose slot comes up too early stays for another revolution.
class GenerationCalendar {
 public:
  explicit GenerationCalendar(std::size_t nodes)
      : first_(kSlots, kNone), next_(nodes, kNone), due_(nodes, kNever) {}

  // Requires that the node has no pending generation and that tick is not in the past. kNever:
  // none.
  void schedule(std::uint32_t node, Tick tick) {
    due_[node] = tick;
    if (tick == kNever) return;
    next_[node] = first_[tick & (kSlots - 1)];
    first_[tick & (kSlots - 1)] = node;
  }

  // Stores a generation that the caller handles: pop_due() does not find it.
  void keep(std::uint32_t node, Tick tick) { due_[node] = tick; }

  Tick due(std::uint32_t node) const { return due_[node]; }
  // The tick of the next generation; kNever: there is none.
  Tick next() const { return due_.empty() ? kNever : *std::ranges::min_element(due_); }

  // Calls f(node) for each node that generates at `tick`; f may schedule the node again at a later
  // tick. The order among nodes is arbitrary but fixed; generations of different nodes do not
  // influence each other.
  template <class F>
  void pop_due(Tick tick, F&& f) {
    std::uint32_t node = first_[tick & (kSlots - 1)];
    first_[tick & (kSlots - 1)] = kNone;
    while (node != kNone) {
      const std::uint32_t after = next_[node];
      if (due_[node] == tick) {
        f(node);
      } else {
        schedule(node, due_[node]);
      }
      node = after;
    }
  }

  // Removes all generations.
  void clear() {
    std::ranges::fill(first_, kNone);
    std::ranges::fill(next_, kNone);
    std::ranges::fill(due_, kNever);
  }

 private:
  static constexpr std::size_t kSlots = 4096;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::vector<std::uint32_t> first_;  // per slot
  std::vector<std::uint32_t> next_;   // per node
  std::vector<Tick> due_;             // per node
};

// Alarms, each of a number at a tick: any number of them for each number, at any distance in time,
// set in any order.
class Alarms {
 public:
  bool empty() const { return heap_.empty(); }
  void set(Tick tick, std::uint32_t number) {
    heap_.push_back({tick, number});
    std::ranges::push_heap(heap_, kLater);
  }
  // Calls f(number, tick) for the alarms before `end`, by tick, then by number.
  template <class F>
  void pop_due(Tick end, F&& f) {
    while (!heap_.empty() && heap_.front().tick < end) {
      const Alarm alarm = heap_.front();
      std::ranges::pop_heap(heap_, kLater);
      heap_.pop_back();
      f(alarm.number, alarm.tick);
    }
  }

  void clear() { heap_.clear(); }

 private:
  struct Alarm {
    Tick tick;
    std::uint32_t number;
  };
  static constexpr auto kLater = [](const Alarm& a, const Alarm& b) {
    return a.tick != b.tick ? a.tick > b.tick : a.number > b.number;
  };
  std::vector<Alarm> heap_;
};

}  // namespace orthant
