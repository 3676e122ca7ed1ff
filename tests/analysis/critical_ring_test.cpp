// Exhaustive search over all states of a small unidirectional ring with a critical bubble: can it
// get stuck, can it starve a node, and what happens under weakened rules?
//
// System: each router of the ring has one FIFO buffer of a few slots, and its predecessor, the
// sender, knows some of them to be free. A packet takes a slot ahead with its head and returns its
// previous one some time later, with its tail, whatever its length; until then nothing else leaves
// the buffer. Without hops left it leaves the ring, which always succeeds. Messages between two
// routers arrive in order after any time: returned slots, the token with one of them, token
// requests, and loaned slots. Any router may send to any other at any time. One thing happens at a
// time.
//
// Stuck: packets in the ring, no message in flight, and none can move; new packets only take space,
// so such a state is permanent. Starved: a router cannot enter although nothing moves or is in
// flight and it can request nothing more.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>
#include <vector>

namespace orthant {
namespace {

enum class TokenRule {
  kExact,       // the rule of the routers
  kNone,        // a packet enters wherever a slot is free
  kNoRequests,  // the token moves only with packets in the ring
  kUnbacked     // a request returns the token at once, without a slot
};
struct CriticalRule {
  std::size_t routers;  // 3 or 4
  std::size_t slots;    // per buffer
  TokenRule token = TokenRule::kExact;
};

// The buffer of a router, and the channel to it.
struct RingBuffer {
  enum Leaving : char { kNothing, kPacket, kPacketAndToken };

  std::string hops;            // per packet, front first: hops left
  Leaving leaving = kNothing;  // its head has left, its tail has not
  // In flight to the sender: 'c' a slot, 'm' a slot with the token, 'w' a request, 'M' only the
  // token.
  std::string back = {};
  std::size_t loaned = 0;  // slots in flight from the sender
  bool has_token =
      false;  // at the sender: the token is on one of its free slots, or on the next one
  bool requested = false;  // at the sender: a request is pending
};
using CriticalRing = std::vector<RingBuffer>;

class CriticalSearch {
 public:
  explicit CriticalSearch(const CriticalRule& rule) : rule_(rule) {}

  enum class Found { kNothing, kStuck, kStarved };
  // Starts from the empty ring, with the token ahead of router 0.
  Found search() {
    CriticalRing empty(rule_.routers);
    if (rule_.token != TokenRule::kNone) empty[0].has_token = true;
    reach(empty);
    for (std::size_t next = 0; next < queue_.size(); ++next) {
      const CriticalRing ring = queue_[next];
      bool moves = false;
      for (std::size_t i = 0; i < rule_.routers; ++i) {
        moves = leave(ring, i) || moves;
        moves = return_slot(ring, i) || moves;
        moves = arrive(ring, i) || moves;
      }
      const bool full =
          std::ranges::any_of(ring, [](const RingBuffer& s) { return !s.hops.empty(); });
      if (!moves && full) return Found::kStuck;
      for (std::size_t i = 0; i < rule_.routers; ++i) {
        const bool enters = enter(ring, i);
        const bool requests = request_token_move(ring, i);
        if (!moves && !enters && !requests) return Found::kStarved;
      }
    }
    return Found::kNothing;
  }
  std::size_t reached() const { return queue_.size(); }

 private:
  void reach(const CriticalRing& ring) {
    std::vector<std::string> codes;
    for (const RingBuffer& s : ring) {
      const std::size_t flags =
          s.leaving + 4 * s.loaned + 32 * s.has_token + (s.requested ? 64u : 0u);
      codes.push_back({static_cast<char>(flags), static_cast<char>(s.hops.size()),
                       static_cast<char>(s.back.size())});
      codes.back() += s.hops + s.back;
    }
    std::string smallest;  // rotations of a ring are the same state
    for (std::size_t rotation = 0; rotation < rule_.routers; ++rotation) {
      std::ranges::rotate(codes, codes.begin() + 1);
      std::string code;
      for (const std::string& part : codes) code += part;
      if (rotation == 0 || code < smallest) smallest = std::move(code);
    }
    if (seen_.insert(std::move(smallest)).second) queue_.push_back(ring);
  }
  std::size_t after(std::size_t i) const { return (i + 1) % rule_.routers; }

  // Slots that the sender knows to be free.
  std::size_t free(const RingBuffer& s) const {
    const auto in_flight = std::ranges::count(s.back, 'c') + std::ranges::count(s.back, 'm');
    return rule_.slots - s.hops.size() - (s.leaving != RingBuffer::kNothing) -
           static_cast<std::size_t>(in_flight) - s.loaned;
  }

  // The head of the front packet moves to the next buffer, or out of the ring.
  bool leave(const CriticalRing& ring, std::size_t i) {
    const RingBuffer& here = ring[i];
    if (here.hops.empty() || here.leaving != RingBuffer::kNothing) return false;
    const char hops = here.hops.front();
    CriticalRing next = ring;
    next[i].hops.erase(0, 1);
    next[i].leaving = RingBuffer::kPacket;
    if (hops > '0') {
      RingBuffer& ahead = next[after(i)];
      if (free(ahead) == 0) return false;
      ahead.hops += static_cast<char>(hops - 1);
      if (free(ahead) == 0 && ahead.has_token) {
        ahead.has_token = ahead.requested = false;
        next[i].leaving = RingBuffer::kPacketAndToken;
      }
    }
    reach(next);
    return true;
  }

  // Its tail follows and returns the slot.
  bool return_slot(const CriticalRing& ring, std::size_t i) {
    if (ring[i].leaving == RingBuffer::kNothing) return false;
    CriticalRing next = ring;
    const bool with_token = next[i].leaving == RingBuffer::kPacketAndToken;
    next[i].leaving = RingBuffer::kNothing;
    send_to_sender(next, i, with_token);
    reach(next);
    return true;
  }
  void send_to_sender(CriticalRing& ring, std::size_t i, bool with_token) const {
    RingBuffer& ahead = ring[after(i)];
    if (!with_token && ahead.has_token && ahead.requested) {
      ahead.has_token = ahead.requested = false;
      with_token = true;
    }
    ring[i].back += with_token ? 'm' : 'c';
  }

  // Delivers the oldest message in either direction between router i and its sender.
  bool arrive(const CriticalRing& ring, std::size_t i) {
    if (ring[i].loaned > 0) {
      CriticalRing next = ring;
      --next[i].loaned;
      send_to_sender(next, i, false);
      reach(next);
    }
    if (!ring[i].back.empty()) {
      CriticalRing next = ring;
      RingBuffer& here = next[i];
      const char message = here.back.front();
      here.back.erase(0, 1);
      if (message == 'm' || message == 'M') here.has_token = true;
      if (message == 'w') {
        EXPECT_FALSE(here.has_token) << "a wish leaves while the mark is ahead, and arrives before it";
        here.loaned += free(here) > 0;
      }
      reach(next);
    }
    return ring[i].loaned > 0 || !ring[i].back.empty();
  }

  // A packet from outside joins the buffer ahead of router i.
  bool enter(const CriticalRing& ring, std::size_t i) {
    const RingBuffer& ahead = ring[after(i)];
    if (free(ahead) < (ahead.has_token ? 2u : 1u)) return false;
    for (std::size_t hops = 1; hops < rule_.routers; ++hops) {
      CriticalRing next = ring;
      next[after(i)].hops += static_cast<char>('0' + hops - 1);
      reach(next);
    }
    return true;
  }

  // Router i, blocked only by the token ahead, requests that its sender take the token.
  bool request_token_move(const CriticalRing& ring, std::size_t i) {
    const RingBuffer& ahead = ring[after(i)];
    if (!ahead.has_token || ahead.requested || free(ahead) != 1) return false;
    if (rule_.token == TokenRule::kNoRequests) return false;
    CriticalRing next = ring;
    if (rule_.token == TokenRule::kUnbacked) {
      next[after(i)].has_token = false;
      next[i].back += 'M';
    } else {
      next[after(i)].requested = true;
      next[i].back += 'w';
    }
    reach(next);
    return true;
  }

  CriticalRule rule_;
  std::unordered_set<std::string> seen_;
  std::vector<CriticalRing> queue_;
};

using Found = CriticalSearch::Found;

TEST(CriticalRing, NeverGetsStuckAndStarvesNoNode) {
  std::size_t largest = 0;
  for (const CriticalRule& rule : {CriticalRule{3, 1}, CriticalRule{4, 1}, CriticalRule{3, 2},
                                   CriticalRule{3, 3}, CriticalRule{4, 2}}) {
    CriticalSearch states(rule);
    EXPECT_EQ(states.search(), Found::kNothing) << rule.routers << " routers";
    EXPECT_GT(states.reached(), 100u);
    largest = std::max(largest, states.reached());
  }
  EXPECT_GT(largest, 1'000'000u);
}

TEST(CriticalRing, GetsStuckWithoutAToken) {
  for (const CriticalRule& rule :
       {CriticalRule{3, 1, TokenRule::kNone}, CriticalRule{4, 1, TokenRule::kNone},
        CriticalRule{3, 2, TokenRule::kNone}})
    EXPECT_EQ(CriticalSearch(rule).search(), Found::kStuck);
}

// With one slot per buffer, the token of an empty ring never moves.
TEST(CriticalRing, StarvesANodeIfTheTokenMovesOnlyWithPackets) {
  EXPECT_EQ(CriticalSearch({3, 1, TokenRule::kNoRequests}).search(), Found::kStarved);
  EXPECT_EQ(CriticalSearch({3, 2, TokenRule::kNoRequests}).search(), Found::kNothing);
}

// The sender may have used its last slot when the token arrives.
TEST(CriticalRing, GetsStuckIfATokenReturnsWithoutASlot) {
  for (const std::size_t slots : {1u, 2u})
    EXPECT_EQ(CriticalSearch({3, slots, TokenRule::kUnbacked}).search(), Found::kStuck);
}

}  // namespace
}  // namespace orthant
