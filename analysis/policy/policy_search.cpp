#include "analysis/policy/policy_search.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <utility>

namespace orthant {
namespace {

using Radices = std::vector<std::uint32_t>;

std::optional<std::size_t> nearest_loss(Policy policy, const Offsets& offsets,
                                        const OptimalPiece& piece, Optimality optimality) {
  // A policy that is optimal only with other tie rules loses with its own rule; a policy that is
  // not optimal loses with any tie rule.
  const std::vector<PolicyOrder> orders = optimality == Optimality::kTie
                                              ? orders_of(policy, offsets)
                                              : orders_of(policy, offsets, piece.orders);
  std::optional<std::size_t> nearest;
  for (std::size_t x = 1; x < offsets.size(); ++x) {
    if (nearest && offsets.distance(*nearest) <= offsets.distance(x)) continue;
    if (next_delivery(offsets, x, orders[x], piece.delivery) != piece.delivery[x]) nearest = x;
  }
  return nearest;
}

// Returns the radices of all networks of the search, smallest network first; dimensions of one
// router are omitted. MP is symmetric in the dimensions (their numbers decide only between
// dimensions with equally many paths and hops), so descending radices represent all orders.
std::vector<Radices> networks_of(const PolicySearch& search) {
  std::set<Radices> networks;
  Radices radices(search.largest.size(), 1);
  const auto add = [&] {
    Radices network = radices;
    std::erase(network, 1);
    if (search.policy == Policy::kMp) std::ranges::sort(network, std::ranges::greater{});
    if (!network.empty()) networks.insert(std::move(network));
  };
  const auto choose = [&](const auto& self, std::size_t d) -> void {
    if (d == radices.size()) return add();
    for (radices[d] = 1; radices[d] <= search.largest[d]; ++radices[d]) self(self, d + 1);
  };
  if (search.equal_radices) {
    for (std::uint32_t k = 2; k <= std::ranges::min(search.largest); ++k) {
      std::ranges::fill(radices, k);
      add();
    }
  } else {
    choose(choose, 0);
  }
  std::vector<Radices> sorted(networks.begin(), networks.end());
  std::ranges::stable_sort(sorted, {}, [](const Radices& network) {
    return std::accumulate(network.begin(), network.end(), 1.0, std::multiplies{});
  });
  return sorted;
}

}  // namespace

std::optional<PolicyLoss> find_loss(Policy policy, const Offsets& offsets,
                                    std::span<const OptimalPiece> pieces, bool strict) {
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Optimality optimality = classify_optimality(policy, offsets, pieces[i]);
    if (optimality == Optimality::kYes || (strict && optimality != Optimality::kNo)) continue;
    return PolicyLoss{optimality, i, *nearest_loss(policy, offsets, pieces[i], optimality)};
  }
  return std::nullopt;
}

std::optional<Counterexample> find_counterexample(
    const PolicySearch& search, FunctionRef<void(std::span<const std::uint32_t>)> progress) {
  for (const Radices& radices : networks_of(search)) {
    const Offsets offsets(Grid(radices, search.torus));
    std::vector<OptimalPiece> pieces = find_optimal_policy(offsets, [&] { progress(radices); });
    if (const auto loss = find_loss(search.policy, offsets, pieces, search.strict))
      return Counterexample{radices, offsets, std::move(pieces), *loss};
  }
  return std::nullopt;
}

}  // namespace orthant
