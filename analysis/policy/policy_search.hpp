// The smallest network on which a shortest-path policy is not optimal.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analysis/policy/optimal_policy.hpp"

namespace orthant {

// Where a policy does worse than the optimum: from an offset, in a piece of q.
struct PolicyLoss {
  Optimality optimality;  // kTie or kNo
  std::size_t piece;
  std::size_t offset;  // the nearest such one
};

// In the piece of the highest p in which the policy is not optimal; kNo alone where `strict`, else
// kTie too. nullopt where there is none.
std::optional<PolicyLoss> find_loss(Policy policy, const Offsets& offsets,
                                    std::span<const OptimalPiece> pieces, bool strict);

struct PolicySearch {
  Policy policy = Policy::kMp;
  bool torus = true;
  std::vector<std::uint32_t> largest;  // radix in each dimension
  bool equal_radices = false;
  bool strict = true;
};

struct Counterexample {
  std::vector<std::uint32_t> radices;
  Offsets offsets;
  std::vector<OptimalPiece> pieces;
  PolicyLoss loss;
};

// Goes through all networks with radices up to the largest, in the order of their sizes. `alive` is
// called often with those of the present one; what it throws ends the search.
std::optional<Counterexample> find_counterexample(
    const PolicySearch& search, FunctionRef<void(std::span<const std::uint32_t>)> alive);

}  // namespace orthant
