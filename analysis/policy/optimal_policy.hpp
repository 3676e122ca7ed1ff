// The optimal shortest-path policy for all p at once, exactly.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "analysis/policy/shortest_path_policy.hpp"
#include "base/function_ref.hpp"

namespace orthant {

// An interval of q = 1 - p in which one order of every offset is optimal.
struct OptimalPiece {
  std::optional<Root> from, to;        // nullopt: 0 and 1
  std::vector<DimensionOrder> orders;  // per offset; of neighbours that are always equal, the lower
                                       // dimension first
  std::vector<Polynomial> delivery;    // R, per offset
};

// Ascending in q. Every difference of two neighbours' R keeps its sign in a piece: between 0 and 1
// it has no root there by Descartes' rule, and where it has one, the pieces part.
// `alive` is called for every offset of every piece; what it throws ends the search.
std::vector<OptimalPiece> find_optimal_policy(const Offsets& offsets, FunctionRef<void()> alive);
std::vector<OptimalPiece> find_optimal_policy(const Offsets& offsets);

// The piece that holds q, 0 < q < 1; the lower one where q is between two.
OptimalPiece& piece_at(std::span<OptimalPiece> pieces, const Dyadic& q);

// Whether a policy is optimal: with its own rule for ties, with another one, or not at all.
enum class Optimality { kYes, kTie, kNo };
std::string_view optimality_name(Optimality optimality);

// For mp, z2 and dor_retry; what they tie is sorted as in the optimal order.
Optimality judge(Policy policy, const Offsets& offsets, const OptimalPiece& piece);

}  // namespace orthant
