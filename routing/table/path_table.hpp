// Path tables: for every pair of routers of one network a list of paths with their probabilities. A
// linear program or a person produces such a table; routing/table.cpp makes a routing of it,
// routing/table/path_table_file.hpp writes and reads it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "routing/routing.hpp"
#include "topology/translations.hpp"

namespace orthant {

// Invariants:
// 1. Every path leads from its source to its destination, uses no channel twice, and has no two
//    consecutive legs through the same port; its VC classes are 0.
// 2. The paths of a pair are contiguous, in the order in which they were added.
// 3. Path 0 has no legs; every router reaches itself by it with probability 1.
class PathTable {
 public:
  // Tolerance for the sum of a pair's probabilities.
  static constexpr double kSlack = 1e-9;

  // Creates an empty table for the network, which must outlive it. `by_translation` (requires
  // Translations::exist_for()): only paths from router 0 are stored; source s uses those to the
  // destination's offset, translated to s. Throws KeyError("routing.table_file") if not by
  // translation and the network has more than kMaxRouters.
  static constexpr std::size_t kMaxRouters = 10'000;  // 10^8 pairs
  PathTable(const Topology& topology, bool by_translation);

  // Describes what is wrong with a path ("it ends at router 3 (3,0)"); empty if it is valid.
  std::string problem(RouterId s, RouterId t, const Path& path) const;
  // Adds a valid path with a probability above 0. Consecutive legs through the same port are
  // merged; VC classes are ignored. The paths of a pair must be added consecutively, pairs in any
  // order. By translation s is router 0. For s == t nothing is added.
  void add(RouterId s, RouterId t, double probability, const Path& path);
  // Divides the probabilities of every pair by their sum.
  void normalize();
  // Describes the first pair of routers with nodes whose probabilities do not sum to 1 ("the pair 0
  // 3 has no path"); empty if there is none.
  std::string incompleteness() const;

  const Topology& topology() const { return topology_; }
  bool by_translation() const { return translations_.has_value(); }

  // The stored paths of a pair have the indices first .. first+count-1.
  struct Range {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  Range paths(RouterId s, RouterId t) const { return ranges_[pair_of(s, t)]; }
  double probability(std::size_t path) const { return probability_[path]; }
  // Legs from the stored source, router 0 if the table is by translation.
  std::span<const Leg> legs(std::size_t path) const {
    return std::span(legs_).subspan(first_leg_[path], first_leg_[path + 1] - first_leg_[path]);
  }
  // The port through which source s takes a leg stored with `port`.
  PortId port_from(RouterId s, PortId port) const {
    return translations_ ? translations_->translated(port, s) : port;
  }

  // Calls visit(path, probability) for every path from s to t.
  template <class Visit>
  void for_each_path(RouterId s, RouterId t, const Visit& visit) const;
  // Calls visit(s, t) for every pair of different routers that may have stored paths, ascending.
  template <class Visit>
  void for_each_pair(const Visit& visit) const;

  // Stored paths, without those of routers to themselves.
  std::size_t path_count() const { return probability_.size() - 1; }
  std::size_t longest_legs() const { return longest_legs_; }
  // Largest number of port changes along a path.
  std::size_t longest_turns() const { return longest_legs_ == 0 ? 0 : longest_legs_ - 1; }

  // True for equal pairs, paths, order and probabilities.
  bool operator==(const PathTable& other) const;

 private:
  std::size_t pair_of(RouterId s, RouterId t) const;

  const Topology& topology_;
  std::optional<Translations> translations_;
  std::vector<Range> ranges_;             // per pair; by translation per offset
  std::vector<double> probability_;       // per path
  std::vector<std::uint32_t> first_leg_;  // CSR offsets: paths + 1 entries
  std::vector<Leg> legs_;
  std::size_t longest_legs_ = 0;
};

template <class Visit>
void PathTable::for_each_path(RouterId s, RouterId t, const Visit& visit) const {
  const Range range = paths(s, t);
  Path path;
  for (std::size_t i = range.first; i < range.first + range.count; ++i) {
    path.assign(legs(i).begin(), legs(i).end());
    for (Leg& leg : path) leg.port = port_from(s, leg.port);
    visit(std::as_const(path), probability_[i]);
  }
}

template <class Visit>
void PathTable::for_each_pair(const Visit& visit) const {
  const std::size_t n = topology_.router_count();
  for (std::size_t s = 0; s < (by_translation() ? 1 : n); ++s) {
    for (std::size_t t = 0; t < n; ++t) {
      if (s != t) visit(RouterId{s}, RouterId{t});
    }
  }
}

// Tabulates all paths of a routing, merging equal ones, by translation if the paths of all sources
// are translations of router 0's. Throws KeyError("routing.algorithm") if a path does not fit into
// a table.
PathTable tabulated(const Topology& topology, const ObliviousRouting& routing);

}  // namespace orthant
