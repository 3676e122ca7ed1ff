// Complement of the id: node i sends to N-1-i. With N = 2^n all bits are inverted; on a torus or
// mesh every coordinate x becomes k-1-x, so every message crosses the middle of every dimension.
//
// Needs: nothing.
#include "traffic/descriptions.hpp"
#include "traffic/permutation.hpp"

namespace orthant {
namespace {

constexpr std::string_view kName = "bit_complement";

std::unique_ptr<Pattern> make(const Topology& topology, const PatternOptions&) {
  const auto last = static_cast<std::uint32_t>(topology.whole_node_count() - 1);
  return permute_ids(topology, [last](std::uint32_t id) { return last - id; });
}

}  // namespace

PatternDescription bit_complement_pattern() {
  return {.name = kName, .summary = "id i to N - 1 - i", .needs = "", .make = make};
}

}  // namespace orthant
