// The table of the permutation patterns, and the errors for networks that do not fit.
#include "traffic/permutation.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "base/error.hpp"

namespace orthant {
namespace {

[[maybe_unused]] bool is_permutation(const std::vector<std::optional<NodeId>>& destinations) {
  std::vector<bool> seen(destinations.size());
  for (const std::optional<NodeId> node : destinations) {
    if (!node) continue;
    if (node->index() >= seen.size() || seen[node->index()]) return false;
    seen[node->index()] = true;
  }
  return true;
}

void require_dimensions(std::string_view pattern, const Topology& topology,
                        const std::vector<std::uint32_t>& dimensions) {
  const std::size_t count = require_coordinates(pattern, topology).dimensions();
  std::vector<bool> seen(count);
  for (const std::uint32_t d : dimensions) {
    if (d >= count) {
      key_error("traffic.dimensions", "{} has no dimension {}; allowed: 0 to {}",
                network_name(topology), d, count - 1);
    }
    if (seen[d]) key_error("traffic.dimensions", "dimension {} is listed twice; allowed: once", d);
    seen[d] = true;
  }
}

}  // namespace

Permutation::Permutation(std::vector<std::optional<NodeId>> destinations)
    : destinations_(std::move(destinations)) {
  assert(is_permutation(destinations_));
}

std::unique_ptr<Pattern> permute_ids(const Topology& topology,
                                     FunctionRef<std::uint32_t(std::uint32_t)> destination_of) {
  std::vector<std::optional<NodeId>> destinations;
  for (std::size_t node = 0; node < topology.node_count(); ++node) {
    const auto number = static_cast<std::uint32_t>(topology.whole_number(NodeId{node}));
    destinations.push_back(topology.node_numbered(destination_of(number)));
  }
  return std::make_unique<Permutation>(std::move(destinations));
}

std::unique_ptr<Pattern> permute_coordinates(const Topology& topology,
                                             FunctionRef<void(std::span<std::uint32_t>)> change) {
  const Structure& grid = *topology.structure();
  std::vector<std::uint32_t> coordinates(grid.dimensions());
  std::vector<std::optional<NodeId>> destinations(topology.node_count());
  for (std::size_t router = 0; router < topology.router_count(); ++router) {
    const RouterId here{router};
    for (std::size_t d = 0; d < coordinates.size(); ++d) coordinates[d] = grid.coordinate(here, d);
    change(coordinates);
    const RouterId there = grid.router_at(coordinates);
    const std::size_t pairs = std::min(topology.node_count_of(here), topology.node_count_of(there));
    for (std::size_t i = 0; i < pairs; ++i) {
      destinations[topology.first_node_of(here).index() + i] =
          NodeId{topology.first_node_of(there).index() + i};
    }
  }
  return std::make_unique<Permutation>(std::move(destinations));
}

std::unique_ptr<Pattern> shift_coordinates(std::string_view pattern, const Topology& topology,
                                           const std::vector<std::uint32_t>& dimensions,
                                           FunctionRef<std::uint32_t(std::uint32_t)> shift_of) {
  require_dimensions(pattern, topology, dimensions);
  const Structure& grid = *topology.structure();
  return permute_coordinates(topology, [&](std::span<std::uint32_t> coordinates) {
    for (const std::uint32_t d : dimensions) {
      const std::uint32_t radix = grid.radix(d);
      coordinates[d] = (coordinates[d] + shift_of(radix)) % radix;
    }
  });
}

KeyRow<PatternOptions> dimensions_row() {
  return {"traffic.dimensions",
          &PatternOptions::dimensions,
          {.type = KeyType::kDistinct,
           .most = 7,
           .when = read_if("traffic.pattern", "tornado", "neighbor"),
           .help = "Dimensions that the pattern shifts, separated by blanks; default: 0 for "
                   "tornado, all for neighbor."}};
}

const Structure& require_coordinates(std::string_view pattern, const Topology& topology) {
  if (topology.structure() == nullptr) {
    key_error("traffic.pattern",
              "{} needs coordinates (torus, mesh or hypercube); a {} has none; allowed: one of "
              "them, or a pattern without, as random_permutation",
              pattern, topology.kind());
  }
  return *topology.structure();
}

unsigned require_id_bits(std::string_view pattern, const Topology& topology) {
  const std::size_t nodes = topology.whole_node_count();
  if (!std::has_single_bit(nodes)) {
    key_error("traffic.pattern",
              "{} needs a power of two nodes; {} has {}; allowed: {} or {} of them, or another "
              "pattern",
              pattern, network_name(topology), nodes, std::bit_floor(nodes), std::bit_ceil(nodes));
  }
  return static_cast<unsigned>(std::countr_zero(nodes));
}

const std::string& network_name(const Topology& topology) {
  return topology.dimensions().empty() ? topology.kind() : topology.dimensions();
}

}  // namespace orthant
