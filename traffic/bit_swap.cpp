// Exchange of the first and the last bit of the id.
//
// Needs: N = 2^n nodes.
#include "traffic/descriptions.hpp"
#include "traffic/permutation.hpp"

namespace orthant {
namespace {

constexpr std::string_view kName = "bit_swap";

std::unique_ptr<Pattern> make(const Topology& topology, const PatternOptions&) {
  const unsigned bits = require_id_bits(kName, topology);
  if (bits == 0) return permute_ids(topology, [](std::uint32_t id) { return id; });
  return permute_ids(topology, [last = bits - 1](std::uint32_t id) {
    const std::uint32_t differ = (id ^ id >> last) & 1u;  // equal bits need no exchange
    return id ^ (differ | differ << last);
  });
}

}  // namespace

PatternDescription bit_swap_pattern() {
  return {.name = kName,
          .summary = "the first and the last of the n id bits exchanged",
          .needs = "N = 2^n",
          .make = make};
}

}  // namespace orthant
