// A random permutation, uniform over all permutations, from `traffic.pattern_seed`. Nodes may be
// their own destination.
//
// Source: the exchange method of Fisher and Yates, in the order of Durstenfeld 1964.
// Needs: nothing.
#include "traffic/descriptions.hpp"
#include "traffic/permutation.hpp"

namespace orthant {
namespace {

constexpr std::string_view kName = "random_permutation";

std::unique_ptr<Pattern> make(const Topology& topology, const PatternOptions& options) {
  std::vector<NodeId> destinations(topology.node_count());
  for (std::size_t i = 0; i < destinations.size(); ++i) destinations[i] = NodeId{i};
  RandomStream random(options.seed, 0, RandomPurpose::kPattern);
  for (std::size_t left = destinations.size(); left > 1; --left) {
    std::swap(destinations[left - 1], destinations[random.below(static_cast<std::uint32_t>(left))]);
  }
  return std::make_unique<Permutation>(std::move(destinations));
}

}  // namespace

PatternDescription random_permutation_pattern() {
  return {.name = kName,
          .summary = "one permutation, drawn from traffic.pattern_seed",
          .needs = "",
          .rows = {{"traffic.pattern_seed",
                    &PatternOptions::seed,
                    {.when = read_if("traffic.pattern", "random_permutation"),
                     .help = "Seed of the drawn permutation."}}},
          .make = make};
}

}  // namespace orthant
