// Matrix transposition: with N = q^2 nodes, id a + b q sends to b + a q; on a square 2-D network
// that is (x, y) to (y, x), which is the rule there where ids do not say it: with other numbers of
// nodes, or with different ones on the routers.
//
// Needs: a square number of nodes, or two dimensions of equal radix.
#include <utility>

#include "base/error.hpp"
#include "traffic/descriptions.hpp"
#include "traffic/permutation.hpp"

namespace orthant {
namespace {

constexpr std::string_view kName = "transpose";

// True if all routers have equally many nodes, those that are down included.
bool has_even_nodes(const Topology& topology) {
  const std::size_t nodes = topology.whole_node_count(), routers = topology.router_count();
  if (nodes % routers != 0) return false;
  for (std::size_t n = 0; n < topology.node_count(); ++n) {
    const std::size_t router = topology.whole_number(NodeId{n}) / (nodes / routers);
    if (topology.router_of(NodeId{n}).index() != router) return false;
  }
  return true;
}

std::unique_ptr<Pattern> make(const Topology& topology, const PatternOptions&) {
  const std::size_t nodes = topology.whole_node_count();
  std::uint32_t q = 1;
  while (std::uint64_t{q} * q < nodes) ++q;
  const bool is_square = std::uint64_t{q} * q == nodes;
  const Structure* grid = topology.structure();
  if (grid != nullptr && grid->dimensions() == 2 && grid->radix(0) == grid->radix(1) &&
      (!is_square || !has_even_nodes(topology)))
    return permute_coordinates(topology,
                               [](std::span<std::uint32_t> xy) { std::swap(xy[0], xy[1]); });
  if (!is_square) {
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
          .summary = "id a + b q to b + a q, where q^2 = N; else (x, y) to (y, x)",
          .needs = "N a square, or two equal radices",
          .make = make};
}

}  // namespace orthant
