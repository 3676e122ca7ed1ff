// Adaptive bubble routing: a packet moves adaptively within one shortest orthant, which is fixed
// when the packet starts, with dimension-order routing as the escape.
//
// Source: Puente et al. 1999, 2001.
// VCs: the escape classes (torus with credits: dateline 0 and 1; else one), then the adaptive class
//   with all other VCs. Every class needs a VC.
// Deadlock: the escape corrects the dimensions in order, each in the packet's direction. With
//   bubble every escape ring keeps a free slot, and packets leave the rings in dimension order.
//   With credits the dateline class depends only on position, destination and direction, so
//   adaptive hops do not disturb the order of the escape's channels.
// Ties: the direction for destinations exactly k/2 hops away on an even ring follows routing.ties
//   and is drawn when the packet starts.
// Tested by: tests/routing/abr_test.cpp
#include "routing/descriptions.hpp"
#include "routing/grid/orthant.hpp"

namespace orthant {
namespace {

class Abr final : public OrthantRouting {
 public:
  Abr(RoutingTraits traits, const Topology& topology, Ties ties, OrthantClasses classes)
      : OrthantRouting(std::move(traits), topology, classes), routes_(*topology.grid(), ties) {}

  void start(RouterId s, Header& header, const LocalOccupancy&,
             RandomStream& random) const override {
    header =
        direct(header.destination, routes_.between(s, header.destination, routes_.draw(random)));
  }

  void enumerate_starts(RouterId s, RouterId t,
                        FunctionRef<void(const Header&)> visit) const override {
    routes_.for_each(s, t, [&](const OrthantRoute& route) { visit(direct(t, route)); });
  }

 private:
  ShortestRoutes routes_;
};

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  required_grid(topology, options, "abr");
  const OrthantClasses classes = {.rings = ring_classes(topology, options, Dateline::kCrossing)};
  RoutingTraits traits = orthant_traits(topology, options, classes);
  traits.minimal = true;
  return std::make_unique<Abr>(std::move(traits), topology, options.ties, classes);
}

}  // namespace

RoutingDescription describe_abr() {
  return {.name = "abr",
          .summary = "adaptive bubble routing: any path of one shortest orthant",
          .source = "Puente et al. 1999, 2001",
          .topologies = "torus, mesh, hypercube",
          .vc_classes = "torus: 3 (credit), 2 (bubble); mesh, hypercube: 2",
          .deadlock = "Duato escape; bubble escape on rings",
          .adaptive = true,
          .minimal = true,
          .keys = {"routing.ties"},
          .make = make};
}

}  // namespace orthant
