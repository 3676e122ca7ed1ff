// Routings of a twisted torus.
//
// Paths are runs around rings, as on a torus, so the classes of datelines break the cycle of each
// ring (grid_paths.cpp; runs of a shortest way take at most half a ring) and an order of dimensions
// excludes cycles over several. A way is not a sum of independent offsets, one for each dimension:
// all shortest ways of a pair are listed (topology/twisted_grid.hpp).
#include "routing/grid/twisted_paths.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "base/error.hpp"
#include "routing/flow_control_words.hpp"
#include "routing/grid/orthant.hpp"

namespace orthant {

std::uint32_t moving_dimensions(TwistedGrid::Hops hops) {
  std::uint32_t moving = 0;
  for (std::size_t d = 0; d < hops.size(); ++d)
    if (hops[d] != 0) moving |= std::uint32_t{1} << d;
  return moving;
}

DimensionOrders orders_of(const TwistedGrid& grid, Order order) {
  std::vector<std::uint8_t> dimensions;
  for (std::size_t d = 0; d < grid.dimensions(); ++d)
    if (grid.has_ring(d)) dimensions.push_back(static_cast<std::uint8_t>(d));
  return {std::move(dimensions), order};
}

TwistedPaths::TwistedPaths(const TwistedGrid& grid, Ties ties, RingClasses classes)
    : grid_(grid), ties_(ties), classes_(classes) {
  if (ties == Ties::kSplit || ties == Ties::kPlus) return;
  key_error("routing.ties", "{} is not defined on a twisted torus; allowed: split, plus",
            ties == Ties::kParity ? "parity" : "source");
}

RouterId TwistedPaths::append_run(RouterId s, std::size_t d, std::int64_t hops,
                                  std::uint8_t first_class, Path& path) const {
  if (hops == 0) return s;
  orthant::append_run(classes_, d, grid_.ring_length(d), grid_.position(s, d), hops > 0,
                      static_cast<std::uint32_t>(std::abs(hops)), first_class, path);
  return grid_.moved(s, d, hops);
}

RouterId TwistedPaths::append(RouterId s, TwistedGrid::Hops hops, DimensionOrder order,
                              Path& path) const {
  RouterId here = s;
  for (const std::uint8_t d : order) here = append_run(here, d, hops[d], 0, path);
  return here;
}

std::size_t TwistedPaths::max_legs() const {
  std::size_t legs = 0;
  for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
    if (!grid_.has_ring(d)) continue;
    legs += classes_ == RingClasses::kCrossing && !contains(classes_.bubbles, d) ? 2 : 1;
  }
  return legs;
}

namespace {

class TwistedDor final : public ObliviousRouting {
 public:
  TwistedDor(RoutingTraits traits, TwistedPaths paths, DimensionOrders orders)
      : ObliviousRouting(std::move(traits)), paths_(paths), orders_(std::move(orders)) {}

  void enumerate(RouterId s, RouterId t,
                 FunctionRef<void(const Path&, double)> visit) const override {
    const std::size_t ways = paths_.ways(s, t);
    Path path;
    for (std::size_t i = 0; i < ways; ++i) {
      const TwistedGrid::Hops hops = paths_.grid().shortest(s, t, i);
      orders_.for_each(moving_dimensions(hops), [&](DimensionOrder order, double probability) {
        build(s, hops, order, path);
        visit(path, probability / static_cast<double>(ways));
      });
    }
  }

  void sample(RouterId s, RouterId t, RandomStream& random, Path& path) const override {
    const DimensionOrder order = orders_.draw(random);
    build(s, paths_.draw(s, t, random), order, path);
  }

  std::size_t max_legs() const override { return paths_.max_legs(); }

 private:
  void build(RouterId s, TwistedGrid::Hops hops, DimensionOrder order, Path& path) const {
    path.clear();
    paths_.append(s, hops, order, path);
    if (orders_.count() == 1) return;
    assign_sets(static_cast<std::uint8_t>(class_count(paths_.classes())), path.size(), path);
  }

  TwistedPaths paths_;
  DimensionOrders orders_;
};

// Paths through a router drawn from all, with a shortest way before it and one after it.
class TwistedTwoPhase : public ObliviousRouting {
 public:
  TwistedTwoPhase(RoutingTraits traits, TwistedPaths paths, DimensionOrders orders, Order order)
      : ObliviousRouting(std::move(traits)),
        paths_(paths),
        orders_(std::move(orders)),
        order_(order) {}

  void enumerate(RouterId s, RouterId t, FunctionRef<void(const Path&, double)> visit) const final {
    const TwistedGrid& grid = paths_.grid();
    const double each = 1 / static_cast<double>(grid.router_count());
    Path path;
    for (std::size_t r = 0; r < grid.router_count(); ++r) {
      const RouterId m{r};
      const std::size_t before = paths_.ways(s, m);
      const std::size_t after = paths_.ways(m, t);
      const double share = each / static_cast<double>(before * after);
      for (std::size_t i = 0; i < before * after; ++i) {
        const TwistedGrid::Hops out = grid.shortest(s, m, i / after);
        const TwistedGrid::Hops back = grid.shortest(m, t, i % after);
        orders_.for_each(moving_dimensions(out) | moving_dimensions(back),
                         [&](DimensionOrder order, double probability) {
                           build(s, out, back, order, path);
                           visit(path, probability * share);
                         });
      }
    }
  }

  void sample(RouterId s, RouterId t, RandomStream& random, Path& path) const final {
    const RouterId m{random.below(static_cast<std::uint32_t>(paths_.grid().router_count()))};
    const DimensionOrder order = orders_.draw(random);
    const TwistedGrid::Hops out = paths_.draw(s, m, random);
    const TwistedGrid::Hops back = paths_.draw(m, t, random);
    build(s, out, back, order, path);
  }

  std::size_t max_legs() const final { return 2 * paths_.max_legs(); }

 protected:
  virtual void build(RouterId s, TwistedGrid::Hops out, TwistedGrid::Hops back,
                     DimensionOrder order, Path& path) const = 0;
  std::uint8_t classes_in_set() const {
    return static_cast<std::uint8_t>(class_count(paths_.classes()));
  }

  TwistedPaths paths_;
  DimensionOrders orders_;
  Order order_;
};

// Sets of classes as on a torus (two_phase.hpp).
class TwistedVal final : public TwistedTwoPhase {
 public:
  using TwistedTwoPhase::TwistedTwoPhase;

 private:
  void build(RouterId s, TwistedGrid::Hops out, TwistedGrid::Hops back, DimensionOrder order,
             Path& path) const override {
    path.clear();
    const RouterId m = paths_.append(s, out, order, path);
    const std::size_t phase_2 = path.size();
    paths_.append(m, back, order, path);
    if (order_ == Order::kRandom) return assign_sets(classes_in_set(), phase_2, path);
    for (Leg& leg : std::span(path).subspan(phase_2)) leg.vc_class += classes_in_set();
  }
};

// The second phase takes the order in reverse, and loops are removed in path order: at the first
// router visited before, the hops since that visit are dropped. What remains is a part of the hops,
// in their order, so dimensions rise, then fall; hops of one dimension that meet go in one
// direction, since the path would return to a router otherwise, and for less than a ring.
class TwistedIval final : public TwistedTwoPhase {
 public:
  using TwistedTwoPhase::TwistedTwoPhase;

 private:
  struct Hop {
    std::size_t d;
    bool plus;
    bool operator==(const Hop&) const = default;
  };

  void build(RouterId s, TwistedGrid::Hops out, TwistedGrid::Hops back, DimensionOrder order,
             Path& path) const override {
    const TwistedGrid& grid = paths_.grid();
    std::vector<RouterId> routers = {s};
    std::vector<Hop> hops;
    const auto run = [&](std::size_t d, std::int16_t length) {
      const Hop hop{d, length > 0};
      const PortId port = hop.plus ? Grid::plus_port(d) : Grid::minus_port(d);
      for (int i = std::abs(length); i > 0; --i) {
        const RouterId next = grid.neighbor(routers.back(), port);
        const auto visited = std::ranges::find(routers, next);
        hops.push_back(hop);
        hops.resize(static_cast<std::size_t>(visited - routers.begin()));
        routers.erase(visited, routers.end());
        routers.push_back(next);
      }
    };
    for (const std::uint8_t d : order) run(d, out[d]);
    for (auto d = order.rbegin(); d != order.rend(); ++d) run(*d, back[*d]);
    append_hops(s, hops, path);
  }

  // A turn into a lower dimension enters the next set; in fixed order only the first one does.
  void append_hops(RouterId s, const std::vector<Hop>& hops, Path& path) const {
    path.clear();
    std::uint8_t first_class = 0;
    RouterId here = s;
    for (std::size_t i = 0; i < hops.size();) {
      const Hop hop = hops[i];
      std::size_t end = i;
      while (end < hops.size() && hops[end] == hop) ++end;
      if (i > 0 && hop.d < hops[i - 1].d && (order_ == Order::kRandom || first_class == 0))
        first_class += classes_in_set();
      const auto length = static_cast<std::int64_t>(end - i);
      here = paths_.append_run(here, hop.d, hop.plus ? length : -length, first_class, path);
      i = end;
    }
  }
};

// Every hop of a shortest way, then the first hop of the first way as the escape.
//
// A packet that has taken an escape takes escapes to its destination. Its later escapes follow the
// path of dor from there, so escapes depend on each other as the channels of dor do, which have no
// cycle. On a torus a packet may return to adaptive channels, since its position on a ring changes
// with hops along that ring only. Here a hop that wraps another dimension may shift the position
// back, and escapes with such hops between them could form a cycle.
class TwistedMinimalAdaptive final : public FixedStartRouting {
 public:
  TwistedMinimalAdaptive(const TwistedGrid& grid, RoutingTraits traits, RingClasses classes)
      : FixedStartRouting(std::move(traits)), grid_(grid), classes_(classes) {}

  void candidates(RouterId here, const Header& header, const LocalOccupancy*,
                  CandidateList& out) const override {
    out.clear();
    const RouterId t = header.destination;
    if (header.bits != kEscaped) add_adaptive(here, t, out);
    const TwistedGrid::Hops first = grid_.shortest(here, t, 0);
    std::size_t d = 0;
    while (first[d] == 0) ++d;
    out.push_back({.port = port_of(d, first[d]),
                   .vc_class = escape_class(here, d, first[d]),
                   .escape = true,
                   .next_bits = kEscaped});
  }

  std::size_t max_candidates() const override { return 2 * grid_.dimensions() + 1; }

 private:
  static constexpr std::uint32_t kEscaped = 1;  // the header's bits after an escape

  void add_adaptive(RouterId here, RouterId t, CandidateList& out) const {
    const auto vc_class = static_cast<std::uint8_t>(class_count(classes_));
    std::uint32_t ports = 0;
    for (std::size_t i = 0; i < grid_.shortest_count(here, t); ++i) {
      const TwistedGrid::Hops hops = grid_.shortest(here, t, i);
      for (std::size_t d = 0; d < hops.size(); ++d)
        if (hops[d] != 0) ports |= std::uint32_t{1} << port_of(d, hops[d]).index();
    }
    for (; ports != 0; ports &= ports - 1)
      out.push_back({.port = PortId{static_cast<std::size_t>(std::countr_zero(ports))},
                     .vc_class = vc_class});
  }
  static PortId port_of(std::size_t d, std::int16_t hops) {
    return hops > 0 ? Grid::plus_port(d) : Grid::minus_port(d);
  }
  // 0 while the wrap-around channel of the ring is ahead, then 1.
  std::uint8_t escape_class(RouterId here, std::size_t d, std::int16_t hops) const {
    if (classes_ == RingClasses::kOne) return 0;
    const auto position = static_cast<std::int32_t>(grid_.position(here, d));
    const auto length = static_cast<std::int32_t>(grid_.ring_length(d));
    const std::int32_t last = position + hops;
    if (contains(classes_.bubbles, d)) return (last + length) % length % 2;
    return last >= 0 && last < length ? 1 : 0;
  }

  const TwistedGrid& grid_;
  RingClasses classes_;
};

const TwistedGrid& checked_grid(const Topology& topology, const RoutingOptions& options) {
  check_flow_control(options.switching, options.flow_control);
  return *topology.twisted_grid();
}

// `sets` gives the number of sets of classes for a number of dimensions and an order.
template <class TwoPhase>
std::unique_ptr<Routing> make_two_phase(const Topology& topology, const RoutingOptions& options,
                                        std::string_view algorithm,
                                        std::size_t (*sets)(std::size_t, Order)) {
  const TwistedGrid& grid = checked_grid(topology, options);
  const RingClasses classes = ring_classes(topology, options, Dateline::kCrossing);
  DimensionOrders orders = orders_of(grid, options.order);
  RoutingTraits traits =
      traits_of_sets(topology, classes, sets(orders.dimensions(), options.order), algorithm);
  return std::make_unique<TwoPhase>(std::move(traits), TwistedPaths(grid, options.ties, classes),
                                    std::move(orders), options.order);
}

}  // namespace

std::unique_ptr<Routing> make_twisted_dor(const Topology& topology, const RoutingOptions& options,
                                          Dateline dateline) {
  const TwistedGrid& grid = checked_grid(topology, options);
  const RingClasses classes = ring_classes(topology, options, dateline);
  DimensionOrders orders = orders_of(grid, options.order);
  const std::size_t sets =
      options.order == Order::kFixed ? 1 : std::max<std::size_t>(1, orders.dimensions());
  return std::make_unique<TwistedDor>(dor_traits(topology, classes, sets),
                                      TwistedPaths(grid, options.ties, classes), std::move(orders));
}

std::unique_ptr<Routing> make_twisted_val(const Topology& topology, const RoutingOptions& options) {
  return make_two_phase<TwistedVal>(topology, options, "val", val_sets);
}

std::unique_ptr<Routing> make_twisted_ival(const Topology& topology,
                                           const RoutingOptions& options) {
  return make_two_phase<TwistedIval>(topology, options, "ival", ival_sets);
}

std::unique_ptr<Routing> make_twisted_minimal_adaptive(const Topology& topology,
                                                       const RoutingOptions& options) {
  const TwistedGrid& grid = checked_grid(topology, options);
  const RingClasses classes = ring_classes(topology, options, Dateline::kCrossing);
  RoutingTraits traits = orthant_traits(topology, options, {.rings = classes});
  traits.minimal = true;
  return std::make_unique<TwistedMinimalAdaptive>(grid, std::move(traits), classes);
}

}  // namespace orthant
