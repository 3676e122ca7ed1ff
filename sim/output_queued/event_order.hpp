// The order in which events were caused, for routers that are run one after the other.
//
// A router affects another one after some least delay. In a round, an interval no longer than that,
// each router can therefore be run through all its events at once, whatever the others do. When two
// messages reach one router at one instant, the message sent first comes first; of two sent at one
// instant, the message whose sending event comes first, which depends on the causes of those
// events, and so on. So the events of a round are sorted when all of them are known: by time, then
// by the order of their causes, which is known by then.
//
// The order is that of a single list of all events, in which events of one time keep the order in
// which they were entered. It does not depend on how time is cut into rounds.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <deque>
#include <limits>
#include <utility>
#include <vector>

#include "base/archive.hpp"
#include "base/ids.hpp"

namespace orthant {

// The number of events entered before an event; wraps.
using EventIndex = std::uint32_t;

// The cause of an event. Events with one cause come in the order of their ranks.
struct Cause {
  EventIndex event = 0;
  std::uint8_t rank = 0;
};

class EventOrder {
 public:
  // The longest round, in ticks.
  static constexpr Tick kLongestRound = std::numeric_limits<std::uint32_t>::max();

  // `memory`: ticks for which an event may be named as a cause. Ranks are below `ranks`. `first`:
  // index of the first event.
  EventOrder(Tick memory, unsigned ranks, EventIndex first = 0)
      : memory_(memory),
        rank_bits_(std::bit_width(ranks)),
        first_(first),
        next_(first),
        oldest_(first),
        numbers_(mask_ + 1) {}

  // Ends the previous round, and begins one without events before `start`.
  void begin_round(Tick start) {
    if (!times_.keys.empty()) number_round();
    start_ = start;
    while (!rounds_.empty() && rounds_.front().last + memory_ < start) rounds_.pop_front();
    oldest_ = rounds_.empty() ? first_ : rounds_.front().first;
  }

  // Adds an event at `time` with its cause, an event of the same router or of an earlier round.
  EventIndex add(Tick time, Cause cause) {
    const bool is_new = this->is_new(cause.event);
    return append(time, {.place = is_new ? cause.event : number_of(cause.event),
                         .rank = cause.rank,
                         .state = is_new ? State::kNotNumbered : State::kNumbered});
  }
  // Adds an event without a cause: it comes after all earlier entries of its time.
  EventIndex add_uncaused(Tick time) { return append(time, {.state = State::kUncaused}); }

  // True if an event caused by a precedes one caused by b at the same time. Causes in the current
  // round must be events of one router.
  bool before(Cause a, Cause b) const {
    if (a.event == b.event) return a.rank < b.rank;
    const bool a_new = is_new(a.event), b_new = is_new(b.event);
    if (a_new || b_new) return a_new && b_new ? a.event - first_ < b.event - first_ : b_new;
    return number_of(a.event) - oldest_ < number_of(b.event) - oldest_;
  }
  // Prefetches an event of an earlier round that will soon be named as a cause.
  void prefetch(EventIndex event) const { __builtin_prefetch(&numbers_[event & mask_]); }

  // Called between two rounds, the next of which does not begin before `now`.
  void state(Archive& archive, Tick now) {
    std::vector<std::uint32_t> times;
    for (const auto& key : times_.keys) times.push_back(key.value);
    archive(start_, first_, next_, times, origins_, rounds_, numbers_);
    if (!archive.reads()) return;
    times_.keys.clear();
    for (const std::uint32_t time : times)
      times_.keys.push_back({time, static_cast<std::uint32_t>(times_.keys.size())});
    oldest_ = rounds_.empty() ? first_ : rounds_.front().first;
    mask_ = static_cast<std::uint32_t>(numbers_.size() - 1);
    check(archive, now);
  }

 private:
  enum class State : std::uint8_t { kNumbered, kNotNumbered, kUncaused };
  struct Origin {             // an event of the current round
    std::uint32_t place = 0;  // kNumbered: the number of its cause; kNotNumbered: the cause
    std::uint8_t rank = 0;
    State state = State::kNumbered;
  };
  template <class Value>
  struct Key {
    Value value = 0;
    std::uint32_t entry = 0;  // entry of the current round
  };
  template <class Value>
  struct Keys {
    std::vector<Key<Value>> keys, spare;
  };
  struct Round {
    Tick last = 0;  // time of the round's last event
    EventIndex first = 0;
  };

  void check(const Archive& archive, Tick now) const {
    archive.check(std::has_single_bit(numbers_.size()) && numbers_.size() <= kMostNumbers &&
                      next_ - oldest_ <= numbers_.size(),
                  "an order of no such length");
    archive.check(times_.keys.size() == next_ - first_ && origins_.size() == times_.keys.size() &&
                      start_ <= now,
                  "events of no such number");
    for (const auto& key : times_.keys)
      archive.check(start_ + key.value <= now, "an event to come");
    for (const Origin& origin : origins_)
      archive.check(origin.state <= State::kUncaused, "an event of no such origin");
    Round before{0, oldest_};
    for (const Round& round : rounds_) {
      archive.check(round.last >= before.last && round.last <= now &&
                        round.first - oldest_ >= before.first - oldest_ &&
                        round.first - oldest_ <= first_ - oldest_,
                    "rounds out of order");
      before = round;
    }
    archive.check(first_ - oldest_ <= next_ - oldest_, "rounds out of order");
  }

  EventIndex append(Tick time, const Origin& origin) {
    const EventIndex index = next_++;
    if (index - oldest_ > mask_) grow();
    const auto offset = static_cast<std::uint32_t>(time - start_);
    times_.keys.push_back({offset, index - first_});
    origins_.push_back(origin);
    return index;
  }
  bool is_new(EventIndex event) const { return event - first_ < next_ - first_; }
  // Position of an event in the order of remembered events; wraps.
  std::uint32_t number_of(EventIndex event) const {
    assert(event - oldest_ <= mask_);
    return numbers_[event & mask_];
  }

  void grow() {
    const std::uint32_t mask = 2 * mask_ + 1;
    std::vector<std::uint32_t> larger(std::size_t{mask} + 1);
    for (EventIndex event = oldest_; event != first_; ++event)
      larger[event & mask] = numbers_[event & mask_];
    numbers_.swap(larger);
    mask_ = mask;
  }

  // Numbers the events of the current round from first_ on.
  void number_round() {
    sort(times_);
    EventIndex number = first_;
    auto* const end = times_.keys.data() + times_.keys.size();
    for (auto *from = times_.keys.data(), *to = from; from != end; from = to) {
      while (++to != end && to->value == from->value) {
      }
      if (to - from > 1) sort_instant(from, to);
      for (const auto* key = from; key != to; ++key)
        numbers_[(first_ + key->entry) & mask_] = number++;
    }
    rounds_.push_back({start_ + times_.keys.back().value, first_});
    first_ = next_;
    times_.keys.clear();
    origins_.clear();
  }

  // Sorts the events of one time by their causes, which are earlier and already have numbers.
  void sort_instant(Key<std::uint32_t>* from, Key<std::uint32_t>* to) {
    const bool narrow = std::uint64_t{next_ - oldest_} << rank_bits_ >> 31 == 0;
    return narrow ? sort_instant(from, to, narrow_) : sort_instant(from, to, wide_);
  }
  template <class Value>
  void sort_instant(Key<std::uint32_t>* from, Key<std::uint32_t>* to, Keys<Value>& turns) {
    turns.keys.resize(static_cast<std::size_t>(to - from));
    for (const auto* key = from; auto& turn : turns.keys) {
      turn = {static_cast<Value>(turn_of(origins_[key->entry])), key->entry};
      ++key;
    }
    sort(turns);
    for (const auto& turn : turns.keys) (from++)->entry = turn.entry;
  }
  std::uint64_t turn_of(const Origin& origin) const {
    std::uint32_t number = origin.place;
    if (origin.state == State::kNotNumbered) number = number_of(origin.place);
    if (origin.state == State::kUncaused) number = next_;
    return std::uint64_t{number - oldest_} << rank_bits_ | origin.rank;
  }

  // Sorts by value; stable.
  template <class Value>
  void sort(Keys<Value>& list) {
    auto& [keys, spare] = list;
    if (keys.size() <= kFew) return insertion_sort(keys);
    Value different = 0;  // bits that differ
    for (const Key<Value>& key : keys) different |= key.value ^ keys.front().value;
    // Uses as few passes as need no more counters than there are keys.
    const auto bits = static_cast<unsigned>(std::bit_width(different));
    const auto widest = std::min(kWidestDigit, static_cast<unsigned>(std::bit_width(keys.size())));
    const unsigned passes = (bits + widest - 1) / widest;
    if (passes == 0) return;
    const unsigned digit = (bits + passes - 1) / passes;
    const std::uint32_t mask = (1u << digit) - 1;
    places_.assign(std::size_t{passes} << digit, 0);
    for (const Key<Value>& key : keys) {
      for (unsigned pass = 0; pass < passes; ++pass)
        ++places_[pass << digit | (key.value >> pass * digit & mask)];
    }
    spare.resize(keys.size());
    for (unsigned pass = 0; pass < passes; ++pass) {
      std::uint32_t* const places = &places_[pass << digit];
      std::uint32_t sum = 0;
      for (std::uint32_t i = 0; i <= mask; ++i) sum += std::exchange(places[i], sum);
      Key<Value>* const sorted = spare.data();
      for (const Key<Value>& key : keys) sorted[places[key.value >> pass * digit & mask]++] = key;
      keys.swap(spare);
    }
  }
  template <class Value>
  static void insertion_sort(std::vector<Key<Value>>& keys) {
    for (std::size_t i = 1; i < keys.size(); ++i) {
      const Key<Value> key = keys[i];
      std::size_t at = i;
      for (; at > 0 && key.value < keys[at - 1].value; --at) keys[at] = keys[at - 1];
      keys[at] = key;
    }
  }

  static constexpr std::size_t kMostNumbers = std::size_t{1} << 32;
  static constexpr std::size_t kFew = 24;       // keys up to which insertion sort is used
  static constexpr unsigned kWidestDigit = 13;  // bits

  Tick memory_;
  int rank_bits_;
  Tick start_ = 0;    // start of the current round
  EventIndex first_;  // first event of the current round
  EventIndex next_;   // next event to be added
  // Events of the current round.
  Keys<std::uint32_t> times_;  // from start_
  std::vector<Origin> origins_;
  EventIndex oldest_;         // oldest event remembered
  std::deque<Round> rounds_;  // rounds remembered
  std::uint32_t mask_ = 1023;
  std::vector<std::uint32_t> numbers_;  // [event & mask_]: place in the order
  // Scratch.
  Keys<std::uint32_t> narrow_;
  Keys<std::uint64_t> wide_;
  std::vector<std::uint32_t> places_;
};

}  // namespace orthant
