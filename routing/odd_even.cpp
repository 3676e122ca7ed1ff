// The odd-even turn model on a 2-D mesh: turns from east to north or south in odd columns only,
// from north or south to west in even ones. Shortest paths; dimension 0 is east-west.
//
// Source: Chiu 2000 (the routing function ROUTE).
// VCs: one class for every hop; it takes all VCs.
// Deadlock: the rightmost column of a cycle would need a turn from east and one to west in the same
//   column, which is odd or even. All candidates are part of that proof, so none is an escape.
// Ties: on rings, for which no theorem is claimed, half way round by plus.
// Header: bits is 1 while the packet is in the column in which it started, where it may turn
//   whatever the column's parity, since it has not come from the west.
// Tested by: tests/routing/turn_models_test.cpp
#include <fmt/format.h>

#include "base/error.hpp"
#include "routing/descriptions.hpp"
#include "routing/grid/grid_paths.hpp"
#include "routing/grid/turn_models.hpp"

namespace orthant {
namespace {

constexpr std::uint32_t kInFirstColumn = 1;

class OddEven final : public StartsAlike {
 public:
  explicit OddEven(const Topology& topology)
      : StartsAlike(turn_model_traits(topology), kInFirstColumn), grid_(*topology.grid()) {}

  void candidates(RouterId here, const Header& header, CandidateList& out) const override {
    out.clear();
    for (const std::size_t d : {std::size_t{1}, std::size_t{0}}) {
      const int offset = grid_.offset(here, header.destination, d);
      if (offset == 0 || !is_allowed(here, header, d)) continue;
      out.push_back({.port = offset > 0 ? Grid::plus_port(d) : Grid::minus_port(d),
                     .next_bits = d == 1 ? header.bits : 0});
    }
  }

  std::size_t max_candidates() const override { return 2; }

 private:
  // Whether a packet with hops left in dimension d may take one now.
  bool is_allowed(RouterId here, const Header& header, std::size_t d) const {
    const int east = grid_.offset(here, header.destination, 0);
    const int north = grid_.offset(here, header.destination, 1);
    const bool is_odd = grid_.coordinate(here, 0) % 2 != 0;
    const bool may_turn = east < 0 ? !is_odd : east == 0 || is_odd || header.bits == kInFirstColumn;
    if (d == 1) return may_turn;
    // East of here there must be a column left in which the packet may turn. (Over the wrap-around
    // channel of an odd ring there may be none; such a packet goes on.)
    const bool ends_in_odd = grid_.coordinate(header.destination, 0) % 2 != 0;
    return east < 0 || north == 0 || ends_in_odd || east != 1 || !may_turn;
  }

  const Grid& grid_;
};

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  const Grid& grid = required_grid(topology, options, "odd_even");
  if (grid.dimensions() != 2)
    throw KeyError("routing.algorithm",
                   fmt::format("odd_even routes in 2 dimensions, and the network has {}; "
                               "allowed: a network of 2 dimensions, or negative_first",
                               grid.dimensions()));
  return std::make_unique<OddEven>(topology);
}

}  // namespace

RoutingDescription describe_odd_even() {
  RoutingDescription description = describe_turn_model(
      "odd_even", "turns to and from the vertical by the parity of the column", "Chiu 2000", make);
  description.topologies = "mesh, hypercube, of 2 dimensions";
  return description;
}

}  // namespace orthant
