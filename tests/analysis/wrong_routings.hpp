// Routings for tests only: each violates one rule of deadlock freedom.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "analysis/deadlock/deadlock.hpp"
#include "routing/grid/grid_paths.hpp"
#include "routing/routing.hpp"
#include "tests/routing/forwarding_routing.hpp"

namespace orthant {

// Paths in one fixed order of dimensions; `without_dateline` puts every hop into class 0.
class OrderRouting final : public ObliviousRouting {
 public:
  OrderRouting(const Topology& topology, std::vector<std::uint8_t> order, bool without_dateline,
               DeadlockTheorem claim = DeadlockTheorem::kNone)
      : ObliviousRouting({.vc_classes = without_dateline
                                            ? std::vector<VcClass>{{"only"}}
                                            : std::vector<VcClass>{{"dateline 0"}, {"dateline 1"}},
                          .theorem = claim,
                          .minimal = true}),
        paths_(*topology.grid(), Ties::kSplit,
               without_dateline ? RingClasses::kOne : RingClasses::kCrossing),
        order_(std::move(order)) {}

  void enumerate(RouterId s, RouterId t,
                 FunctionRef<void(const Path&, double)> visit) const override {
    paths_.for_each_directions(s, t, [&](OrderedPaths::Directions directions, double probability) {
      Path path;
      paths_.append(s, t, order_, directions, 0, path);
      visit(path, probability);
    });
  }
  void sample(RouterId s, RouterId t, RandomStream& random, Path& path) const override {
    path.clear();
    paths_.append(s, t, order_, paths_.draw_directions(s, t, random), 0, path);
  }
  std::size_t max_legs() const override { return paths_.max_legs(); }

 private:
  OrderedPaths paths_;
  std::vector<std::uint8_t> order_;
};

// Dimension-order paths, each changed by a function.
class ChangedPaths final : public ObliviousRouting {
 public:
  using Change = std::function<void(RouterId, RouterId, Path&)>;
  ChangedPaths(const ObliviousRouting& original, Change change)
      : ObliviousRouting(original.traits()), original_(original), change_(std::move(change)) {}

  void enumerate(RouterId s, RouterId t,
                 FunctionRef<void(const Path&, double)> visit) const override {
    original_.enumerate(s, t, [&](const Path& path, double probability) {
      Path changed = path;
      change_(s, t, changed);
      visit(changed, probability);
    });
  }
  void sample(RouterId s, RouterId t, RandomStream& random, Path& path) const override {
    original_.sample(s, t, random, path);
    change_(s, t, path);
  }
  std::size_t max_legs() const override { return original_.max_legs() + 1; }

 private:
  const ObliviousRouting& original_;
  Change change_;
};

// Minimal adaptive routing with candidates changed by a function.
class ChangedCandidates final : public ForwardingRouting {
 public:
  using Change = std::function<void(RouterId, const Header&, CandidateList&)>;
  ChangedCandidates(const AdaptiveRouting& original, Change change)
      : ForwardingRouting(original), change_(std::move(change)) {}

  void candidates(RouterId here, const Header& header, const LocalOccupancy* occupancy,
                  CandidateList& out) const override {
    ForwardingRouting::candidates(here, header, occupancy, out);
    change_(here, header, out);
  }

 private:
  Change change_;
};

// The paths of VAL, IVAL, ROMM or RLB with phase x dateline as the class of every hop: right if all
// packets correct the dimensions in one order, wrong if each takes any order. For tori.
class PhaseClasses final : public ObliviousRouting {
 public:
  enum class Kind { kVal, kIval, kRomm, kRlb };
  PhaseClasses(const Topology& topology, Kind kind, bool random_order)
      : ObliviousRouting({.vc_classes = {{"phase 1 dateline 0"},
                                         {"phase 1 dateline 1"},
                                         {"phase 2 dateline 0"},
                                         {"phase 2 dateline 1"}},
                          .theorem = DeadlockTheorem::kAcyclicDependencies}),
        grid_(*topology.grid()),
        routers_(topology.router_count()),
        runs_(grid_, Ties::kSplit, RingClasses::kCrossing),
        kind_(kind),
        random_order_(random_order) {}

  // Every path of the algorithm, with equal weights.
  void enumerate(RouterId s, RouterId t,
                 FunctionRef<void(const Path&, double)> visit) const override {
    std::vector<Path> paths;
    std::vector<std::uint8_t> order(grid_.dimensions());
    std::iota(order.begin(), order.end(), std::uint8_t{0});
    do {
      for (std::size_t m = 0; m < routers_; ++m) add_paths(s, RouterId{m}, t, order, paths);
    } while (random_order_ && std::ranges::next_permutation(order).found);
    for (const Path& path : paths) visit(path, 1 / static_cast<double>(paths.size()));
  }
  void sample(RouterId, RouterId, RandomStream&, Path&) const override {
    ADD_FAILURE() << "only walked";
  }
  std::size_t max_legs() const override { return 1 << 10; }

 private:
  using Directions = OrderedPaths::Directions;

  void add_paths(RouterId s, RouterId m, RouterId t, const std::vector<std::uint8_t>& order,
                 std::vector<Path>& paths) const {
    const auto add = [&](OrderedPaths::RunDirections before, OrderedPaths::RunDirections after) {
      std::vector<std::uint8_t> second = order;
      if (kind_ == Kind::kIval) std::ranges::reverse(second);
      Path path;
      runs_.append(s, m, order, before, 0, path);
      runs_.append(m, t, second, after, 2, path);
      paths.push_back(kind_ == Kind::kIval ? without_loops(s, path) : path);
    };
    if (kind_ == Kind::kVal || kind_ == Kind::kIval) {
      runs_.for_each_directions(s, m, [&](Directions before, double) {
        runs_.for_each_directions(
            m, t, [&](Directions after, double) { add({.plus = before}, {.plus = after}); });
      });
      return;
    }
    const Directions all = (Directions{1} << grid_.dimensions()) - 1;
    for (Directions plus = 0; plus <= all; ++plus) {
      const OrderedPaths::RunDirections run_directions{.plus = plus, .forced = all};
      if (in_quadrant(s, m, t, plus)) add(run_directions, run_directions);
    }
  }

  // True if m lies between s and t in these directions; ROMM only uses the shorter ones.
  bool in_quadrant(RouterId s, RouterId m, RouterId t, Directions plus) const {
    for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
      const std::uint32_t k = grid_.radix(d);
      const auto hops_to = [&](RouterId r) {
        const std::uint32_t up = (grid_.coordinate(r, d) + k - grid_.coordinate(s, d)) % k;
        return (plus >> d & 1) != 0 ? up : (k - up) % k;
      };
      if (hops_to(m) > hops_to(t)) return false;
      if (kind_ == Kind::kRomm && 2 * hops_to(t) > k) return false;
    }
    return true;
  }

  // Removes loops hop by hop; each hop keeps its class.
  Path without_loops(RouterId s, const Path& path) const {
    std::vector<RouterId> visited = {s};
    Path hops;
    for (Leg leg : path) {
      for (std::size_t count = std::exchange(leg.hops, std::uint16_t{1}); count > 0; --count) {
        hops.push_back(leg);
        const RouterId here = grid_.neighbor(visited.back(), leg.port);
        const auto before = std::ranges::find(visited, here);
        visited.erase(before, visited.end());
        visited.push_back(here);
        hops.resize(visited.size() - 1);
      }
    }
    return hops;
  }

  const Grid& grid_;
  std::size_t routers_;
  OrderedPaths runs_;
  Kind kind_;
  bool random_order_;
};

// True if the cycle is a closed walk over existing channels.
inline bool is_closed_walk(const Topology& topology, const std::vector<DependencyStep>& cycle) {
  if (cycle.empty()) return false;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const auto channel = topology.channel_from(cycle[i].from, cycle[i].port);
    if (!channel || topology.channel(*channel).to != cycle[i].to) return false;
    if (cycle[(i + 1) % cycle.size()].from != cycle[i].to) return false;
  }
  return true;
}

}  // namespace orthant
