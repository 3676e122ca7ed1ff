// The symmetries of a routing's distribution, and the resulting orbits of channels.
#include "analysis/loads/symmetry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/analysis/two_phases.hpp"
#include "tests/analysis/wrong_routings.hpp"

namespace orthant {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> names(const Symmetry& symmetry) {
  std::vector<std::string> list;
  for (const Automorphism& map : symmetry.generators) list.push_back(map.name);
  return list;
}

Symmetry symmetry_of(const Topology& topology, std::string_view routing,
                     const RoutingOptions& options = {}, const SymmetryOptions& how = {}) {
  const auto made = find_routing(routing)->make(topology, options);
  return find_symmetry(topology, *made->oblivious(), how).symmetry;
}

constexpr const char* kTranslateX = "translation of dimension 0";
constexpr const char* kTranslateY = "translation of dimension 1";
constexpr const char* kReflectX = "reflection of dimension 0";
constexpr const char* kReflectY = "reflection of dimension 1";
constexpr const char* kExchange = "exchange of dimensions 0 and 1";

TEST(Symmetry, OfDimensionOrderHasNoExchangeOfXAndY) {
  const Symmetry symmetry = symmetry_of(make_torus({.radices = {4, 4}}), "dor");
  EXPECT_TRUE(symmetry.translations);
  EXPECT_THAT(names(symmetry), ElementsAre(kTranslateX, kReflectX, kTranslateY, kReflectY));
  EXPECT_EQ(symmetry.orbits.size(), 2u);  // x and y channels
  EXPECT_EQ(symmetry.verified,
            "translations on all 16 sources; holds: reflection of dimension 0, reflection of "
            "dimension 1; does not hold: exchange of dimensions 0 and 1");
}

TEST(Symmetry, OfO1turnHasTheExchange) {
  const Symmetry symmetry = symmetry_of(make_torus({.radices = {4, 4}}), "o1turn");
  EXPECT_THAT(names(symmetry),
              ElementsAre(kTranslateX, kReflectX, kExchange, kTranslateY, kReflectY));
  EXPECT_EQ(symmetry.orbits.size(), 1u);
}

TEST(Symmetry, OfTiesByPlusHasNoReflection) {
  const Symmetry even = symmetry_of(make_torus({.radices = {4, 3}}), "dor", {.ties = Ties::kPlus});
  EXPECT_THAT(names(even), ElementsAre(kTranslateX, kTranslateY, kReflectY));  // radix 3: no ties
  EXPECT_EQ(even.orbits.size(), 3u);
}

// Only on a ring does the parity of the source decide a tie.
TEST(Symmetry, OfTiesByTheSourcesParityHasNoTranslation) {
  const Symmetry symmetry =
      symmetry_of(make_torus({.radices = {4}}), "dor", {.ties = Ties::kParity});
  EXPECT_FALSE(symmetry.translations);
  EXPECT_THAT(names(symmetry), IsEmpty());
  EXPECT_EQ(symmetry.orbits.size(), 8u);
  EXPECT_EQ(symmetry.verified,
            "pairs on all 4 sources; does not hold: translation of dimension 0, reflection of "
            "dimension 0");
}

TEST(Symmetry, OfAMeshAreItsReflectionsAndExchanges) {
  const Topology square = make_mesh({.radices = {3, 3}});
  EXPECT_THAT(names(symmetry_of(square, "dor")), ElementsAre(kReflectX, kReflectY));
  const Symmetry symmetry = symmetry_of(square, "o1turn");
  EXPECT_THAT(names(symmetry), ElementsAre(kReflectX, kExchange, kReflectY));
  // 24 channels: each leaves or enters a corner or the centre.
  ASSERT_EQ(symmetry.orbits.size(), 4u);
  EXPECT_EQ(symmetry.orbits[0].size(), 8u);
  EXPECT_EQ(symmetry.verified,
            "pairs on all 9 sources; holds: reflection of dimension 0, exchange of dimensions 0 "
            "and 1, reflection of dimension 1");
}

TEST(Symmetry, OfAHypercubeTakesEveryRouterToEveryOther) {
  const Topology cube = make_hypercube({.radices = {2, 2, 2}});
  const TwoPhases routing = valiant(cube);
  const SymmetricLoads found = find_symmetry(cube, routing);
  EXPECT_TRUE(found.symmetry.translations);
  EXPECT_TRUE(found.loads.from_one_source());
  EXPECT_EQ(found.symmetry.orbits.size(), 3u);  // one per dimension
}

TEST(Symmetry, KeepsBandwidths) {
  const Topology torus = make_torus(
      {.radices = {4, 4}, .latency_cycles = {1}, .bandwidth = {Rational(1), Rational(2)}});
  EXPECT_THAT(names(symmetry_of(torus, "o1turn")),
              ElementsAre(kTranslateX, kReflectX, kTranslateY, kReflectY));
  const Topology slow =
      make_torus({.radices = {4, 4}, .latency_cycles = {1, 5}, .bandwidth = {Rational(1)}});
  EXPECT_EQ(symmetry_of(slow, "o1turn").orbits.size(), 1u);  // latencies do not matter
}

TEST(Symmetry, ExchangesTheNextDimensionOfEqualRadix) {
  const Topology torus = make_torus({.radices = {3, 4, 3}});
  const auto candidates = candidate_automorphisms(torus);
  EXPECT_EQ(std::ranges::count(candidates, "exchange of dimensions 0 and 2", &Automorphism::name),
            1);
}

TEST(Symmetry, CountsATranslationForEachDimensionThatMoves) {
  const auto all = [](const Topology& topology, std::size_t left_out = 0) {
    const auto candidates = candidate_automorphisms(topology);
    return all_translations(topology, std::span(candidates).subspan(left_out));
  };
  const Topology torus = make_torus({.radices = {3, 1, 2}});
  EXPECT_TRUE(all(torus));
  EXPECT_FALSE(all(torus, 1));                        // the exchange with dimension 0 comes first
  EXPECT_FALSE(all(make_mesh({.radices = {2, 3}})));  // two routers and a line
}

// One exceptional pair, from router 5 to 6 by a detour: no translation holds.
TEST(Symmetry, SeesASinglePairThatIsDifferent) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const auto dor = find_routing("dor")->make(torus, {});
  const ChangedPaths changed(*dor->oblivious(), [](RouterId s, RouterId t, Path& path) {
    if (s != RouterId{5} || t != RouterId{6}) return;
    path = {{.port = Grid::minus_port(0), .hops = 3, .vc_class = 0}};
  });
  const SymmetricLoads found = find_symmetry(torus, changed);
  EXPECT_FALSE(found.loads.from_one_source());
  EXPECT_THAT(names(found.symmetry), IsEmpty());
  EXPECT_EQ(found.symmetry.orbits.size(), 64u);
}

TEST(Symmetry, ReportsOnHowManySourcesItWasVerified) {
  const Symmetry some = symmetry_of(make_torus({.radices = {6, 6}}), "dor", {}, {.most_hops = 1});
  EXPECT_THAT(some.verified, testing::StartsWith("translations on 16 of 36 sources; "));
  EXPECT_TRUE(some.translations);
  const Symmetry mesh = symmetry_of(make_mesh({.radices = {6, 6}}), "dor", {}, {.most_hops = 1});
  EXPECT_THAT(mesh.verified, testing::StartsWith("pairs on 16 of 36 sources; "));
}

TEST(Symmetry, DoesNotDependOnThreads) {
  const Topology torus = make_torus({.radices = {4, 3}});
  const TwoPhases routing = valiant(torus);
  EXPECT_EQ(find_symmetry(torus, routing, {.threads = 1}).symmetry.verified,
            find_symmetry(torus, routing, {.threads = 3}).symmetry.verified);
}

TEST(Symmetry, SwitchedOffLeavesEveryChannelAlone) {
  const Symmetry symmetry = symmetry_of(make_torus({.radices = {4, 4}}), "dor", {}, {.off = true});
  EXPECT_FALSE(symmetry.translations);
  EXPECT_EQ(symmetry.representatives().size(), 64u);
  EXPECT_EQ(symmetry.verified, "not looked for");
}

}  // namespace
}  // namespace orthant
