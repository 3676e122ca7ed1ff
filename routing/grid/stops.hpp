// Where packets stop that dimension order alone cannot bring to their destination, on a grid with
// missing channels.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "routing/grid/free_runs.hpp"

namespace orthant {

// How a packet reaches a stop, and goes on.
enum class StopRule : std::uint8_t {
  // In dimension order to an intermediate router, and from there to the destination or to a further
  // intermediate router (Gomez et al. 2006).
  kIntermediate,
  // By one hop in any direction, or several, and then in dimension order (Zu et al. 2024). Where a
  // packet has stopped, dimension order takes the long way round a ring if the short one is not up.
  kWildHops
};

// For each pair of routers, the least number of stops, and, of all routers where the first may be,
// those on the shortest paths with so many stops.
class Stops {
 public:
  // Routers of a pair's list; evenly spaced ones if there are more.
  static constexpr std::size_t kMaxListed = 8;
  static constexpr std::size_t kMaxRouters = 4096;

  // The result does not depend on `threads`. Throws KeyError("routing.algorithm") if channels are
  // missing and there are more than kMaxRouters routers, and UnroutableError if a pair of routers
  // with nodes needs more than `most` stops.
  Stops(const Topology& topology, const FreeRuns& runs, StopRule rule, std::size_t most,
        std::string_view algorithm, std::size_t threads);

  // False if there is no path with at most `most` stops, or if a router is down.
  bool has_path(RouterId s, RouterId t) const { return count(s, t) != kNoPath; }
  // Stops of the pair, 0 if its dimension-order path is up. Requires a path.
  std::size_t count(RouterId s, RouterId t) const {
    return count_.empty() ? 0 : count_[pair(s, t)];
  }
  // Largest number of stops of any pair.
  std::size_t most() const { return most_; }
  // Routers where the first stop may be, all with the same probability. With wild hops, s itself
  // stands for the long way round. Requires a stop.
  std::span<const RouterId> first(RouterId s, RouterId t) const {
    const std::uint32_t list = list_[pair(s, t)];
    return std::span(routers_of_lists_).subspan(begin_[list], begin_[list + 1] - begin_[list]);
  }

 private:
  static constexpr std::uint8_t kNoPath = 0xff;
  struct Search;
  struct Found;

  std::size_t pair(RouterId s, RouterId t) const { return s.index() * routers_ + t.index(); }
  void find_direct(const FreeRuns& runs);
  // Finds the pairs that need `count` stops; returns whether there are any.
  bool find(const Topology& topology, const FreeRuns& runs, StopRule rule, std::size_t count,
            std::vector<std::uint16_t>& hops, std::size_t threads);
  // Calls visit(t) for each destination of s without a path so far.
  template <class Visit>
  void for_each_open(const FreeRuns& runs, RouterId s, const Visit& visit) const;

  std::size_t routers_;
  std::size_t most_ = 0;
  std::vector<std::uint8_t> count_;         // [s][t]; empty for a whole grid, which needs no stops
  std::vector<std::uint32_t> list_;         // [s][t]: number of the pair's list
  std::vector<std::uint32_t> begin_ = {0};  // per list, and the end of the last
  std::vector<RouterId> routers_of_lists_;
};

}  // namespace orthant
