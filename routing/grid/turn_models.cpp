// Turn models on a mesh: all hops in some directions, in any order, before any hop in the others.
//
// Source: Glass & Ni 1992.
// VCs: one class for every hop; it takes all VCs.
// Deadlock: no dependency leads from the second phase back to the first, and within a phase no
//   cycle closes if all dimensions but one lack a direction; each model's file gives the details.
//   The proof covers all candidates, so no candidate is an escape. None of this needs shortest
//   paths, so on a mesh with missing channels packets take the shortest paths with these turns.
// Ties: on rings, the plus direction; no theorem is claimed for rings.
// Tested by: tests/routing/turn_models_test.cpp
#include "routing/grid/turn_models.hpp"

#include "routing/flow_control_words.hpp"
#include "routing/graph/turn_moves.hpp"
#include "routing/grid/grid_paths.hpp"

namespace orthant {
namespace {

class TurnModel final : public FixedStartRouting {
 public:
  TurnModel(const Topology& topology, FirstPhase first_phase)
      : FixedStartRouting(turn_model_traits(topology)),
        grid_(*topology.grid()),
        first_phase_(first_phase) {}

  void candidates(RouterId here, const Header& header, const LocalOccupancy*,
                  CandidateList& out) const override {
    out.clear();
    add(here, header.destination, true, out);
    if (out.empty()) add(here, header.destination, false, out);
  }

  std::size_t max_candidates() const override { return grid_.dimensions(); }

 private:
  void add(RouterId here, RouterId t, bool first, CandidateList& out) const {
    for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
      const int offset = grid_.offset(here, t, d);
      const bool plus = offset > 0;
      if (offset == 0 || first_phase_(d, plus, grid_.dimensions()) != first) continue;
      out.push_back({.port = plus ? Grid::plus_port(d) : Grid::minus_port(d)});
    }
  }

  const Grid& grid_;
  FirstPhase first_phase_;
};

}  // namespace

bool is_broken_mesh(const Topology& topology) {
  const Grid* const grid = topology.grid() ? nullptr : grid_under(topology);
  if (!grid) return false;
  for (std::size_t d = 0; d < grid->dimensions(); ++d)
    if (grid->has_ring(d)) return false;
  return true;
}

RoutingTraits turn_model_traits(const Topology& topology) {
  return {.vc_classes = {{"only"}},
          .theorem =
              topology.has_rings() ? DeadlockTheorem::kNone : DeadlockTheorem::kAcyclicDependencies,
          .minimal = true};
}

std::unique_ptr<Routing> make_turn_model(const Topology& topology, const RoutingOptions& options,
                                         std::string_view algorithm, FirstPhase first_phase) {
  if (is_broken_mesh(topology)) {
    check_flow_control(options.switching, options.flow_control);
    const std::size_t dimensions = topology.structure()->dimensions();
    const auto is_first = [=](PortId port) {
      return first_phase(Grid::dimension_of(port), Grid::is_plus(port), dimensions);
    };
    return make_turn_moves(
        topology, turn_model_traits(topology),
        [=](RouterId, PortId before, PortId after) { return is_first(before) || !is_first(after); },
        algorithm, options.threads);
  }
  required_grid(topology, options, algorithm);
  return std::make_unique<TurnModel>(topology, first_phase);
}

RoutingDescription describe_turn_model(std::string_view name, std::string_view summary,
                                       std::string_view source,
                                       decltype(RoutingDescription::make) make) {
  return {.name = name,
          .summary = summary,
          .source = source,
          .topologies = "mesh, hypercube, whole or broken; torus only with routing.allow_deadlock",
          .vc_classes = "1",
          .deadlock = "acyclic dependencies of all its hops; none claimed on rings",
          .adaptive = true,
          .minimal = true,
          .keys = {},
          .make = make};
}

}  // namespace orthant
