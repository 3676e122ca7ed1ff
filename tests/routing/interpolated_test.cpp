// Interpolation compared with its parts, and its exact error messages; notation as in dor_test.cpp.
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "tests/routing/collected_paths.hpp"

namespace orthant {
namespace {

using Paths = std::map<std::string, double>;

RoutingOptions between(const std::string& first, const std::string& second,
                       const std::string& alpha, RoutingOptions options = {}) {
  options.own.set("interpolated.first", first);
  options.own.set("interpolated.second", second);
  options.own.set("interpolated.alpha", alpha);
  return options;
}

std::string error_of(const Topology& topology, const RoutingOptions& options) {
  try {
    build("interpolated", topology, options);
  } catch (const KeyError& error) {
    return error.key() + ": " + error.what();
  }
  return "accepted";
}

// IVAL takes 0 1 with 3/4 and 0 | 3 2 1 with 1/4, DOR always the former: 1/4 3/4 + 3/4, 1/4 1/4.
TEST(Interpolated, WeighsTheFirstByAlpha) {
  const Topology ring = make_torus({.radices = {4}});
  expect_paths(collected(*build("interpolated", ring, between("ival", "dor", "0.25")), 0, 1),
               {{"+0 1 c1", 15.0 / 16}, {"-0 1 c0, -0 2 c1", 1.0 / 16}});
  expect_paths(collected(*build("interpolated", ring, between("dor", "ival", "0.25")), 0, 1),
               {{"+0 1 c1", 13.0 / 16}, {"-0 1 c0, -0 2 c1", 3.0 / 16}});
}

TEST(Interpolated, IsOneOfItsPartsAtTheEnds) {
  const Topology torus = make_torus({.radices = {4, 3}});
  const auto zero = build("interpolated", torus, between("val", "rlb", "0"));
  const auto one = build("interpolated", torus, between("val", "rlb", "1"));
  for (const std::size_t t : {0, 2, 7}) {
    EXPECT_EQ(collected(*zero, 0, t), collected(*build("rlb", torus), 0, t));
    EXPECT_EQ(collected(*one, 0, t), collected(*build("val", torus), 0, t));
  }
  RandomStream random(1, 0, RandomPurpose::kTest);
  Path path;
  const Paths rlb = collected(*build("rlb", torus), 0, 7);
  const Paths val = collected(*build("val", torus), 0, 7);
  for (int i = 0; i < 100; ++i) {
    zero->oblivious()->sample(RouterId{0}, RouterId{7}, random, path);
    EXPECT_TRUE(rlb.contains(written(path)));
    one->oblivious()->sample(RouterId{0}, RouterId{7}, random, path);
    EXPECT_TRUE(val.contains(written(path)));
  }
}

TEST(Interpolated, HasTheClassesOfThePartWithMore) {
  const Topology torus = make_torus({.radices = {4, 4}});
  EXPECT_EQ(class_count("interpolated", torus, between("dor", "val", "0.5")), 4u);
  EXPECT_EQ(class_count("interpolated", torus, between("val", "dor", "0.5")), 4u);
  EXPECT_EQ(class_count("interpolated", torus, between("dor", "dor", "0.5")), 2u);
  EXPECT_EQ(
      class_count("interpolated", torus, between("ival", "romm", "0.5", {.order = Order::kRandom})),
      6u);
  EXPECT_EQ(class_count("interpolated", torus, between("ival", "dor", "0.5", bubble())), 2u);
  const auto mixed = build("interpolated", torus, between("dor", "val", "0.5"));
  EXPECT_EQ(mixed->oblivious()->max_legs(), 8u);  // of val: two phases, two dimensions, two classes
  EXPECT_FALSE(build("interpolated", torus, between("dor", "romm", "0.5"))->traits().minimal);
}

// romm reads order and ties: plus gives 0 1 2, via one of three.
TEST(Interpolated, HandsItsOptionsToBothParts) {
  const Topology ring = make_torus({.radices = {4}});
  const RoutingOptions plus = between("romm", "dor", "0.75", {.ties = Ties::kPlus});
  expect_paths(collected(*build("interpolated", ring, plus), 0, 2),
               {{"+0 2 c3", 0.25}, {"+0 1 c1, +0 1 c3", 0.25}, {"+0 2 c1", 0.5}});
}

TEST(Interpolated, RefusesAPartThatIsNoObliviousRouting) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const std::string allowed =
      " is no oblivious routing; allowed: dor, o1turn, val, ival, romm, "
      "rlb, rlbth, two_turn, two_turn_a, table";
  EXPECT_EQ(error_of(torus, between("teleport", "dor", "0.5")),
            "interpolated.first: 'teleport'" + allowed);
  EXPECT_EQ(error_of(torus, between("dor", "minimal_adaptive", "0.5")),
            "interpolated.second: 'minimal_adaptive'" + allowed);
  EXPECT_EQ(error_of(torus, between("dor", "interpolated", "0.5")),
            "interpolated.second: 'interpolated'" + allowed);
}

TEST(Interpolated, RefusesAnAlphaThatIsNoShare) {
  const Topology torus = make_torus({.radices = {4, 4}});
  EXPECT_EQ(error_of(torus, between("dor", "ival", "1.01")),
            "interpolated.alpha: 1.01 is no share; allowed: 0 to 1");
  EXPECT_EQ(error_of(torus, between("dor", "ival", "-0.5")),
            "interpolated.alpha: -0.5 is no share; allowed: 0 to 1");
  EXPECT_EQ(error_of(torus, between("dor", "ival", "nan")),
            "interpolated.alpha: 'nan' is no number");
  EXPECT_EQ(error_of(torus, between("dor", "ival", "half")),
            "interpolated.alpha: 'half' is no number");
}

TEST(Interpolated, PassesOnWhatAPartRefuses) {
  EXPECT_EQ(error_of(make_mesh({.radices = {4, 4}}), between("dor", "rlb", "0.5")),
            "routing.algorithm: rlb needs a torus, not a mesh; allowed: a torus, or another "
            "routing, as dor");
  EXPECT_EQ(
      error_of(make_torus({.radices = {4, 4, 4}}), between("dor", "o1turn", "0.5")),
      "routing.algorithm: o1turn needs a network of 2 dimensions, not 3; allowed: 2, or dor with "
      "routing.order = random");
}

}  // namespace
}  // namespace orthant
