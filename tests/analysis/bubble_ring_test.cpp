// Exhaustive search over all states of a small unidirectional ring: can it get stuck under bubble
// flow control, or under a weakened rule?
//
// System: each router of the ring has one FIFO buffer. Packets enter it from the previous router
// (they continue) or from a node (they enter the ring). A packet in a buffer has some hops left;
// without hops left it is ejected, which always succeeds. Any node may send to any other at any
// time. One packet moves at a time.
// Stuck: packets in the ring, and no head of a buffer can be ejected or continue. New packets only
// take space, so such a state is permanent.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <vector>

namespace orthant {
namespace {

struct Rule {
  std::size_t routers = 3;  // 2 to 4
  int buffer_size = 2;      // per buffer, in the unit of `lengths`
  std::vector<int> lengths = {1};
  // Free space required for a packet of this length to enter; the packet itself must always fit.
  std::function<int(int)> to_enter = [](int length) { return 2 * length; };
  std::function<int(int)> to_continue = [](int length) { return length; };
};

// The possible contents of a buffer, numbered, with the transitions between them; 0 is empty.
class BufferStates {
 public:
  struct Packet {
    int length;
    std::size_t hops_left;
  };
  struct State {
    std::vector<Packet> packets;  // head first
    int free;
    std::size_t without_head = 0;       // the state after the head has left
    std::vector<std::size_t> with_one;  // per kind of packet: the state after it joins, or 0
  };

  explicit BufferStates(const Rule& rule) : rule_(rule) {
    list({}, rule.buffer_size);
    for (State& state : states_) {
      for (std::size_t i = 1; i < state.packets.size(); ++i) {
        state.without_head = joined(state.without_head, state.packets[i]);
      }
    }
  }

  std::size_t size() const { return states_.size(); }
  const State& operator[](std::size_t i) const { return states_[i]; }
  // The state after p joins at the tail; 0 if it does not fit.
  std::size_t joined(std::size_t state, const Packet& p) const {
    std::size_t kind = p.hops_left;
    for (std::size_t i = 0; rule_.lengths[i] != p.length; ++i) kind += rule_.routers - 1;
    return states_[state].with_one[kind];
  }

 private:
  // Adds a state and all that grow from it; returns its number.
  std::size_t list(std::vector<Packet> packets, int free) {
    const std::size_t number = states_.size();
    states_.push_back({.packets = packets, .free = free, .with_one = {}});
    for (const int length : rule_.lengths) {
      for (std::size_t hops = 0; hops + 1 < rule_.routers; ++hops) {
        std::size_t next = 0;
        if (length <= free) {
          packets.push_back({length, hops});
          next = list(packets, free - length);
          packets.pop_back();
        }
        states_[number].with_one.push_back(next);
      }
    }
    return number;
  }

  const Rule& rule_;
  std::vector<State> states_;
};

class RingSearch {
 public:
  explicit RingSearch(const Rule& rule) : rule_(rule), buffers_(rule_) {
    std::size_t states = 1;
    for (std::size_t i = 0; i < rule.routers; ++i) states *= buffers_.size();
    seen_.resize(states);
  }

  // Breadth-first search from the empty ring; returns true if a stuck state is reached.
  bool finds_stuck_state() {
    queue_ = {0};
    seen_[0] = true;
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      decode(queue_[head]);
      bool moves = false;
      for (std::size_t i = 0; i < rule_.routers; ++i) {
        moves = move_head(i) || moves;
        send_from(i);
      }
      if (!moves && queue_[head] != 0) return true;
    }
    return false;
  }

  std::size_t reached() const { return queue_.size(); }

 private:
  using Ring = std::array<std::size_t, 4>;  // per router: the state of its buffer

  void decode(std::size_t code) {
    for (std::size_t i = 0; i < rule_.routers; ++i, code /= buffers_.size()) {
      ring_[i] = code % buffers_.size();
    }
  }

  void reach(const Ring& ring) {
    std::size_t code = 0;
    for (std::size_t i = rule_.routers; i-- > 0;) code = code * buffers_.size() + ring[i];
    if (!seen_[code]) queue_.push_back(static_cast<std::uint32_t>(code));
    seen_[code] = true;
  }

  bool move_head(std::size_t i) {
    const auto& here = buffers_[ring_[i]];
    if (here.packets.empty()) return false;
    auto [length, hops_left] = here.packets.front();
    Ring next = ring_;
    next[i] = here.without_head;
    if (hops_left > 0) {
      const std::size_t ahead = (i + 1) % rule_.routers;
      if (buffers_[ring_[ahead]].free < rule_.to_continue(length)) return false;
      next[ahead] = buffers_.joined(ring_[ahead], {length, hops_left - 1});
      if (next[ahead] == 0) return false;
    }
    reach(next);
    return true;
  }

  void send_from(std::size_t i) {
    const std::size_t ahead = (i + 1) % rule_.routers;
    for (const int length : rule_.lengths) {
      if (buffers_[ring_[ahead]].free < rule_.to_enter(length)) continue;
      for (std::size_t hops = 1; hops < rule_.routers; ++hops) {
        Ring next = ring_;
        next[ahead] = buffers_.joined(ring_[ahead], {length, hops - 1});
        if (next[ahead] != 0) reach(next);
      }
    }
  }

  Rule rule_;
  BufferStates buffers_;
  std::vector<bool> seen_;
  std::vector<std::uint32_t> queue_;
  Ring ring_{};
};

constexpr auto kOneSlot = [](int) { return 1; };
constexpr auto kTwoSlots = [](int) { return 2; };

TEST(BubbleRing, NeverGetsStuckWithTheRule) {
  for (const std::size_t routers : {3u, 4u}) {
    for (const int slots : {2, 3}) {
      RingSearch search({.routers = routers, .buffer_size = slots});
      EXPECT_FALSE(search.finds_stuck_state()) << routers << " routers, " << slots << " slots";
      EXPECT_GT(search.reached(), 100u);
    }
  }
}

TEST(BubbleRing, GetsStuckWhenOneFreeSlotLetsAPacketEnter) {
  for (const std::size_t routers : {3u, 4u}) {
    for (const int slots : {2, 3}) {
      RingSearch search({.routers = routers, .buffer_size = slots, .to_enter = kOneSlot});
      EXPECT_TRUE(search.finds_stuck_state()) << routers << " routers, " << slots << " slots";
    }
  }
}

// With one slot, the rule for entering a ring degenerates to a test for free space.
TEST(BubbleRing, GetsStuckWithBuffersOfOneSlot) {
  for (const std::size_t routers : {3u, 4u}) {
    RingSearch search({.routers = routers, .buffer_size = 1, .to_enter = kOneSlot});
    EXPECT_TRUE(search.finds_stuck_state()) << routers << " routers";
  }
}

// The other half of the rule: packets on the ring must be allowed to use the bubble.
TEST(BubbleRing, GetsStuckWhenPacketsOnTheRingAskForTwoSlotsToo) {
  for (const std::size_t routers : {3u, 4u}) {
    for (const int slots : {2, 3}) {
      RingSearch search({.routers = routers, .buffer_size = slots, .to_continue = kTwoSlots});
      EXPECT_TRUE(search.finds_stuck_state()) << routers << " routers, " << slots << " slots";
    }
  }
}

// Packets of 1 and of 2 flits in buffers of 5. Whatever space entering requires, the bubble that it
// leaves breaks into single flits in several buffers.
TEST(BubbleRing, GetsStuckWhenRoomIsCountedInFlitsOfMixedLengths) {
  const std::vector<std::function<int(int)>> rules = {
      [](int length) { return 2 * length; },  // the packet and an equal one
      [](int length) { return length + 2; },  // the packet and a longest one
      [](int) { return 4; },                  // two longest ones
  };
  for (const auto& to_enter : rules) {
    RingSearch search({.routers = 3, .buffer_size = 5, .lengths = {1, 2}, .to_enter = to_enter});
    EXPECT_TRUE(search.finds_stuck_state());
  }
}

TEST(BubbleRing, CountingFlitsIsSafeWhereAllPacketsAreEquallyLong) {
  RingSearch search({.routers = 3, .buffer_size = 4, .lengths = {2}});
  EXPECT_FALSE(search.finds_stuck_state());
}

}  // namespace
}  // namespace orthant
