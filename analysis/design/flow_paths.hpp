// Decomposes symmetric flows into paths with probabilities.
//
// Source: Ahuja, Magnanti & Orlin 1993, section 3.5.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "analysis/design/commodities.hpp"
#include "analysis/design/path_orbit.hpp"

namespace orthant {

struct WeightedPath {
  double probability = 0;
  Path path;  // VC classes are 0
};
// The paths of every listed pair of the commodities, with their probabilities.
using PairPaths = std::vector<std::vector<WeightedPath>>;

// What becomes of a unit of flow of which the paths found carry less than 1 - 1e-5.
enum class MissingFlow {
  kThrow,               // InexactFlow
  kTakesShortestPaths,  // all of them, in equal shares
};

// Thrown if the paths found carry less than 1 - 1e-5 of a pair's unit of flow.
struct InexactFlow {};

// Flows and probabilities below this value are ignored.
inline constexpr double kNoise = 1e-9;

// Removes paths from a flow, each together with all its images, so that the removed part and the
// remaining flow keep the symmetries. The commodities must outlive the object.
class FlowDecomposition {
 public:
  explicit FlowDecomposition(const Commodities& commodities);

  // Appends, for each pair of the orbit of `pair`, the paths that carry its flow. `flow` is one
  // unit from source to destination of `pair`, given per channel. Loops and flows below kNoise are
  // dropped. Paths with few descents of the dimension order are removed first, then those with few
  // turns, then short ones, since such paths need few VC classes.
  void operator()(std::size_t pair, std::span<const double> flow, PairPaths& paths,
                  MissingFlow missing = MissingFlow::kThrow);

 private:
  // The last channel of a path from the source, and the path's cost.
  struct Reached {
    std::uint64_t cost = 0;
    std::uint32_t channel = 0;
    auto operator<=>(const Reached&) const = default;
  };
  bool find_path(RouterId s, RouterId t);
  double carry(std::size_t pair, double carried, PairPaths& paths);
  std::uint64_t step_cost(std::uint32_t before, std::uint32_t next) const;

  const Commodities& commodities_;
  const Topology& topology_;
  std::vector<double> left_;           // per channel
  std::vector<std::uint32_t> uses_;    // per channel: zero between paths
  std::vector<std::uint64_t> best_;    // per channel: cost of the best path that ends with it
  std::vector<std::uint32_t> parent_;  // per channel: its predecessor
  std::vector<Reached> open_;
  std::vector<ChannelId> found_;  // the channels of the path found
  std::set<std::size_t> pairs_;   // those of the paths found
};

}  // namespace orthant
