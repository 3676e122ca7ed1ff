// The deadlock check on two-phase routings with insufficient VC classes: the phase only, in random
// order of dimensions, and parts that are deadlock-free separately but not together. tests/every
// shows that the right classes pass.
#include <gtest/gtest.h>

#include "analysis/deadlock/deadlock.hpp"
#include "tests/analysis/wrong_routings.hpp"

namespace orthant {
namespace {

using Kind = PhaseClasses::Kind;

class PhaseAsClass : public testing::TestWithParam<Kind> {};

TEST_P(PhaseAsClass, IsEnoughInFixedOrder) {
  for (const std::vector<std::uint32_t>& radices :
       {std::vector<std::uint32_t>{4, 4}, std::vector<std::uint32_t>{5, 3}}) {
    const Topology torus = make_torus({.radices = radices});
    const DeadlockReport report = check_deadlock(torus, PhaseClasses(torus, GetParam(), false), {});
    EXPECT_TRUE(report.free) << report_text(report);
  }
}

// x-y and y-x packets of one phase wait for each other.
TEST_P(PhaseAsClass, HasACycleInRandomOrder) {
  for (const std::vector<std::uint32_t>& radices :
       {std::vector<std::uint32_t>{4, 4}, std::vector<std::uint32_t>{5, 3}}) {
    const Topology torus = make_torus({.radices = radices});
    const DeadlockReport report = check_deadlock(torus, PhaseClasses(torus, GetParam(), true), {});
    EXPECT_FALSE(report.free);
    EXPECT_TRUE(report.problem.empty()) << report.problem;
    EXPECT_TRUE(is_closed_walk(torus, report.cycle));
  }
}

std::string kind_name(const testing::TestParamInfo<Kind>& info) {
  switch (info.param) {
    case Kind::kVal:
      return "val";
    case Kind::kIval:
      return "ival";
    case Kind::kRomm:
      return "romm";
    case Kind::kRlb:
      return "rlb";
  }
  return "";
}

INSTANTIATE_TEST_SUITE_P(TwoPhases, PhaseAsClass,
                         testing::Values(Kind::kVal, Kind::kIval, Kind::kRomm, Kind::kRlb),
                         kind_name);

// Number of VC classes with credits and with bubble, in n dimensions.
struct Classes {
  const char* routing;
  Order order;
  std::size_t (*sets)(std::size_t n);
};

void PrintTo(const Classes& classes, std::ostream* out) { *out << classes.routing; }

class FamilyOnTori : public testing::TestWithParam<Classes> {};

TEST_P(FamilyOnTori, IsFreeOfDeadlockWithTheClassesItStates) {
  std::vector<std::vector<std::uint32_t>> tori = {{4, 4, 4}, {5, 3, 4}};
  for (std::uint32_t k = 3; k <= 8; ++k) tori.push_back({k, k});
  for (const auto& radices : tori) {
    const Topology torus = make_torus({.radices = radices});
    for (const FlowControl flow_control : {FlowControl::kCredit, FlowControl::kBubble}) {
      RoutingOptions options{.switching = Switching::kVirtualCutThrough,
                             .flow_control = flow_control,
                             .order = GetParam().order};
      options.own.set("interpolated.first", "ival");
      options.own.set("interpolated.second", "dor");
      options.own.set("interpolated.alpha", "0.5");
      const auto routing = find_routing(GetParam().routing)->make(torus, options);
      const std::size_t sets = GetParam().sets(radices.size());
      EXPECT_EQ(routing->traits().vc_classes.size(),
                flow_control == FlowControl::kBubble ? sets : 2 * sets);
      const DeadlockReport report =
          check_deadlock(torus, *routing,
                         {.switching = options.switching, .flow_control = flow_control, .vcs = {}});
      EXPECT_TRUE(report.free) << torus.dimensions() << '\n' << report_text(report);
    }
  }
}

std::size_t two(std::size_t) { return 2; }
std::size_t one_per_dimension(std::size_t n) { return n; }
std::size_t two_but_one_per_dimension(std::size_t n) { return 2 * n - 1; }

std::string family_name(const testing::TestParamInfo<Classes>& info) {
  return std::string(info.param.routing) +
         (info.param.order == Order::kRandom ? "_random" : "_fixed");
}

INSTANTIATE_TEST_SUITE_P(
    TwoPhases, FamilyOnTori,
    testing::Values(Classes{"val", Order::kFixed, two}, Classes{"ival", Order::kFixed, two},
                    Classes{"romm", Order::kFixed, two}, Classes{"rlb", Order::kFixed, two},
                    Classes{"rlbth", Order::kFixed, two},
                    Classes{"interpolated", Order::kFixed, two},
                    Classes{"val", Order::kRandom, two_but_one_per_dimension},
                    Classes{"romm", Order::kRandom, two_but_one_per_dimension},
                    Classes{"rlb", Order::kRandom, two_but_one_per_dimension},
                    Classes{"rlbth", Order::kRandom, two_but_one_per_dimension},
                    Classes{"dor", Order::kRandom, one_per_dimension},
                    Classes{"ival", Order::kRandom, one_per_dimension},
                    Classes{"interpolated", Order::kRandom, one_per_dimension}),
    family_name);

// The last set shares the VCs of the first.
TEST(DeadlockTwoPhase, FewerVcsThanClassesAreNotEnough) {
  const Topology torus = make_torus({.radices = {4, 4}});
  for (const char* name : {"val", "romm", "rlb", "ival"}) {
    const auto routing = find_routing(name)->make(torus, {.order = Order::kRandom});
    const auto classes = static_cast<std::uint32_t>(routing->traits().vc_classes.size());
    EXPECT_TRUE(check_deadlock(torus, *routing, {.vcs = classes}).free) << name;
    const DeadlockReport report = check_deadlock(torus, *routing, {.vcs = classes - 2});
    EXPECT_FALSE(report.free) << name;
    EXPECT_TRUE(is_closed_walk(torus, report.cycle));
  }
}

// VAL's second phase, x first, and O1TURN's y-first packets share classes 2 and 3.
TEST(DeadlockTwoPhase, AnInterpolationMayHaveACycleThoughItsPartsHaveNone) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const auto between = [&](const char* first, const char* second) {
    RoutingOptions options;
    options.own.set("interpolated.first", first);
    options.own.set("interpolated.second", second);
    options.own.set("interpolated.alpha", "0.5");
    return find_routing("interpolated")->make(torus, options);
  };
  for (const char* part : {"o1turn", "val", "dor", "ival"}) {
    EXPECT_TRUE(check_deadlock(torus, *find_routing(part)->make(torus, {}), {}).free) << part;
  }
  EXPECT_TRUE(check_deadlock(torus, *between("dor", "ival"), {}).free);
  EXPECT_TRUE(check_deadlock(torus, *between("val", "dor"), {}).free);
  const DeadlockReport report = check_deadlock(torus, *between("o1turn", "val"), {});
  EXPECT_FALSE(report.free);
  EXPECT_TRUE(is_closed_walk(torus, report.cycle));
}

}  // namespace
}  // namespace orthant
