// Routings for tests only: each breaks one rule that keeps a network free of deadlock.
#pragma once

#include <functional>

#include "analysis/deadlock.hpp"
#include "routing/grid_paths.hpp"
#include "routing/routing.hpp"

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

// The paths of dimension order, each changed by a function.
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

// Minimal adaptive routing whose candidates are changed by a function.
class ChangedCandidates final : public AdaptiveRouting {
 public:
  using Change = std::function<void(RouterId, const Header&, CandidateList&)>;
  ChangedCandidates(const AdaptiveRouting& original, Change change)
      : AdaptiveRouting(original.traits()), original_(original), change_(std::move(change)) {}

  void start(RouterId s, Header& header, const LocalOccupancy& occupancy,
             RandomStream& random) const override {
    original_.start(s, header, occupancy, random);
  }
  void enumerate_starts(RouterId s, RouterId t,
                        FunctionRef<void(const Header&)> visit) const override {
    original_.enumerate_starts(s, t, visit);
  }
  void candidates(RouterId here, const Header& header, CandidateList& out) const override {
    original_.candidates(here, header, out);
    change_(here, header, out);
  }
  std::size_t max_candidates() const override { return original_.max_candidates(); }

 private:
  const AdaptiveRouting& original_;
  Change change_;
};

// True when the cycle is a walk over existing channels that ends where it began.
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
