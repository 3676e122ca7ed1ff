// Matrix transposition: with N = q^2 nodes, id a + b q sends to b + a q; on a square 2-D network
// that is (x, y) to (y, x).
//
// Needs: a square number of nodes.
#include "base/error.hpp"
#include "traffic/descriptions.hpp"
#include "traffic/permutation.hpp"

namespace orthant {
namespace {

constexpr std::string_view kName = "transpose";

std::unique_ptr<Pattern> make(const Topology& topology, const PatternOptions&) {
  const std::size_t nodes = topology.whole_node_count();
  std::uint32_t q = 1;
  while (std::uint64_t{q} * q < nodes) ++q;
  if (std::uint64_t{q} * q != nodes) {
    key_error("traffic.pattern",
              "{} needs a square number of nodes; {} has {}; allowed: {} or {} of them, or another "
              "pattern",
              kName, network_name(topology), nodes, (q - 1) * (q - 1), q * q);
  }
  return permute_ids(topology, [q](std::uint32_t id) { return id / q + id % q * q; });
}

}  // namespace

PatternDescription transpose_pattern() {
  return {.name = kName,
          .summary = "id a + b q to b + a q, where q^2 = N",
          .needs = "N a square",
          .make = make};
}

}  // namespace orthant
