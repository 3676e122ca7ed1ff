// Sums of coordinates, and where channels and ports go, counted by hand.
#include "topology/translations.hpp"

#include <gtest/gtest.h>

namespace orthant {
namespace {

TEST(Translations, FitRingsAndPairsOfRouters) {
  EXPECT_TRUE(Translations::fit(make_torus({.radices = {5, 2, 1}})));
  EXPECT_TRUE(Translations::fit(make_hypercube({.radices = {2, 2}})));
  EXPECT_TRUE(Translations::fit(make_mesh({.radices = {2, 2}})));
  EXPECT_FALSE(Translations::fit(make_mesh({.radices = {2, 3}})));
}

// 5x3: router 8 is (3,1), router 14 is (4,2).
TEST(Translations, AddAndSubtractCoordinatesModuloTheRadices) {
  const Topology torus = make_torus({.radices = {5, 3}});
  const Translations translations(torus);
  EXPECT_EQ(translations.add(RouterId{8}, RouterId{14}), RouterId{2});        // (2,0)
  EXPECT_EQ(translations.subtract(RouterId{8}, RouterId{14}), RouterId{14});  // (4,2)
}

// 5x2, of which y is one link: (x,0) sends by plus, (x,1) by minus.
TEST(Translations, TurnThePortOfAPairOfRouters) {
  const Topology torus = make_torus({.radices = {5, 2}});
  const Translations translations(torus);
  const RouterId by{6};  // (1,1)
  for (const PortId port : {Grid::plus_port(0), Grid::minus_port(0)})
    EXPECT_EQ(translations.shifted(port, by), port);
  EXPECT_EQ(translations.shifted(Grid::plus_port(1), by), Grid::minus_port(1));
  EXPECT_EQ(translations.shifted(Grid::minus_port(1), by), Grid::plus_port(1));
  EXPECT_EQ(translations.shifted(Grid::plus_port(1), RouterId{4}), Grid::plus_port(1));

  const auto channel = [&](std::size_t r, PortId port) {
    return torus.channel_from(RouterId{r}, port).value();
  };
  // From (4,0) to (0,1).
  EXPECT_EQ(translations.shifted(channel(4, Grid::plus_port(0)), by),
            channel(5, Grid::plus_port(0)));
  EXPECT_EQ(translations.shifted(channel(4, Grid::plus_port(1)), by),
            channel(5, Grid::minus_port(1)));
}

}  // namespace
}  // namespace orthant
