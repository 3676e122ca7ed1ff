// Finds the smallest network on which a shortest-path policy is not optimal.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analysis/policy/optimal_policy.hpp"

namespace orthant {

// A case in which a policy is worse than the optimum: an offset, in a piece of q.
struct PolicyLoss {
  Optimality optimality;  // kTie or kNo
  std::size_t piece;
  std::size_t offset;  // the nearest such offset
};

// Returns a loss in the piece of the highest p in which the policy is not optimal; nullopt if there
// is none. With `strict`, a policy that is optimal with other tie rules (kTie) counts as optimal.
std::optional<PolicyLoss> find_loss(Policy policy, const Offsets& offsets,
                                    std::span<const OptimalPiece> pieces, bool strict);

struct PolicySearch {
  Policy policy = Policy::kMp;
  bool torus = true;
  std::vector<std::uint32_t> largest;  // largest radix in each dimension
  bool equal_radices = false;
  bool strict = true;
};

struct Counterexample {
  std::vector<std::uint32_t> radices;
  Offsets offsets;
  std::vector<OptimalPiece> pieces;
  PolicyLoss loss;
};

// Tries all networks up to the largest radices, in the order of their sizes. `progress` is called
// often with the current radices; an exception from it ends the search.
std::optional<Counterexample> find_counterexample(
    const PolicySearch& search, FunctionRef<void(std::span<const std::uint32_t>)> progress);

}  // namespace orthant
