// Base of the patterns with one fixed destination per source, and their conditions on the network.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/function_ref.hpp"
#include "traffic/kinds.hpp"

namespace orthant {

// Invariants:
// 1. Every node is the destination of exactly one node, or of at most one if routers are down.
class Permutation : public Pattern {
 public:
  // A node without a destination, since that is down, sends nothing.
  explicit Permutation(std::vector<std::optional<NodeId>> destinations);
  explicit Permutation(const std::vector<NodeId>& destinations)
      : Permutation(std::vector<std::optional<NodeId>>(destinations.begin(), destinations.end())) {}

  std::optional<NodeId> destination(NodeId source, std::uint64_t, RandomStream&) const override {
    return destinations_[source.index()];
  }
  void row(NodeId source, FunctionRef<void(NodeId, double)> visit) const override {
    if (destinations_[source.index()]) visit(*destinations_[source.index()], 1.0);
  }

 private:
  std::vector<std::optional<NodeId>> destinations_;
};

// A permutation of node ids, counted in the network without routers down.
std::unique_ptr<Pattern> permute_ids(const Topology& topology,
                                     FunctionRef<std::uint32_t(std::uint32_t)> destination_of);

// A permutation of routers: `change` maps a router's coordinates in place; a node keeps its
// position among the nodes of its router, and sends nothing if the other router has no such node.
// Requires coordinates.
std::unique_ptr<Pattern> permute_coordinates(const Topology& topology,
                                             FunctionRef<void(std::span<std::uint32_t>)> change);

// Adds shift_of(radix) to the coordinate of each of `dimensions`, modulo the radix.
std::unique_ptr<Pattern> shift_coordinates(std::string_view pattern, const Topology& topology,
                                           const std::vector<std::uint32_t>& dimensions,
                                           FunctionRef<std::uint32_t(std::uint32_t)> shift_of);

// traffic.dimensions, for the patterns that shift coordinates.
KeyRow<PatternOptions> dimensions_row();

// The topology's grid; throws KeyError if it has none.
const Structure& require_coordinates(std::string_view pattern, const Topology& topology);

// n, if there are N = 2^n nodes in the network without routers down; throws KeyError otherwise.
unsigned require_id_bits(std::string_view pattern, const Topology& topology);

// Name of a network in error messages: "8x4", or its kind if it has no dimensions.
const std::string& network_name(const Topology& topology);

}  // namespace orthant
