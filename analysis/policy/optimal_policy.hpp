// The optimal shortest-path policy for all p at once, exactly.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "analysis/policy/shortest_path_policy.hpp"
#include "base/function_ref.hpp"

namespace orthant {

// An interval of q = 1 - p in which one order per offset is optimal.
struct OptimalPiece {
  std::optional<Root> from, to;  // nullopt: 0 and 1
  std::vector<PolicyOrder>
      orders;  // per offset; among neighbours that are always equal, the lower dimension first
  std::vector<Polynomial> delivery;  // R, per offset
};

// Returns the pieces by ascending q. In a piece, the difference of any two neighbours' R has
// constant sign: either it has no root between 0 and 1 by Descartes' rule, or pieces are cut at its
// roots. `progress` is called for every offset of every piece; an exception from it ends the
// search.
std::vector<OptimalPiece> find_optimal_policy(const Offsets& offsets, FunctionRef<void()> progress);
std::vector<OptimalPiece> find_optimal_policy(const Offsets& offsets);

// Returns the piece that contains q, 0 < q < 1; at a boundary, the lower of the two pieces.
OptimalPiece& piece_at(std::span<OptimalPiece> pieces, const Dyadic& q);

// Whether a policy is optimal: with its own tie rule, with another one, or not at all.
enum class Optimality { kYes, kTie, kNo };
std::string_view optimality_name(Optimality optimality);

// Classifies mp, z2 or dor_retry in a piece: kYes if the policy with its own tie rule delivers as
// much as the optimum at every offset; kTie if it does so only with ties resolved as in the optimal
// order; else kNo.
Optimality classify_optimality(Policy policy, const Offsets& offsets, const OptimalPiece& piece);

}  // namespace orthant
