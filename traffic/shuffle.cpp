// Perfect shuffle: the id bits rotated left by one.
//
// Source: Stone 1971.
// Needs: N = 2^n nodes.
#include "traffic/descriptions.hpp"
#include "traffic/permutation.hpp"

namespace orthant {
namespace {

constexpr std::string_view kName = "shuffle";

std::unique_ptr<Pattern> make(const Topology& topology, const PatternOptions&) {
  const unsigned bits = require_id_bits(kName, topology);
  if (bits == 0) return permute_ids(topology, [](std::uint32_t id) { return id; });
  const std::uint32_t mask = static_cast<std::uint32_t>(topology.whole_node_count() - 1);
  return permute_ids(
      topology, [bits, mask](std::uint32_t id) { return (id << 1 | id >> (bits - 1)) & mask; });
}

}  // namespace

PatternDescription shuffle_pattern() {
  return {.name = kName,
          .summary = "the n id bits rotated left by one",
          .needs = "N = 2^n",
          .make = make};
}

}  // namespace orthant
