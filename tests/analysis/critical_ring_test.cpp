// Exhaustive search over all states of a small unidirectional ring with a critical bubble: does it
// ever get stuck, does it keep a node out for ever, and what happens when its rules are weakened?
//
// System: each router of the ring has one first-in first-out buffer of a few slots, and its
// predecessor, the sender, knows of some of them that they are free. A packet takes a slot ahead
// with its head and gives back the one that it was in some time later, with its tail, whatever its
// length; until then nothing else leaves the buffer. With no hops left it leaves the ring, which
// always succeeds. Messages arrive at any time later, those from one router to another in their
// order: slots that go back, the mark with one of them, wishes, slots that are lent. Any router may
// send to any other at any time. One thing happens at a time.
//
// Stuck: packets in the ring, nothing under way, and none can move; new packets only take room, so
// such a state lasts for ever. Starved: a router cannot enter although nothing moves or is under
// way and it can wish for nothing more.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>
#include <vector>

namespace orthant {
namespace {

enum class Marking {
  kExact,     // as the routers have it
  kNone,      // a packet enters wherever a slot is free
  kNoWishes,  // the mark moves with packets in the ring alone
  kUnbacked   // a wish sends the mark back at once, without a slot
};
struct CriticalRule {
  std::size_t routers;  // 3 or 4
  std::size_t slots;    // of a buffer
  Marking marking = Marking::kExact;
};

// The buffer of a router, and the channel to it.
struct Stretch {
  enum Leaving : char { kNothing, kPacket, kPacketAndMark };

  std::string hops;            // per packet, the front first: hops left
  Leaving leaving = kNothing;  // its head has gone on, its tail has not
  // On its way to the sender: 'c' a slot, 'm' one with the mark, 'w' a wish, 'M' the mark alone.
  std::string back = {};
  std::size_t lent = 0;  // slots on their way from the sender
  bool marked = false;   // at the sender: one of its free slots, or the next one
  bool wished = false;   // at the sender
};
using CriticalRing = std::vector<Stretch>;

class CriticalSearch {
 public:
  explicit CriticalSearch(const CriticalRule& rule) : rule_(rule) {}

  enum class Found { kNothing, kStuck, kStarved };
  // From the empty ring, with the mark in front of router 0.
  Found look() {
    CriticalRing empty(rule_.routers);
    if (rule_.marking != Marking::kNone) empty[0].marked = true;
    reach(empty);
    for (std::size_t next = 0; next < queue_.size(); ++next) {
      const CriticalRing ring = queue_[next];
      bool moves = false;
      for (std::size_t i = 0; i < rule_.routers; ++i) {
        moves = leave(ring, i) || moves;
        moves = give_back(ring, i) || moves;
        moves = arrive(ring, i) || moves;
      }
      const bool full = std::ranges::any_of(ring, [](const Stretch& s) { return !s.hops.empty(); });
      if (!moves && full) return Found::kStuck;
      for (std::size_t i = 0; i < rule_.routers; ++i) {
        const bool enters = enter(ring, i);
        const bool wishes = wish(ring, i);
        if (!moves && !enters && !wishes) return Found::kStarved;
      }
    }
    return Found::kNothing;
  }
  std::size_t reached() const { return queue_.size(); }

 private:
  void reach(const CriticalRing& ring) {
    std::vector<std::string> codes;
    for (const Stretch& s : ring) {
      const std::size_t flags = s.leaving + 4 * s.lent + 32 * s.marked + (s.wished ? 64u : 0u);
      codes.push_back({static_cast<char>(flags), static_cast<char>(s.hops.size()),
                       static_cast<char>(s.back.size())});
      codes.back() += s.hops + s.back;
    }
    std::string least;  // rotations of a ring are the same state
    for (std::size_t turn = 0; turn < rule_.routers; ++turn) {
      std::ranges::rotate(codes, codes.begin() + 1);
      std::string code;
      for (const std::string& part : codes) code += part;
      if (turn == 0 || code < least) least = std::move(code);
    }
    if (seen_.insert(std::move(least)).second) queue_.push_back(ring);
  }
  std::size_t after(std::size_t i) const { return (i + 1) % rule_.routers; }

  // Slots that the sender knows to be free.
  std::size_t free(const Stretch& s) const {
    const auto under_way = std::ranges::count(s.back, 'c') + std::ranges::count(s.back, 'm');
    return rule_.slots - s.hops.size() - (s.leaving != Stretch::kNothing) -
           static_cast<std::size_t>(under_way) - s.lent;
  }

  // The head of the front packet goes on, or out of the ring.
  bool leave(const CriticalRing& ring, std::size_t i) {
    const Stretch& here = ring[i];
    if (here.hops.empty() || here.leaving != Stretch::kNothing) return false;
    const char hops = here.hops.front();
    CriticalRing next = ring;
    next[i].hops.erase(0, 1);
    next[i].leaving = Stretch::kPacket;
    if (hops > '0') {
      Stretch& ahead = next[after(i)];
      if (free(ahead) == 0) return false;
      ahead.hops += static_cast<char>(hops - 1);
      if (free(ahead) == 0 && ahead.marked) {
        ahead.marked = ahead.wished = false;
        next[i].leaving = Stretch::kPacketAndMark;
      }
    }
    reach(next);
    return true;
  }

  // Its tail follows.
  bool give_back(const CriticalRing& ring, std::size_t i) {
    if (ring[i].leaving == Stretch::kNothing) return false;
    CriticalRing next = ring;
    const bool mark = next[i].leaving == Stretch::kPacketAndMark;
    next[i].leaving = Stretch::kNothing;
    send_back(next, i, mark);
    reach(next);
    return true;
  }
  void send_back(CriticalRing& ring, std::size_t i, bool mark) const {
    Stretch& ahead = ring[after(i)];
    if (!mark && ahead.marked && ahead.wished) {
      ahead.marked = ahead.wished = false;
      mark = true;
    }
    ring[i].back += mark ? 'm' : 'c';
  }

  // The oldest message between the sender of router i's buffer and that router, either way.
  bool arrive(const CriticalRing& ring, std::size_t i) {
    if (ring[i].lent > 0) {
      CriticalRing next = ring;
      --next[i].lent;
      send_back(next, i, false);
      reach(next);
    }
    if (!ring[i].back.empty()) {
      CriticalRing next = ring;
      Stretch& here = next[i];
      const char message = here.back.front();
      here.back.erase(0, 1);
      if (message == 'm' || message == 'M') here.marked = true;
      if (message == 'w') {
        EXPECT_FALSE(here.marked) << "a wish leaves while the mark is ahead, and arrives before it";
        here.lent += free(here) > 0;
      }
      reach(next);
    }
    return ring[i].lent > 0 || !ring[i].back.empty();
  }

  // A packet from outside joins the buffer ahead of router i.
  bool enter(const CriticalRing& ring, std::size_t i) {
    const Stretch& ahead = ring[after(i)];
    if (free(ahead) < (ahead.marked ? 2u : 1u)) return false;
    for (std::size_t hops = 1; hops < rule_.routers; ++hops) {
      CriticalRing next = ring;
      next[after(i)].hops += static_cast<char>('0' + hops - 1);
      reach(next);
    }
    return true;
  }

  // Router i, which only the mark ahead keeps out, asks its own sender to take it.
  bool wish(const CriticalRing& ring, std::size_t i) {
    const Stretch& ahead = ring[after(i)];
    if (!ahead.marked || ahead.wished || free(ahead) != 1) return false;
    if (rule_.marking == Marking::kNoWishes) return false;
    CriticalRing next = ring;
    if (rule_.marking == Marking::kUnbacked) {
      next[after(i)].marked = false;
      next[i].back += 'M';
    } else {
      next[after(i)].wished = true;
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

TEST(CriticalRing, NeverGetsStuckAndKeepsNobodyOut) {
  std::size_t largest = 0;
  for (const CriticalRule& rule : {CriticalRule{3, 1}, CriticalRule{4, 1}, CriticalRule{3, 2},
                                   CriticalRule{3, 3}, CriticalRule{4, 2}}) {
    CriticalSearch search(rule);
    EXPECT_EQ(search.look(), Found::kNothing) << rule.routers << " routers";
    EXPECT_GT(search.reached(), 100u);
    largest = std::max(largest, search.reached());
  }
  EXPECT_GT(largest, 1'000'000u);
}

TEST(CriticalRing, GetsStuckWithoutAMark) {
  for (const CriticalRule& rule :
       {CriticalRule{3, 1, Marking::kNone}, CriticalRule{4, 1, Marking::kNone},
        CriticalRule{3, 2, Marking::kNone}})
    EXPECT_EQ(CriticalSearch(rule).look(), Found::kStuck);
}

// Where a buffer is one slot, the mark of an empty ring stays where it is.
TEST(CriticalRing, KeepsANodeOutWhereTheMarkMovesWithPacketsAlone) {
  EXPECT_EQ(CriticalSearch({3, 1, Marking::kNoWishes}).look(), Found::kStarved);
  EXPECT_EQ(CriticalSearch({3, 2, Marking::kNoWishes}).look(), Found::kNothing);
}

// The sender may have given its last slot away when the mark comes.
TEST(CriticalRing, GetsStuckWhereAMarkGoesBackWithoutASlot) {
  for (const std::size_t slots : {1u, 2u})
    EXPECT_EQ(CriticalSearch({3, slots, Marking::kUnbacked}).look(), Found::kStuck);
}

}  // namespace
}  // namespace orthant
