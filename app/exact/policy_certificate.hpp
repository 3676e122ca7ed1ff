// Proofs of what the optimal policy is, as a file that studies/wu/check_certificate.py verifies
// without this program.
#pragma once

#include <span>
#include <string>

#include "analysis/policy/optimal_policy.hpp"

namespace orthant {

// JSON: "radices" and "torus" describe the network; each of "pieces" holds an open interval of q =
// 1 - p, "from" and "to" as exact fractions, the optimal "orders" of its offsets (dimension 0
// fastest), and how mp, z2 and dor_retry fare in it. Between two pieces lies a breakpoint.
std::string certificate_text(std::span<const std::uint32_t> radices, bool torus,
                             const Offsets& offsets, std::span<OptimalPiece> pieces,
                             unsigned digits);

}  // namespace orthant
