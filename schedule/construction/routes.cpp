// Tested by: tests/schedule/routes_test.cpp
#include "schedule/construction/routes.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "schedule/construction/placement.hpp"
#include "solver/simplex.hpp"

namespace orthant {
namespace {

constexpr std::size_t kMaxColumns = 100'000;              // of the linear program
constexpr std::uint64_t kEffortOfDuration = 200'000'000;  // in units of SearchLimits::effort

class RouteChoice {
 public:
  RouteChoice(const RouteLists& routes, std::size_t channels,
              std::span<const std::uint32_t> capacities)
      : routes_(routes), capacities_(capacities.begin(), capacities.end()) {
    capacities_.resize(channels, 1);
  }

  // A lower bound on the duration of every selection: each transfer takes its shortest route, and
  // all channels are always full.
  double bound_by_work() const {
    std::uint64_t work = 0, capacity = 0;
    for (const auto& of_transfer : routes_) {
      work +=
          std::ranges::min_element(of_transfer, {}, [](const auto& r) { return r.size(); })->size();
    }
    for (const std::uint32_t c : capacities_) capacity += c;
    return work == 0 ? 0 : static_cast<double>(work) / static_cast<double>(capacity);
  }

  // A tighter lower bound: a transfer may be divided among its routes.
  std::optional<double> bound_by_program(const SearchLimits& limits) const {
    std::size_t columns = 1;
    for (const auto& of_transfer : routes_) columns += of_transfer.size();
    if (columns > kMaxColumns) return std::nullopt;
    LinearProgram program;
    const std::uint32_t duration = program.add_column(1);
    std::vector<std::uint32_t> row_of;
    for (const std::uint32_t capacity : capacities_) {
      row_of.push_back(program.add_row(-kUnlimited, 0));
      program.add(row_of.back(), duration, -static_cast<double>(capacity));
    }
    for (const auto& of_transfer : routes_) {
      const std::uint32_t once = program.add_row(1, 1);
      for (const auto& route : of_transfer) {
        const std::uint32_t share = program.add_column(0, 0, 1);
        program.add(once, share, 1);
        for (const std::uint32_t c : route) program.add(row_of[c], share, 1);
      }
    }
    const LpSolution solution = solve_by_simplex(
        program, {.time_limit_seconds = limits.seconds,
                  .progress = [&](const LpProgress&) { return !limits.stop || !limits.stop(); }});
    if (solution.status != LpStatus::kOptimal) return std::nullopt;
    return solution.objective;
  }

  // The duration if every transfer takes its first route.
  std::uint32_t first_duration() const {
    std::vector<std::uint32_t> loads(capacities_.size());
    std::uint32_t duration = 0;
    for (const auto& of_transfer : routes_) {
      for (const std::uint32_t c : of_transfer.front())
        duration = std::max(duration, (++loads[c] + capacities_[c] - 1) / capacities_[c]);
    }
    return duration;
  }

  // Searches for routes of at most this duration by placing all transfers in a single frame, whose
  // capacities are those of the whole duration.
  std::optional<std::vector<std::uint32_t>> routes_within(std::uint32_t duration,
                                                          const Stopwatch& watch) const {
    PlacementProblem problem{.frames = 1, .capacity = capacities_, .items = {}};
    for (std::uint32_t& capacity : problem.capacity) capacity *= duration;
    for (const auto& of_transfer : routes_) problem.items.push_back({of_transfer});
    const auto placed = place(problem, duration, watch);
    if (!placed) return std::nullopt;
    std::vector<std::uint32_t> route;
    for (const Placement& at : *placed) route.push_back(at.variant);
    return route;
  }

 private:
  const RouteLists& routes_;
  std::vector<std::uint32_t> capacities_;
};

}  // namespace

std::uint32_t whole_frames(double time) {
  constexpr double kRelative = 1e-6;
  return static_cast<std::uint32_t>(std::ceil(time - kRelative * std::max(1.0, time)));
}

ChosenRoutes choose_routes(const RouteLists& routes, std::size_t channels,
                           std::span<const std::uint32_t> capacities, const SearchLimits& limits) {
  const RouteChoice choice(routes, channels, capacities);
  const Stopwatch watch(limits);
  ChosenRoutes chosen{.route = std::vector<std::uint32_t>(routes.size()),
                      .time_bound = choice.bound_by_work()};
  if (const auto better = choice.bound_by_program(watch.rest()))
    chosen.time_bound = std::max(chosen.time_bound, *better);
  for (std::uint32_t duration = std::max(whole_frames(chosen.time_bound), 1u);
       duration < choice.first_duration() && !watch.over(); ++duration) {
    if (auto found = choice.routes_within(duration, Stopwatch(watch, kEffortOfDuration))) {
      chosen.route = std::move(*found);
      break;
    }
  }
  return chosen;
}

}  // namespace orthant
