// Dimension-order routing on a grid with missing channels: packets whose path meets one leave the
// order of dimensions first.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "routing/grid/free_runs.hpp"
#include "routing/grid/grid_paths.hpp"
#include "routing/routing.hpp"

namespace orthant {

// How packets get round missing channels.
enum class DetourRule : std::uint8_t {
  // In dimension order to an intermediate router, and from there to the destination or to a further
  // intermediate router (Gomez et al. 2006).
  kIntermediate,
  // By one hop in any direction, or several, and then in dimension order (Zu et al. 2024).
  // Dimension
  // order takes the long way round a ring where the short one is not up.
  kWildHops
};

// For each pair of routers, the stages before the last dimension-order path: their least number,
// and, of all routers where the first of so many stages may end, those on the shortest paths.
class Detours {
 public:
  // Routers of a pair's list; evenly spaced ones if there are more.
  static constexpr std::size_t kMaxStops = 8;
  static constexpr std::size_t kMaxRouters = 4096;

  // Throws KeyError("routing.algorithm") if there are more than kMaxRouters routers, or if a pair
  // of routers with nodes needs more than `most` stages.
  Detours(const Topology& topology, const FreeRuns& runs, DetourRule rule, std::size_t most,
          std::string_view algorithm, std::size_t threads);

  // Stages of the pair, 0 if its dimension-order path is up.
  std::size_t stages(RouterId s, RouterId t) const { return stages_[pair(s, t)]; }
  // Largest number of stages of any pair.
  std::size_t most_stages() const { return most_stages_; }
  // Routers where the first stage may end, all with the same probability. With wild hops, s itself
  // stands for the long way round.
  std::span<const RouterId> stops(RouterId s, RouterId t) const {
    const std::uint32_t first = first_[pair(s, t)];
    return std::span(stops_).subspan(first + 1, stops_[first].index());
  }

 private:
  struct Search;
  std::size_t pair(RouterId s, RouterId t) const { return s.index() * routers_ + t.index(); }

  std::size_t routers_;
  std::size_t most_stages_ = 0;
  std::vector<std::uint8_t> stages_;  // [s][t]
  std::vector<std::uint32_t> first_;  // [s][t]: where the list of the pair starts
  std::vector<RouterId> stops_;       // lists, each after its length
};

// Throws KeyError("routing.algorithm") if a pair of routers with nodes has no path in 16 VC
// classes.
std::unique_ptr<Routing> make_detoured_dor(const Topology& topology, const RoutingOptions& options,
                                           DetourRule rule, Dateline dateline,
                                           std::string_view algorithm);

}  // namespace orthant
