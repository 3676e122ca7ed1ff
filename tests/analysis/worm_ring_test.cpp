// Exhaustive search over all states of a small unidirectional ring under flit bubble flow control:
// can it get stuck, or under a weakened rule?
//
// System: each router of the ring has one FIFO buffer. A packet continues along the ring flit by
// flit into any free space, and no other packet may join the buffer ahead before its tail has. From
// a node or another dimension it enters the ring as a whole, if the buffer ahead has space for all
// its flits and some more, and reserves that space, so the times at which its flits arrive do not
// matter. Without hops left it is ejected, flit by flit, which always succeeds. Any router may send
// to any other at any time. One flit moves at a time. Stuck: flits in the ring, and none can be
// ejected or continue. New packets only take space, so such a state is permanent.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <unordered_set>
#include <vector>

namespace orthant {
namespace {

struct Rule {
  std::size_t routers;  // 3 or 4
  int buffer_size;      // per buffer, in flits
  std::vector<int> lengths;
  int left_free = 1;  // beyond a packet that enters the ring
};

// The flits of one packet in one buffer.
struct Piece {
  int flits;
  bool head_left;  // some flits are ahead, and no other packet can join there
  bool tail_here;
  std::size_t hops_left;

  auto operator<=>(const Piece&) const = default;
};
using Content = std::vector<Piece>;  // of a buffer, front first

// Numbered contents; the empty one is 0.
class Contents {
 public:
  Contents() { number({}); }
  const Content& operator[](std::size_t i) const { return all_[i]; }
  std::size_t number(const Content& content) {
    const auto [at, is_new] = numbers_.try_emplace(content, all_.size());
    if (is_new) {
      all_.push_back(content);
      int flits = 0;
      for (const Piece& piece : content) flits += piece.flits;
      flits_.push_back(flits);
    }
    return at->second;
  }
  int flits(std::size_t i) const { return flits_[i]; }

 private:
  std::map<Content, std::size_t> numbers_;
  std::vector<Content> all_;
  std::vector<int> flits_;
};

class WormSearch {
 public:
  explicit WormSearch(const Rule& rule) : rule_(rule) {}

  // Returns true if a stuck state is reachable from the empty ring.
  bool finds_stuck_state() {
    reach({});
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      const Ring ring = queue_[head];
      bool moves = false;
      for (std::size_t i = 0; i < rule_.routers; ++i) {
        moves = move_flit(ring, i) || moves;
        enter(ring, i);
      }
      if (!moves && ring != Ring{}) return true;
    }
    return false;
  }
  std::size_t reached() const { return queue_.size(); }

 private:
  using Ring = std::array<std::uint16_t, 4>;  // per router: number of its buffer's content

  // Rotations of a ring are the same state.
  void reach(const Ring& ring) {
    std::uint64_t least = ~std::uint64_t{0};
    for (std::size_t turn = 0; turn < rule_.routers; ++turn) {
      std::uint64_t code = 0;
      for (std::size_t i = 0; i < rule_.routers; ++i)
        code = code << 16 | ring[(i + turn) % rule_.routers];
      least = std::min(least, code);
    }
    if (seen_.insert(least).second) queue_.push_back(ring);
  }
  std::uint16_t number(const Content& content) {
    return static_cast<std::uint16_t>(contents_.number(content));
  }
  int free_at(const Ring& ring, std::size_t i) const {
    return rule_.buffer_size - contents_.flits(ring[i]);
  }

  bool move_flit(const Ring& ring, std::size_t i) {
    Content here = contents_[ring[i]];
    if (here.empty() || here.front().flits == 0) return false;
    const std::size_t ahead = (i + 1) % rule_.routers;
    Piece& front = here.front();
    const bool is_tail = front.tail_here && front.flits == 1;
    Ring next = ring;
    if (front.hops_left > 0) {
      if (free_at(ring, ahead) == 0) return false;
      Content there = contents_[ring[ahead]];
      if (front.head_left) {
        ++there.back().flits;
        there.back().tail_here = is_tail;
      } else {
        there.push_back({1, false, is_tail, front.hops_left - 1});
      }
      next[ahead] = number(there);
    }
    front.head_left = true;
    --front.flits;
    if (is_tail) here.erase(here.begin());
    next[i] = number(here);
    reach(next);
    return true;
  }

  // A packet from outside router i joins the buffer ahead, unless a continuing packet is joining
  // it.
  void enter(const Ring& ring, std::size_t i) {
    const Content& here = contents_[ring[i]];
    if (!here.empty() && here.front().head_left && here.front().hops_left > 0) return;
    const std::size_t ahead = (i + 1) % rule_.routers;
    const Content before = contents_[ring[ahead]];
    for (const int length : rule_.lengths) {
      if (free_at(ring, ahead) < length + rule_.left_free) continue;
      for (std::size_t hops = 1; hops < rule_.routers; ++hops) {
        Content there = before;
        there.push_back({length, false, true, hops - 1});
        Ring next = ring;
        next[ahead] = number(there);
        reach(next);
      }
    }
  }

  Rule rule_;
  Contents contents_;
  std::unordered_set<std::uint64_t> seen_;
  std::vector<Ring> queue_;
};

TEST(WormRing, NeverGetsStuckWhereWhoEntersLeavesAFlitFree) {
  for (const Rule& rule : {Rule{3, 6, {1, 5}}, Rule{3, 4, {1, 3}}, Rule{4, 3, {1, 2}}}) {
    WormSearch search(rule);
    EXPECT_FALSE(search.finds_stuck_state()) << rule.routers << " routers";
    EXPECT_GT(search.reached(), 40'000u);
  }
}

TEST(WormRing, GetsStuckWhereWhoEntersMayTakeAllRoom) {
  for (const Rule& rule : {Rule{3, 6, {1, 5}, 0}, Rule{3, 4, {1, 3}, 0}, Rule{4, 3, {1, 2}, 0}})
    EXPECT_TRUE(WormSearch(rule).finds_stuck_state()) << rule.routers << " routers";
}

}  // namespace
}  // namespace orthant
