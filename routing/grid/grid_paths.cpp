// Straight runs, dateline classes and ties on a grid.
//
// Why datelines break the cycle of a ring, for the plus direction of a ring of k (the minus
// direction is its mirror image on other channels):
// - crossing: no run continues in class 0 after the wrap-around channel k-1 -> 0, and no run takes
//   that channel in class 1. So the channels of each class form a line, and class 0 leads only to
//   class 1. This holds for runs of up to k hops.
// - static: runs that do not cross stay in one class and never use the wrap-around channel: a line.
//   Runs that cross stay in the other class; with at most k/2 hops they start at k/2 or beyond and
//   end below k/2, so none of them leaves router ceil(k/2)-1: again a line.
#include "routing/grid/grid_paths.hpp"

#include <cassert>
#include <cstdlib>

#include "base/error.hpp"
#include "routing/flow_control_words.hpp"
#include "topology/broken_grid.hpp"
#include "topology/names.hpp"

namespace orthant {

namespace {

bool has_added_links(const Topology& topology) {
  const std::size_t ports = 2 * topology.structure()->dimensions();
  for (std::size_t r = 0; r < topology.router_count(); ++r)
    if (topology.channel_port_count(RouterId{r}) > ports) return true;
  return false;
}

}  // namespace

const Grid* grid_under(const Topology& topology) {
  if (topology.grid()) return topology.grid();
  const auto* broken = dynamic_cast<const BrokenGrid*>(topology.structure());
  if (!broken || has_added_links(topology)) return nullptr;
  return dynamic_cast<const Grid*>(&broken->whole());
}

RingClasses ring_classes(const Topology& topology, const RoutingOptions& options,
                         Dateline dateline) {
  const DimensionMask bubbles = bubbles_of(options);
  if (!topology.has_rings(~bubbles)) return {RingClasses::kOne, bubbles};
  return {dateline == Dateline::kStatic ? RingClasses::kStatic : RingClasses::kCrossing, bubbles};
}

namespace {

[[noreturn]] void refuse_broken(const Topology& topology, const BrokenGrid& broken,
                                std::string_view algorithm) {
  const auto missing = broken.first_detour();
  const std::string where = missing
                                ? fmt::format("packets from {} to {} meet a channel that is down",
                                              router_text(topology, missing->first),
                                              router_text(topology, missing->second))
                            : has_added_links(topology) ? "links are added to this one"
                                                        : "channels of this one are down";
  const bool has_detours = grid_under(topology) != nullptr;
  key_error("routing.algorithm",
            "{} needs a whole grid, and {}; allowed: {}minimal_adaptive, {}up_down, shortest with "
            "routing.layers, turns, lft, or table with what design finds",
            algorithm, where,
            has_detours && algorithm == "dor" ? "routing.detour = intermediate, " : "",
            has_detours ? "wild_first, torus_2qos, " : "");
}

}  // namespace

const Grid& required_grid(const Topology& topology, const RoutingOptions& options,
                          std::string_view algorithm) {
  if (topology.twisted_grid()) {
    key_error(
        "routing.algorithm",
        "{} is not defined on a twisted torus; allowed: dor, val, ival, minimal_adaptive, or a "
        "routing of any network, as up_down",
        algorithm);
  }
  if (const auto* broken = dynamic_cast<const BrokenGrid*>(topology.structure()))
    refuse_broken(topology, *broken, algorithm);
  if (!topology.grid()) {
    key_error(
        "routing.algorithm",
        "{} needs a torus, mesh or hypercube, not a {}; allowed: one of them, or a routing of "
        "any network, as up_down",
        algorithm, topology.kind());
  }
  check_flow_control(options.switching, options.flow_control);
  return *topology.grid();
}

const Grid& required_grid_under(const Topology& topology, const RoutingOptions& options,
                                std::string_view algorithm) {
  const Grid* const grid = grid_under(topology);
  if (!grid) return required_grid(topology, options, algorithm);
  check_flow_control(options.switching, options.flow_control);
  if (options.flow_control == FlowControl::kCredit) return *grid;
  key_error("router.flow_control",
            "{} breaks the cycles of rings by VC classes, not by bubbles; allowed: credit",
            algorithm);
}

void require_torus(const Topology& topology, std::string_view algorithm) {
  if (topology.kind() != "torus") {
    key_error("routing.algorithm",
              "{} needs a torus, not a {}; allowed: a torus, or another routing, as dor", algorithm,
              topology.kind());
  }
  if (!topology.grid()->is_torus()) {
    key_error("routing.algorithm",
              "{} needs a torus that wraps around in every dimension; allowed: topology.wrap = yes "
              "for all, or another routing, as dor",
              algorithm);
  }
}

OrderedPaths::Directions OrderedPaths::open_ties(RouterId s, RouterId t) const {
  Directions open = 0;
  if (ties_ != Ties::kSplit) return open;
  for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
    if (grid_.is_tie(s, t, d)) open |= Directions{1} << d;
  }
  return open;
}

// Uses the parity of the other offsets; in one dimension, or with kSource, the parity of the
// source's coordinate.
bool OrderedPaths::parity_plus(RouterId s, RouterId t, std::size_t d) const {
  bool others = false;
  int sum = 0;
  for (std::size_t e = 0; e < grid_.dimensions(); ++e) {
    if (e == d) continue;
    others = others || grid_.radix(e) > 1;
    sum += std::abs(grid_.offset(s, t, e));
  }
  const bool by_source = !others || ties_ == Ties::kSource;
  return (by_source ? static_cast<int>(grid_.coordinate(s, d)) : sum) % 2 == 0;
}

OrderedPaths::Directions OrderedPaths::resolve(RouterId s, RouterId t, Directions chosen) const {
  if (ties_ == Ties::kSplit) return chosen;
  if (ties_ == Ties::kPlus) return ~Directions{0};
  Directions directions = 0;
  for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
    if (grid_.is_tie(s, t, d) && parity_plus(s, t, d)) directions |= Directions{1} << d;
  }
  return directions;
}

OrderedPaths::Directions OrderedPaths::draw_directions(RouterId s, RouterId t,
                                                       RandomStream& random) const {
  const Directions open = open_ties(s, t);
  return resolve(s, t, open != 0 ? open & random.next_u32() : open);
}

void OrderedPaths::append(RouterId s, RouterId t, DimensionOrder order,
                          RunDirections run_directions, std::uint8_t first_class,
                          Path& path) const {
  assert(run_directions.forced == 0 ||
         classes_ != RingClasses::kStatic);  // requires runs of at most half a ring
  for (const std::uint8_t d : order) {
    const std::uint32_t from = grid_.coordinate(s, d);
    const std::uint32_t to = grid_.coordinate(t, d);
    if (from == to) continue;
    const bool forced = (run_directions.forced >> d & 1) != 0;
    assert(!forced || grid_.has_ring(d));
    const int offset = grid_.offset(s, t, d);
    const bool tie = grid_.has_ring(d) && 2 * offset == static_cast<int>(grid_.radix(d));
    const bool plus = forced || tie ? (run_directions.plus >> d & 1) != 0 : offset > 0;
    auto hops = static_cast<std::uint32_t>(std::abs(offset));
    if (!tie && plus != (offset > 0)) hops = grid_.radix(d) - hops;  // the longer direction
    append_run(d, from, plus, hops, first_class, path);
  }
}

void append_run(RingClasses classes, std::size_t d, std::uint32_t length, std::uint32_t from,
                bool plus, std::uint32_t hops, std::uint8_t first_class, Path& path) {
  const PortId port = plus ? Grid::plus_port(d) : Grid::minus_port(d);
  const auto add = [&](std::uint32_t n, std::size_t vc_class) {
    path.push_back({.port = port,
                    .hops = static_cast<std::uint16_t>(n),
                    .vc_class = static_cast<std::uint8_t>(first_class + vc_class)});
  };
  if (classes == RingClasses::kOne || length == 0) return add(hops, 0);
  if (contains(classes.bubbles, d))
    return add(hops, (plus ? from + hops : from + length - hops) % length % 2);
  const std::uint32_t up_to_wrap = plus ? length - from : from + 1;
  const bool crosses = hops >= up_to_wrap;
  if (classes == RingClasses::kStatic) return add(hops, crosses == plus ? 1 : 0);
  if (!crosses) return add(hops, 1);
  add(up_to_wrap, 0);
  if (hops > up_to_wrap) add(hops - up_to_wrap, 1);
}

std::size_t OrderedPaths::max_legs() const {
  std::size_t legs = 0;
  for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
    if (grid_.radix(d) == 1) continue;
    legs += classes_ == RingClasses::kCrossing && classes_.has_dateline(grid_, d) ? 2 : 1;
  }
  return legs;
}

}  // namespace orthant
