// Reversal of the id bits, the data exchange of a fast Fourier transform.
//
// Needs: N = 2^n nodes.
#include "traffic/descriptions.hpp"
#include "traffic/permutation.hpp"

namespace orthant {
namespace {

constexpr std::string_view kName = "bit_reverse";

std::unique_ptr<Pattern> make(const Topology& topology, const PatternOptions&) {
  const unsigned bits = require_id_bits(kName, topology);
  return permute_ids(topology, [bits](std::uint32_t id) {
    std::uint32_t reversed = 0;
    for (unsigned b = 0; b < bits; ++b) reversed |= (id >> b & 1u) << (bits - 1 - b);
    return reversed;
  });
}

}  // namespace

PatternDescription bit_reverse_pattern() {
  return {
      .name = kName, .summary = "the n id bits in reverse order", .needs = "N = 2^n", .make = make};
}

}  // namespace orthant
