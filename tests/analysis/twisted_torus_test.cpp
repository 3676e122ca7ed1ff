// Exact numbers and proofs on twisted tori, against published values, a linear program, and the
// same computed without symmetry.
#include <gtest/gtest.h>

#include "analysis/deadlock/deadlock.hpp"
#include "analysis/guarantees/capacity.hpp"
#include "analysis/guarantees/worst_case.hpp"
#include "analysis/loads/channel_load.hpp"
#include "tests/analysis/traffic_of.hpp"
#include "tests/analysis/wrong_routings.hpp"

namespace orthant {
namespace {

Topology twisted(std::vector<std::uint32_t> radices, std::string twist,
                 std::vector<Rational> bandwidth = {1}) {
  return make_torus({.radices = std::move(radices),
                     .bandwidth = std::move(bandwidth),
                     .twist = std::move(twist)});
}

std::vector<Topology> small_networks() {
  std::vector<Topology> list;
  list.push_back(twisted({8, 4}, "1>0:4"));
  list.push_back(twisted({6, 3}, "1>0:3"));
  list.push_back(twisted({5, 3}, "1>0:2"));
  list.push_back(twisted({4, 2}, "1>0:2"));
  list.push_back(twisted({2, 2, 4}, "0>2:2 1>2:2"));
  list.push_back(twisted({3, 2, 3}, "1>0:1 1>2:2 0>2:2"));
  return list;
}

std::unique_ptr<Routing> build(std::string_view name, const Topology& topology,
                               const RoutingOptions& options = {}) {
  return find_routing(name)->make(topology, options);
}

// ---- capacity ----

Rational capacity_of(std::vector<std::uint32_t> radices, std::string twist) {
  return exact_capacity_flits(twisted(std::move(radices), std::move(twist))).value();
}

// Camara et al. 2010 and Camarero, Martinez & Beivide 2015 for the shapes a x a x 2a and
// a x 2a x 2a.
TEST(TwistedTorus, CapacitiesAreThePublishedOnes) {
  EXPECT_EQ(capacity_of({8, 4}, "1>0:4"), Rational(32, 21));
  EXPECT_EQ(capacity_of({4, 4, 8}, "0>2:4"), Rational(32, 21));
  EXPECT_EQ(capacity_of({4, 4, 8}, "0>2:4 1>2:4"), Rational(96, 55));
  EXPECT_EQ(capacity_of({8, 8, 16}, "0>2:8 1>2:8"), Rational(192, 223));
  EXPECT_EQ(capacity_of({4, 8, 8}, "0>1:4"), Rational(1));
  EXPECT_EQ(capacity_of({4, 8, 8}, "0>1:4 0>2:4"), Rational(32, 23));
  EXPECT_EQ(capacity_of({4, 2}, "1>0:2"), Rational(16, 5));
}

TEST(TwistedTorus, CapacityIsTheOptimumOfTheProgramOverAllPaths) {
  std::vector<Topology> networks = small_networks();
  networks.push_back(twisted({5, 3}, "1>0:1", {Rational(1), Rational(3, 2)}));
  networks.push_back(twisted({6, 2}, "1>0:3", {Rational(1, 3), Rational(2)}));
  for (const Topology& network : networks) {
    EXPECT_NEAR(capacity_flits(network).value(), capacity_by_program(network).value(), 1e-9)
        << network.dimensions();
  }
}

// Every hop of a shortest way is useful, so capacity cannot exceed channels / distance; symmetric
// dimensions reach it with equal splits.
TEST(TwistedTorus, DimensionOrderReachesCapacityWhereDimensionsAreAlike) {
  for (const Topology& network : {twisted({8, 4}, "1>0:4"), twisted({4, 4, 8}, "0>2:4 1>2:4")}) {
    const auto dor = build("dor", network, {.order = Order::kRandom});
    const auto loads =
        expected_channel_loads(network, *dor->oblivious(), traffic_of(network, "uniform"));
    double largest = 0;
    for (const double load : loads) largest = std::max(largest, load);
    EXPECT_NEAR(1 / largest, capacity_flits(network).value(), 1e-9);
  }
}

// ---- symmetry ----

TEST(TwistedTorus, WorstCaseIsTheSameWithoutSymmetry) {
  for (const Topology& network : small_networks()) {
    for (const char* name : {"dor", "ival"}) {
      const auto routing = build(name, network);
      const WorstCase quick = worst_case(find_symmetry(network, *routing->oblivious()));
      const WorstCase slow =
          worst_case(find_symmetry(network, *routing->oblivious(), {.off = true}));
      EXPECT_NEAR(quick.channel_max_relative, slow.channel_max_relative, 1e-12)
          << name << ' ' << network.dimensions();
      EXPECT_LT(quick.channels_tried, slow.channels_tried);
    }
  }
}

// Its two phases are uniform each.
TEST(TwistedTorus, ValiantKeepsHalfOfWhatDimensionOrderReachesUnderUniformTraffic) {
  for (const Topology& network : small_networks()) {
    const auto dor = build("dor", network);
    const auto loads =
        expected_channel_loads(network, *dor->oblivious(), traffic_of(network, "uniform"));
    double largest = 0;
    for (const double load : loads) largest = std::max(largest, load);
    const auto val = build("val", network);
    EXPECT_NEAR(worst_case(find_symmetry(network, *val->oblivious())).channel_max_relative,
                2 * largest, 1e-9)
        << network.dimensions();
  }
}

// ---- proofs ----

TEST(TwistedTorus, RoutingsAreFreeOfDeadlock) {
  std::vector<RoutingOptions> all = {{}, {.order = Order::kRandom}, {.ties = Ties::kPlus}};
  all.push_back({.switching = Switching::kVirtualCutThrough, .flow_control = FlowControl::kBubble});
  for (const Topology& network : small_networks()) {
    for (const RoutingOptions& options : all) {
      for (const char* name : {"dor", "val", "ival", "minimal_adaptive"}) {
        const auto routing = build(name, network, options);
        const DeadlockReport report =
            check_deadlock(network, *routing, deadlock_options(options, std::nullopt));
        EXPECT_TRUE(report.free) << name << ' ' << network.dimensions() << report_text(report);
      }
    }
  }
}

TEST(TwistedTorus, OneClassLessHasACycle) {
  const Topology network = twisted({8, 4}, "1>0:4");
  for (const char* name : {"dor", "val", "ival"}) {
    const auto routing = build(name, network);
    const auto classes = static_cast<std::uint32_t>(routing->traits().vc_classes.size());
    const DeadlockReport report = check_deadlock(network, *routing, {.vcs = classes - 1});
    EXPECT_FALSE(report.free) << name;
  }
}

// A hop that wraps y shifts x, so a packet that returned to adaptive channels could pass the
// dateline of x twice.
TEST(TwistedTorus, AnEscapeThatIsLeftAgainHasACycle) {
  const Topology network = twisted({6, 3}, "1>0:3");
  const auto right = build("minimal_adaptive", network);
  EXPECT_TRUE(check_deadlock(network, *right, {.vcs = {}}).free);
  const ChangedCandidates wrong(
      *right->adaptive(),
      [](RouterId, const Header&, CandidateList& list) { list.back().next_bits = 0; });
  const DeadlockReport report = check_deadlock(network, wrong, {.vcs = {}});
  EXPECT_FALSE(report.free);
  EXPECT_TRUE(is_closed_walk(network, report.cycle));
}

}  // namespace
}  // namespace orthant
