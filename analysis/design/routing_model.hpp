// An oblivious routing that all symmetries preserve, in the variables of a linear program.
//
// There are two models. The flow model has one variable per orbit of hops and allows any path, or
// any shortest path. The path model has one variable per orbit of paths from an explicit list, for
// example of the paths with few turns.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "analysis/design/commodities.hpp"
#include "analysis/design/flow_paths.hpp"
#include "solver/linear_program.hpp"

namespace orthant {

class RoutingModel {
 public:
  struct Term {
    std::uint32_t column = 0;
    double coefficient = 0;
  };

  virtual ~RoutingModel() = default;

  // The flow over each hop of an orbit as a sum over columns; empty if no path uses it.
  std::span<const Term> flow(std::size_t hop_orbit) const {
    return std::span(terms_).subspan(first_term_[hop_orbit],
                                     first_term_[hop_orbit + 1] - first_term_[hop_orbit]);
  }
  // Adds the columns and rows that define a routing to a program, which must be empty.
  virtual void add_to(LinearProgram& program) const = 0;
  // Returns the cost of the cheapest path of the model for the first pair of an orbit of pairs, as
  // the sum of the prices of its hops. There is one price per orbit of hops, and none is negative.
  virtual double cheapest(std::size_t pair_orbit, std::span<const double> price) const = 0;
  // The routing of a solution. Probabilities of a pair sum to 1; idle pairs have no paths.
  virtual PairPaths paths(std::span<const double> x,
                          MissingFlow missing = MissingFlow::kThrow) const = 0;

 protected:
  std::vector<std::size_t> first_term_;  // CSR offsets: orbits of hops + 1 entries
  std::vector<Term> terms_;
};

// Models all paths, or only the shortest ones. The commodities must outlive the model.
std::unique_ptr<RoutingModel> make_flow_model(const Commodities& commodities, bool minimal);

struct PathLimits {
  std::optional<std::size_t> turns;       // changes of dimension
  std::optional<std::size_t> max_length;  // hops
  bool minimal = false;
};
// The paths of a pair of a network with a grid that visit no router twice and never reverse in a
// dimension.
std::vector<Path> paths_within(const Topology& topology, RouterId s, RouterId t,
                               const PathLimits& limits);

// Thrown for a pair without a path within the limits.
struct NoPath {
  RouterId s, t;
};
// Thrown if building a model was stopped.
struct ModelBuildStopped {};

// Models the paths that visit no router twice and never reverse in a dimension. Needs a grid.
// `stop` is polled. Throws NoPath, ModelBuildStopped, or KeyError("design.max_length" if that is
// limited, else "design.turns") if all paths together have more than kMaxListedHops hops.
std::unique_ptr<RoutingModel> make_path_model(
    const Commodities& commodities, const PathLimits& limits,
    const std::function<bool()>& stop = [] { return false; });
inline constexpr std::size_t kMaxListedHops = 60'000'000;

}  // namespace orthant
