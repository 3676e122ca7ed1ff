// Shortest-path policies on meshes, tori and hypercubes (Badr & Podar 1989; Wu 1996). A message
// tries the channels that lead closer to its destination, in the order of the policy. Each channel
// is healthy with probability p; the message is lost if none of those it tries is healthy.
//
// With q = 1 - p, the probability of delivery from an offset of distance d is p^d R(q), where
//   R(offset) = sum of q^(i-1) R(i-th neighbour in the order) over its eligible neighbours.
// For a fixed order, R has integer coefficients >= 0; R(0) = 1, and R(1) is the number of shortest
// paths.
#pragma once

#include <span>
#include <vector>

#include "analysis/loads/offsets.hpp"
#include "analysis/policy/polynomial.hpp"
#include "base/function_ref.hpp"

namespace orthant {

// Number of shortest paths from every offset.
std::vector<Integer> shortest_path_counts(const Offsets& offsets);

// The order at every offset for the policies with a fixed one: mp (most shortest paths first; at
// ties more remaining hops, then the lower dimension), z2 (most remaining hops first, then the
// lower dimension), dor_retry (lowest dimension first).
std::vector<PolicyOrder> orders_of(Policy policy, const Offsets& offsets);
// Returns the same orders, but with ties of the policy resolved as in `preferred`.
std::vector<PolicyOrder> orders_of(Policy policy, const Offsets& offsets,
                                   std::span<const PolicyOrder> preferred);

// Returns R of an offset from R of its neighbours, which must be known.
Polynomial next_delivery(const Offsets& offsets, std::size_t offset, const PolicyOrder& order,
                         std::span<const Polynomial> known);

// numerator / denominator
struct Fraction {
  Polynomial numerator;
  Integer denominator = 1;
};

// R of every offset under a policy that does not depend on p. `progress` is called for each; an
// exception from it ends the work.
std::vector<Fraction> delivery_polynomials(Policy policy, const Offsets& offsets,
                                           FunctionRef<void()> progress);
std::vector<Fraction> delivery_polynomials(Policy policy, const Offsets& offsets);

// Returns the coefficients of R(1 - p) by ascending power of p. They are also those of the
// probability of delivery p^distance R(1 - p), from p^distance upwards. For the numerator of a
// Fraction they are still to be divided by its denominator.
std::vector<Integer> coefficients_in_p(const Polynomial& r);

// Probability of delivery from every offset for a given p, in floating point without cancellation.
std::vector<double> delivery(Policy policy, const Offsets& offsets, double p);

// The order at every offset for a given p; ascending dimensions for policies without an order.
std::vector<PolicyOrder> orders_at(Policy policy, const Offsets& offsets, double p);

// The mean over all pairs of different routers; there must be at least one pair.
double mean_delivery(const Offsets& offsets, std::span<const double> delivery);

// Returns the smallest p, to within 1e-12, at which mean_delivery() is at least `target`; 0 <
// target < 1. `progress` is called some 40 times.
double needed_for_mean(Policy policy, const Offsets& offsets, double target,
                       FunctionRef<void()> progress);

}  // namespace orthant
