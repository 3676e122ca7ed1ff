// An independent implementation of the oblivious routings, by brute force and in exact rational
// arithmetic: every packet walks node by node, and every choice branches with its probability. It
// shares no code with routing/.
//
// Definitions of Towles, Dally & Boyd 2003, sections 2 and 5 and Table 1, on tori with radices of
// at least 3. At ties both directions have probability 1/2, independently in each phase for VAL and
// IVAL, once per packet for ROMM, RLB and RLBth. Packets of VAL to the node itself go through an
// intermediate node, those of IVAL have no hops.
#pragma once

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cstddef>
#include <functional>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

namespace orthant::oracle {

using Exact = boost::multiprecision::cpp_rational;
using Node = std::vector<int>;  // coordinates

// A hop: its first node, its dimension, and +1 or -1.
struct Hop {
  Node from;
  std::size_t dimension;
  int sign;
  auto operator<=>(const Hop&) const = default;
};

// A walk: its nodes, first to last, and the hops between them.
struct Walk {
  std::vector<Node> nodes;
  std::vector<Hop> hops;
};

class Torus {
 public:
  using Visit = std::function<void(const std::vector<Hop>&, const Exact&)>;

  explicit Torus(std::vector<int> radices) : radices_(std::move(radices)), nodes_(1) {
    for (std::size_t d = 0; d < radices_.size(); ++d) {  // dimension 0 varies fastest
      const std::vector<Node> lower = std::exchange(nodes_, {});
      for (int x = 0; x < radices_[d]; ++x) {
        for (Node node : lower) {
          node.push_back(x);
          nodes_.push_back(node);
        }
      }
    }
  }

  // All nodes, by id.
  const std::vector<Node>& nodes() const { return nodes_; }

  // Visits every path of the algorithm from s to t with its probability; "dor", "val", "ival",
  // "romm", "rlb" or "rlbth".
  void paths(std::string_view algorithm, bool random_order, const Node& s, const Node& t,
             const Visit& visit) const {
    Order order(radices_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (!random_order) return paths_in(algorithm, order, 1, s, t, visit);
    Exact orders = 1;
    for (std::size_t d = 2; d <= order.size(); ++d) orders *= d;
    do {
      paths_in(algorithm, order, 1 / orders, s, t, visit);
    } while (std::ranges::next_permutation(order).found);
  }

  int shorter(const Node& s, const Node& t) const {
    int sum = 0;
    for (std::size_t d = 0; d < radices_.size(); ++d) sum += std::min(up(s, t, d), up(t, s, d));
    return sum;
  }

 private:
  using Order = std::vector<std::size_t>;
  using Signs = std::vector<int>;  // per dimension, +1 or -1
  // Probability of +1 over `up` hops on a ring of k, 0 < up < k.
  using PlusShare = Exact (*)(int up, int k);

  // Hops from s to t in the plus direction of dimension d.
  int up(const Node& s, const Node& t, std::size_t d) const {
    return ((t[d] - s[d]) % radices_[d] + radices_[d]) % radices_[d];
  }

  // Visits every choice of a sign per dimension; +1 where nothing is to be corrected.
  void for_each_signs(const Node& s, const Node& t, PlusShare plus_share,
                      const std::function<void(const Signs&, const Exact&)>& visit) const {
    std::vector<std::pair<Signs, Exact>> choices = {{{}, 1}};
    for (std::size_t d = 0; d < radices_.size(); ++d) {
      const int hops = up(s, t, d);
      const Exact plus = hops == 0 ? Exact(1) : plus_share(hops, radices_[d]);
      for (auto& [signs, probability] : std::exchange(choices, {})) {
        for (const int sign : {+1, -1}) {
          const Exact share = sign > 0 ? plus : 1 - plus;
          if (share == 0) continue;
          choices.emplace_back(signs, probability * share).first.push_back(sign);
        }
      }
    }
    for (const auto& [signs, probability] : choices) visit(signs, probability);
  }

  static Exact minimal(int up, int k) {
    if (2 * up == k) return Exact(1, 2);
    return 2 * up < k ? 1 : 0;
  }
  static Exact balanced(int up, int k) { return Exact(k - up, k); }
  static Exact balanced_above_threshold(int up, int k) {
    if (4 * up < k) return 1;
    if (4 * (k - up) < k) return 0;
    return balanced(up, k);
  }

  // Corrects one dimension after another, until the walk reaches t.
  void go(const Order& order, const Signs& signs, const Node& t, Walk& walk) const {
    for (const std::size_t d : order) {
      while (walk.nodes.back()[d] != t[d]) {
        Node next = walk.nodes.back();
        walk.hops.push_back({next, d, signs[d]});
        next[d] = (next[d] + signs[d] + radices_[d]) % radices_[d];
        walk.nodes.push_back(std::move(next));
      }
    }
  }

  // At the first node visited before, drops everything since that visit, and so on.
  static Walk without_loops(const Walk& walk) {
    Walk kept{.nodes = {walk.nodes.front()}, .hops = {}};
    for (std::size_t i = 0; i < walk.hops.size(); ++i) {
      kept.hops.push_back(walk.hops[i]);
      kept.nodes.push_back(walk.nodes[i + 1]);
      const auto first = std::ranges::find(kept.nodes, kept.nodes.back());
      kept.nodes.erase(first + 1, kept.nodes.end());
      kept.hops.resize(kept.nodes.size() - 1);
    }
    return kept;
  }

  void paths_in(std::string_view algorithm, const Order& order, const Exact& share, const Node& s,
                const Node& t, const Visit& visit) const {
    if (algorithm == "val") return through_all(order, order, false, share, s, t, visit);
    if (algorithm == "ival") {
      return through_all(order, {order.rbegin(), order.rend()}, true, share, s, t, visit);
    }
    if (algorithm == "romm") return through_quadrant(minimal, order, share, s, t, visit);
    if (algorithm == "rlb") return through_quadrant(balanced, order, share, s, t, visit);
    if (algorithm == "rlbth") {
      return through_quadrant(balanced_above_threshold, order, share, s, t, visit);
    }
    for_each_signs(s, t, minimal, [&](const Signs& signs, const Exact& p) {
      Walk walk{.nodes = {s}, .hops = {}};
      go(order, signs, t, walk);
      visit(walk.hops, share * p);
    });
  }

  void through_all(const Order& first, const Order& second, bool erase_loops, const Exact& share,
                   const Node& s, const Node& t, const Visit& visit) const {
    for (const Node& m : nodes_) {
      for_each_signs(s, m, minimal, [&](const Signs& out, const Exact& p) {
        for_each_signs(m, t, minimal, [&](const Signs& on, const Exact& q) {
          Walk walk{.nodes = {s}, .hops = {}};
          go(first, out, m, walk);
          go(second, on, t, walk);
          visit(erase_loops ? without_loops(walk).hops : walk.hops, share * p * q / nodes_.size());
        });
      });
    }
  }

  void through_quadrant(PlusShare plus_share, const Order& order, const Exact& share, const Node& s,
                        const Node& t, const Visit& visit) const {
    for_each_signs(s, t, plus_share, [&](const Signs& signs, const Exact& p) {
      const auto hops_to = [&](const Node& r, std::size_t d) {
        return signs[d] > 0 ? up(s, r, d) : up(r, s, d);
      };
      std::vector<Node> quadrant;
      for (const Node& m : nodes_) {
        bool inside = true;
        for (std::size_t d = 0; d < radices_.size(); ++d) {
          inside = inside && hops_to(m, d) <= hops_to(t, d);
        }
        if (inside) quadrant.push_back(m);
      }
      for (const Node& m : quadrant) {
        Walk walk{.nodes = {s}, .hops = {}};
        go(order, signs, m, walk);
        go(order, signs, t, walk);
        visit(walk.hops, share * p / quadrant.size());
      }
    });
  }

  std::vector<int> radices_;
  std::vector<Node> nodes_;
};

// Mean hops over all pairs, own ones included, divided by the mean of shortest paths. All sources
// are equivalent: node 0 represents them.
inline Exact normalised_hops(const Torus& torus, std::string_view algorithm, bool random_order) {
  Exact hops = 0;
  Exact shortest = 0;
  const Node& s = torus.nodes().front();
  for (const Node& t : torus.nodes()) {
    shortest += torus.shorter(s, t);
    torus.paths(algorithm, random_order, s, t,
                [&](const std::vector<Hop>& path, const Exact& p) { hops += p * path.size(); });
  }
  return hops / shortest;
}

// Load of the busiest channel if every node sends one flit per cycle uniformly. The channels of a
// dimension and direction are equivalent, and there are as many as nodes.
inline Exact uniform_load(const Torus& torus, std::string_view algorithm, bool random_order) {
  std::map<std::pair<std::size_t, int>, Exact> loads;
  const Node& s = torus.nodes().front();
  for (const Node& t : torus.nodes()) {
    torus.paths(algorithm, random_order, s, t, [&](const std::vector<Hop>& path, const Exact& p) {
      std::map<std::pair<std::size_t, int>, int> hops;
      for (const Hop& hop : path) ++hops[{hop.dimension, hop.sign}];
      for (const auto& [channels, count] : hops) loads[channels] += p * count;
    });
  }
  Exact most = 0;
  for (const auto& [channels, load] : loads) most = std::max(most, load);
  return most / torus.nodes().size();
}

}  // namespace orthant::oracle
