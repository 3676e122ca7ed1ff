// Compares por and ofr, with the keys of the author's simulator, with an independent implementation
// of its rules for three dimensions: 8 slots per adaptive queue, delta 2, eta 2 and 1, ties always
// plus. Every choice at random occupancies must be equal.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "routing/grid/orthant.hpp"
#include "tests/routing/collected_paths.hpp"
#include "tests/routing/fake_occupancy.hpp"

namespace orthant {
namespace {

struct Node {
  int x[3];
};

class Author {
 public:
  Author(const std::vector<std::uint32_t>& k, const std::vector<std::uint32_t>& free)
      : free_(free) {
    for (int d = 0; d < 3; ++d) k_[d] = static_cast<int>(k[static_cast<std::size_t>(d)]);
    m_ = 8 - static_cast<int>(*std::max_element(free.begin(), free.end()));
  }

  // The orthant chosen by POR.
  unsigned por(Node s, Node t) const {
    const unsigned shortest = minus(s, t);
    if (distance(s, t) < 2) return shortest;
    double best = profit(mean(s, t, shortest, links(s, t)), 1, 1);
    unsigned chosen = shortest;
    for (unsigned o = 0; o < 8; ++o) {
      if ((o & ~used(s, t)) != 0 || o == shortest) continue;
      int hops = 0;
      for (int d = 0; d < 3; ++d) hops += around(s.x[d], t.x[d], d, (o >> d & 1) != 0);
      const double p = profit(mean(s, t, o, 3), hops / static_cast<double>(distance(s, t)), 1);
      if (p > best) {
        best = p;
        chosen = o;
      }
    }
    return chosen;
  }

  // The intermediate router chosen by OFR, or t; `outflank`: from which list.
  Node ofr(Node s, Node t, bool& outflank) const {
    if (distance(s, t) < 2) return t;
    double best[2] = {0, 0};
    int at[2] = {-1, -1};
    const std::vector<Node> lists[2] = {outside(s, t), opposite(s, t)};
    for (int l = 0; l < 2; ++l) {
      for (std::size_t i = 0; i < lists[l].size(); ++i) {
        const Node q = lists[l][i];
        if (!other_link(s, q, s, t) || !other_link(q, t, s, t)) continue;
        const double r = (distance(s, q) + distance(q, t)) / static_cast<double>(distance(s, t));
        const double p = profit(mean(s, q, minus(s, q), links(q, t)), r, 2);
        if (at[l] >= 0 && !(p > best[l])) continue;
        best[l] = p;
        at[l] = static_cast<int>(i);
      }
    }
    outflank = at[0] >= 0 && (at[1] < 0 || best[0] >= best[1]);
    const int l = outflank ? 0 : 1;
    if (at[l] < 0 || !(best[l] > profit(mean(s, t, minus(s, t), links(s, t)), 1, 2))) return t;
    return lists[l][static_cast<std::size_t>(at[l])];
  }

 private:
  double profit(double f, double r, double eta) const {
    if (f == 0) return 0;
    return (m_ == 0 ? 1 : m_ / (8 - f)) + eta / r;
  }
  int around(int a, int b, int d, bool minus) const {
    return ((minus ? a - b : b - a) + k_[d]) % k_[d];
  }
  unsigned used(Node s, Node t) const {
    unsigned set = 0;
    for (int d = 0; d < 3; ++d) set |= (s.x[d] != t.x[d] ? 1u : 0u) << d;
    return set;
  }
  unsigned minus(Node s, Node t) const {
    unsigned set = 0;
    for (int d = 0; d < 3; ++d) {
      set |= (2 * around(s.x[d], t.x[d], d, false) > k_[d] ? 1u : 0u) << d;
    }
    return set;
  }
  int distance(Node s, Node t) const {
    int hops = 0;
    for (int d = 0; d < 3; ++d) {
      hops += std::min(around(s.x[d], t.x[d], d, false), around(s.x[d], t.x[d], d, true));
    }
    return hops;
  }
  int links(Node s, Node t) const { return __builtin_popcount(used(s, t)); }
  double mean(Node s, Node t, unsigned orthant, int divisor) const {
    double sum = 0;
    for (unsigned d = 0; d < 3; ++d) {
      if (s.x[d] != t.x[d]) sum += free_[2 * d + (orthant >> d & 1)];
    }
    return sum / divisor;
  }
  // True if a->b uses a direction that s->t does not.
  bool other_link(Node a, Node b, Node s, Node t) const {
    for (int d = 0; d < 3; ++d) {
      if (a.x[d] == b.x[d]) continue;
      if (s.x[d] == t.x[d] || (minus(a, b) >> d & 1) != (minus(s, t) >> d & 1)) return true;
    }
    return false;
  }
  int half(int a, int b, int d) const {
    const int low = std::min(a, b);
    const int high = std::max(a, b);
    return high - low <= k_[d] / 2 ? (low + high) / 2 : (low + high) % k_[d] / 2;
  }
  int moved(int from, int by, int d) const { return (from + by + k_[d]) % k_[d]; }

  std::vector<Node> outside(Node s, Node t) const {
    Node middle = s;
    std::vector<int> m;
    std::vector<int> equal;
    for (int d = 0; d < 3; ++d) {
      middle.x[d] = half(s.x[d], t.x[d], d);
      (s.x[d] != t.x[d] ? m : equal).push_back(d);
    }
    const auto sign = [&](int d) { return (minus(s, t) >> d & 1) != 0 ? -2 : 2; };
    std::vector<Node> list;
    for (const int a : m) {
      for (const int b : m) {
        if (a == b) continue;
        Node q = middle;
        q.x[a] = moved(s.x[a], -sign(a), a);
        q.x[b] = moved(t.x[b], sign(b), b);
        list.push_back(q);
      }
    }
    for (const int i : equal) {
      for (const int by : {2, -2}) {
        if (m.size() == 1 && by == 2) continue;
        Node q = middle;
        q.x[i] = moved(s.x[i], by, i);
        list.push_back(q);
      }
    }
    return list;
  }

  std::vector<Node> opposite(Node s, Node t) const {
    std::vector<Node> list;
    for (int i = 0; i < 8; ++i) {
      Node q{};
      for (int d = 0; d < 3; ++d) {
        const bool far = (i >> (2 - d) & 1) != 0;
        q.x[d] = (half(s.x[d], t.x[d], d) + (far ? k_[d] / 2 : 0)) % k_[d];
      }
      list.push_back(q);
    }
    return list;
  }

  int k_[3];
  std::vector<std::uint32_t> free_;
  int m_;
};

class DeroutingOfTheAuthor : public testing::TestWithParam<std::vector<std::uint32_t>> {
 protected:
  Node node(RouterId r) const {
    Node n{};
    for (std::size_t d = 0; d < 3; ++d) {
      n.x[d] = static_cast<int>(topology_.grid()->coordinate(r, d));
    }
    return n;
  }
  RouterId router(Node n) const {
    return at(topology_, {static_cast<std::uint32_t>(n.x[0]), static_cast<std::uint32_t>(n.x[1]),
                          static_cast<std::uint32_t>(n.x[2])});
  }
  // Draws occupancies of the adaptive queues of six ports, mostly nearly full, so that detours pay
  // off.
  std::vector<std::uint32_t> draw_free() {
    std::vector<std::uint32_t> free;
    const std::uint32_t most = 1 + random_.below(9);
    for (int port = 0; port < 6; ++port) free.push_back(random_.below(most));
    return free;
  }
  RoutingOptions options() const {
    RoutingOptions options = bubble();
    options.ties = Ties::kPlus;
    options.own = author_keys();
    return options;
  }
  // Calls test(s, t, free, occupancy) many times.
  template <class Test>
  void for_many(std::uint8_t adaptive_class, const Test& test) {
    const auto n = static_cast<std::uint32_t>(topology_.router_count());
    for (int i = 0; i < 40'000; ++i) {
      const RouterId s{random_.below(n)};
      Node t = node(RouterId{random_.below(n)});
      for (int d = 0; d < 3; ++d) {  // often on a plane or line with s
        if (random_.below(3) == 0) t.x[d] = node(s).x[d];
      }
      const std::vector<std::uint32_t> free = draw_free();
      FakeOccupancy occupancy;
      for (std::size_t port = 0; port < 6; ++port) occupancy.set(port, adaptive_class, free[port]);
      test(s, router(t), free, occupancy);
    }
  }

  Topology topology_ = make_torus({.radices = GetParam()});
  RandomStream random_{17, 4, RandomPurpose::kTest};
};

TEST_P(DeroutingOfTheAuthor, PorTakesTheSameOrthants) {
  const auto routing = build("por", topology_, options());
  std::size_t detoured = 0;
  for_many(1, [&](RouterId s, RouterId t, const auto& free, const FakeOccupancy& occupancy) {
    const Header header = started(*routing, s, t, occupancy);
    ASSERT_EQ(header.bits, Author(GetParam(), free).por(node(s), node(t)));
    detoured += routing->adaptive()->detour(s, header) == kOrthantDetour;
  });
  EXPECT_GT(detoured, 400u);
}

TEST_P(DeroutingOfTheAuthor, OfrTakesTheSameIntermediateRouters) {
  const auto routing = build("ofr", topology_, options());
  std::size_t outflank = 0;
  std::size_t wraparound = 0;
  for_many(2, [&](RouterId s, RouterId t, const auto& free, const FakeOccupancy& occupancy) {
    const Header header = started(*routing, s, t, occupancy);
    bool outside = false;
    const Node via = Author(GetParam(), free).ofr(node(s), node(t), outside);
    ASSERT_EQ(header.via, router(via));
    const Detour detour = routing->adaptive()->detour(s, header);
    if (header.via == t) {
      ASSERT_EQ(detour, Detour::kNone);
    } else {
      ASSERT_EQ(detour, outside ? kOutflankDetour : kWraparoundDetour);
      ++(outside ? outflank : wraparound);
    }
  });
  EXPECT_GT(outflank, 400u);
  EXPECT_GT(wraparound, 400u);
}

INSTANTIATE_TEST_SUITE_P(Tori, DeroutingOfTheAuthor,
                         testing::Values(std::vector<std::uint32_t>{8, 8, 8},
                                         std::vector<std::uint32_t>{8, 8, 16},
                                         std::vector<std::uint32_t>{7, 5, 12}),
                         [](const auto& radices) {
                           return std::to_string(radices.param[0]) + "x" +
                                  std::to_string(radices.param[1]) + "x" +
                                  std::to_string(radices.param[2]);
                         });

}  // namespace
}  // namespace orthant
