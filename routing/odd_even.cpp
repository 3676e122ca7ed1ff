// The odd-even turn model on a 2-D mesh: packets turn from east to north or south only in odd
// columns, and from north or south to west only in even columns. Paths are shortest; dimension 0 is
// east-west.
//
// Source: Chiu 2000 (the routing function ROUTE).
// VCs: one class for every hop; it takes all VCs.
// Deadlock: in the rightmost column of a cycle there would be a turn from east to north or south
//   and a turn from north or south to west, but no column allows both. The proof covers all
//   candidates, so no candidate is an escape.
// Ties: on rings, the plus direction; no theorem is claimed for rings.
// Header: bits is 1 while the packet is in its source column. There a packet to the east may go
//   north or south in even columns, too, since it did not arrive from the west.
// Tested by: tests/routing/turn_models_test.cpp
#include "base/error.hpp"
#include "routing/descriptions.hpp"
#include "routing/flow_control_words.hpp"
#include "routing/graph/turn_moves.hpp"
#include "routing/grid/grid_paths.hpp"
#include "routing/grid/turn_models.hpp"

namespace orthant {
namespace {

constexpr std::uint32_t kInFirstColumn = 1;

class OddEven final : public FixedStartRouting {
 public:
  explicit OddEven(const Topology& topology)
      : FixedStartRouting(turn_model_traits(topology), kInFirstColumn), grid_(*topology.grid()) {}

  void candidates(RouterId here, const Header& header, const LocalOccupancy*,
                  CandidateList& out) const override {
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
  // True if a packet with hops left in dimension d may take one now.
  bool is_allowed(RouterId here, const Header& header, std::size_t d) const {
    const int east = grid_.offset(here, header.destination, 0);
    const int north = grid_.offset(here, header.destination, 1);
    const bool is_odd = grid_.coordinate(here, 0) % 2 != 0;
    const bool may_turn = east < 0 ? !is_odd : east == 0 || is_odd || header.bits == kInFirstColumn;
    if (d == 1) return may_turn;
    // If the packet also has to go north or south, a hop east requires a column further east where
    // it may turn. (Across the wrap-around channel of an odd ring there may be no such column; the
    // packet then continues.)
    const bool ends_in_odd = grid_.coordinate(header.destination, 0) % 2 != 0;
    return east < 0 || north == 0 || ends_in_odd || east != 1 || !may_turn;
  }

  const Grid& grid_;
};

// Rules 1 and 2 of Chiu 2000, by directions: no turn from east in an even column, none to west in
// an odd one.
bool permits(const Structure& mesh, RouterId at, PortId before, PortId after) {
  const bool is_odd = mesh.coordinate(at, 0) % 2 != 0;
  const PortId east = Grid::plus_port(0), west = Grid::minus_port(0);
  if (Grid::dimension_of(before) == Grid::dimension_of(after)) return true;
  if (before == east) return is_odd;
  return after != west || !is_odd;
}

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  const bool broken = is_broken_mesh(topology);
  if (broken)
    check_flow_control(options.switching, options.flow_control);
  else
    required_grid(topology, options, "odd_even");
  const Structure& grid = *topology.structure();
  if (grid.dimensions() != 2)
    key_error("routing.algorithm",
              "odd_even routes in 2 dimensions, and the network has {}; allowed: a network of 2 "
              "dimensions, or negative_first",
              grid.dimensions());
  if (!broken) return std::make_unique<OddEven>(topology);
  return make_turn_moves(
      topology, turn_model_traits(topology),
      [&](RouterId at, PortId before, PortId after) { return permits(grid, at, before, after); },
      "odd_even", options.threads);
}

}  // namespace

RoutingDescription describe_odd_even() {
  RoutingDescription description = describe_turn_model(
      "odd_even", "turns to and from the vertical by the parity of the column", "Chiu 2000", make);
  description.topologies = "mesh, hypercube, of 2 dimensions, whole or broken";
  return description;
}

}  // namespace orthant
