// Models a routing as a selection from listed paths: one variable per orbit of paths.
//
// Source: Towles, Dally & Boyd 2003, section 5.2 (2TURN: the paths with at most two turns).
// Tested by: tests/analysis/routing_model_test.cpp
#include <algorithm>
#include <cassert>
#include <limits>

#include "analysis/design/path_orbit.hpp"
#include "analysis/design/routing_model.hpp"
#include "base/error.hpp"

namespace orthant {
namespace {

constexpr std::uint32_t kNoOrbit = std::numeric_limits<std::uint32_t>::max();

// Enumerates all paths between two routers within the limits.
class PathSearch {
 public:
  PathSearch(const Topology& topology, const PathLimits& limits)
      : topology_(topology),
        grid_(*topology.grid()),
        limits_(limits),
        visited_(topology.router_count()) {}

  template <class Visit>
  void operator()(RouterId s, RouterId t, const Visit& visit) {
    target_ = t;
    longest_ = limits_.max_length.value_or(std::numeric_limits<std::size_t>::max());
    if (limits_.minimal) longest_ = std::min<std::size_t>(longest_, grid_.distance(s, t));
    visited_[s.index()] = true;
    extend(s, 0, visit);
    visited_[s.index()] = false;
  }

 private:
  // Every dimension in which a router differs from the destination needs at least one more run.
  bool in_reach(RouterId r, std::size_t runs_left) const {
    std::size_t needed = 0;
    for (std::size_t d = 0; d < grid_.dimensions(); ++d)
      needed += grid_.coordinate(r, d) != grid_.coordinate(target_, d) ? 1 : 0;
    return needed <= runs_left;
  }

  template <class Visit>
  void extend(RouterId from, std::size_t hops, const Visit& visit) {
    const std::size_t most_runs =
        limits_.turns ? *limits_.turns + 1 : std::numeric_limits<std::size_t>::max();
    if (path_.size() >= most_runs) return;
    for (std::size_t port = 0; port < topology_.channel_port_count(from); ++port) {
      const std::size_t d = Grid::dimension_of(PortId{port});
      if (!path_.empty() && Grid::dimension_of(path_.back().port) == d) continue;
      path_.push_back({.port = PortId{port}});
      std::vector<RouterId> passed;
      RouterId here = from;
      while (true) {
        // The run ends at the edge of a mesh, or after one hop in a dimension of two routers.
        if (!topology_.channel_from(here, PortId{port})) break;
        here = topology_.neighbor(here, PortId{port});
        ++path_.back().hops;
        const std::size_t length = hops + path_.back().hops;
        if (visited_[here.index()] || length > longest_) break;
        if (here == target_) {
          visit(path_);
          break;
        }
        visited_[here.index()] = true;
        passed.push_back(here);
        if (length + grid_.distance(here, target_) > longest_) continue;
        if (in_reach(here, most_runs - path_.size())) extend(here, length, visit);
      }
      for (const RouterId r : passed) visited_[r.index()] = false;
      path_.pop_back();
    }
  }

  const Topology& topology_;
  const Grid& grid_;
  PathLimits limits_;
  std::vector<bool> visited_;
  RouterId target_;
  std::size_t longest_ = 0;
  Path path_;
};

class PathModel final : public RoutingModel {
 public:
  PathModel(const Commodities& commodities, const PathLimits& limits,
            const std::function<bool()>& stop)
      : commodities_(commodities), topology_(commodities.topology()), stop_(stop) {
    list_paths(limits);
    find_orbits();
    find_terms();
  }

  void add_to(LinearProgram& program) const override {
    for (std::size_t i = 0; i < members_.size(); ++i) program.add_column(0);
    for (const std::uint32_t pair : commodities_.pairs().first) {
      if (commodities_.idle(pair)) continue;
      const std::uint32_t row = program.add_row(1, 1, commodities_.pairs().of[pair]);
      for (const std::uint32_t column : columns_of(pair)) program.add(row, column, 1);
    }
  }

  double cheapest(std::size_t pair_orbit, std::span<const double> price) const override {
    const std::size_t pair = commodities_.pairs().first[pair_orbit];
    double best = kUnlimited;
    for (std::size_t i = first_path_[pair]; i < first_path_[pair + 1]; ++i) {
      double sum = 0;
      for_each_hop(topology_, commodities_.source(pair), path(i), [&](ChannelId c, std::uint8_t) {
        sum += price[commodities_.hops().of[commodities_.hop(pair, c)]];
      });
      best = std::min(best, sum);
    }
    return best;
  }

  PairPaths paths(std::span<const double> x, MissingFlow missing) const override {
    PairPaths paths(commodities_.pair_count());
    for (std::size_t pair = 0; pair < paths.size(); ++pair) {
      double sum = 0;
      std::vector<double> probability(first_path_[pair + 1] - first_path_[pair]);
      for (std::size_t i = 0; i < probability.size(); ++i) {
        const std::uint32_t orbit = orbit_of_[first_path_[pair] + i];
        probability[i] = x[orbit] / members_[orbit];
        if (probability[i] <= kNoise) probability[i] = 0;
        sum += probability[i];
      }
      if (commodities_.idle(pair)) continue;
      if (!(sum > 1 - 1e-5)) {
        if (missing == MissingFlow::kThrow) throw InexactFlow();
        add_shortest(pair, 1 - sum, probability);
        sum = 1;
      }
      for (std::size_t i = 0; i < probability.size(); ++i)
        if (probability[i] > 0)
          paths[pair].push_back({probability[i] / sum, path(first_path_[pair] + i)});
    }
    return paths;
  }

 private:
  Path path(std::size_t i) const {
    return {legs_.begin() + static_cast<std::ptrdiff_t>(first_leg_[i]),
            legs_.begin() + static_cast<std::ptrdiff_t>(first_leg_[i + 1])};
  }

  // Adds equal parts of `amount` to the shortest of the pair's paths.
  void add_shortest(std::size_t pair, double amount, std::vector<double>& probability) const {
    std::vector<std::size_t> hops;
    for (std::size_t i = first_path_[pair]; i < first_path_[pair + 1]; ++i) {
      hops.push_back(0);
      for (const Leg& leg : path(i)) hops.back() += leg.hops;
    }
    const std::size_t least = *std::ranges::min_element(hops);
    const auto shares = static_cast<double>(std::ranges::count(hops, least));
    for (std::size_t i = 0; i < hops.size(); ++i)
      if (hops[i] == least) probability[i] += amount / shares;
  }

  void list_paths(const PathLimits& limits) {
    PathSearch search(topology_, limits);
    std::size_t hops = 0;
    first_path_.push_back(0);
    first_leg_.push_back(0);
    for (std::size_t pair = 0; pair < commodities_.pair_count(); ++pair) {
      const RouterId s = commodities_.source(pair), t = commodities_.destination(pair);
      if (!commodities_.idle(pair)) {
        if (stop_()) throw ModelBuildStopped();
        search(s, t, [&](const Path& path) {
          legs_.insert(legs_.end(), path.begin(), path.end());
          first_leg_.push_back(legs_.size());
          pair_of_.push_back(static_cast<std::uint32_t>(pair));
          for (const Leg& leg : path) hops += leg.hops;
          if (hops > kMaxListedHops) refuse_too_many(limits);
        });
        if (pair_of_.size() == first_path_.back()) throw NoPath{s, t};
      }
      first_path_.push_back(pair_of_.size());
    }
  }

  [[noreturn]] static void refuse_too_many(const PathLimits& limits) {
    key_error(limits.max_length ? "design.max_length" : "design.turns",
              "the paths within the limits have more than {} hops together; allowed: fewer",
              kMaxListedHops);
  }

  void find_orbits() {
    std::unordered_multimap<std::uint64_t, std::uint32_t> index;
    index.reserve(pair_of_.size());
    for (std::size_t i = 0; i < pair_of_.size(); ++i)
      index.emplace(path_hash(pair_of_[i], path(i)), static_cast<std::uint32_t>(i));
    const auto find = [&](std::size_t pair, const Path& wanted) {
      auto [from, to] = index.equal_range(path_hash(pair, wanted));
      while (from != to && (pair_of_[from->second] != pair || path(from->second) != wanted)) ++from;
      assert(from != to);  // symmetries preserve turns and lengths
      return from->second;
    };
    orbit_of_.assign(pair_of_.size(), kNoOrbit);
    for (std::size_t i = 0; i < pair_of_.size(); ++i) {
      if (orbit_of_[i] != kNoOrbit) continue;
      if (stop_()) throw ModelBuildStopped();
      const std::vector<PairPath> orbit = orbit_of_path(commodities_, pair_of_[i], path(i));
      for (const PairPath& member : orbit)
        orbit_of_[find(member.pair, member.path)] = static_cast<std::uint32_t>(members_.size());
      members_.push_back(
          static_cast<double>(std::ranges::count(orbit, pair_of_[i], &PairPath::pair)));
    }
  }

  std::vector<std::uint32_t> columns_of(std::size_t pair) const {
    std::vector<std::uint32_t> columns(
        orbit_of_.begin() + static_cast<std::ptrdiff_t>(first_path_[pair]),
        orbit_of_.begin() + static_cast<std::ptrdiff_t>(first_path_[pair + 1]));
    std::ranges::sort(columns);
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    return columns;
  }

  // Every hop of an orbit carries the same flow. It is the flow over all hops of the orbit that
  // belong to one pair, divided by the number of these hops.
  void find_terms() {
    const Orbits& hops = commodities_.hops();
    std::vector<std::vector<Term>> terms(hops.count());
    std::vector<double> of_pair(hops.count());  // hops of each orbit that belong to the pair
    for (const std::uint32_t pair : commodities_.pairs().first) {
      for (std::size_t c = 0; c < topology_.channel_count(); ++c)
        of_pair[hops.of[commodities_.hop(pair, ChannelId{c})]] += 1;
      for (std::size_t i = first_path_[pair]; i < first_path_[pair + 1]; ++i) {
        const std::uint32_t column = orbit_of_[i];
        for_each_hop(topology_, commodities_.source(pair), path(i), [&](ChannelId c, std::uint8_t) {
          const std::uint32_t orbit = hops.of[commodities_.hop(pair, c)];
          terms[orbit].push_back({column, 1 / (members_[column] * of_pair[orbit])});
        });
      }
    }
    first_term_.push_back(0);
    for (std::vector<Term>& of_orbit : terms) {
      std::ranges::sort(of_orbit, {}, &Term::column);
      for (const Term& term : of_orbit) {
        if (terms_.size() > first_term_.back() && terms_.back().column == term.column) {
          terms_.back().coefficient += term.coefficient;
        } else {
          terms_.push_back(term);
        }
      }
      first_term_.push_back(terms_.size());
    }
  }

  const Commodities& commodities_;
  const Topology& topology_;
  const std::function<bool()>& stop_;    // polled while the model is built
  Path legs_;                            // of all paths
  std::vector<std::size_t> first_leg_;   // CSR offsets: paths + 1 entries
  std::vector<std::uint32_t> pair_of_;   // per path
  std::vector<std::size_t> first_path_;  // CSR offsets: pairs + 1 entries
  std::vector<std::uint32_t> orbit_of_;  // per path: its orbit, which is its column
  std::vector<double> members_;          // per orbit: number of its paths per pair
};

}  // namespace

std::vector<Path> paths_within(const Topology& topology, RouterId s, RouterId t,
                               const PathLimits& limits) {
  std::vector<Path> found;
  PathSearch search(topology, limits);
  search(s, t, [&](const Path& path) { found.push_back(path); });
  return found;
}

std::unique_ptr<RoutingModel> make_path_model(const Commodities& commodities,
                                              const PathLimits& limits,
                                              const std::function<bool()>& stop) {
  if (commodities.topology().grid() == nullptr)
    key_error(limits.max_length ? "design.max_length" : "design.paths",
              "paths by their turns need a network with coordinates");
  return std::make_unique<PathModel>(commodities, limits, stop);
}

}  // namespace orthant
