// Sums of coordinates, and images of channels and ports, counted by hand.
#include "topology/translations.hpp"

#include <gtest/gtest.h>

namespace orthant {
namespace {

TEST(Translations, FitRingsAndPairsOfRouters) {
  EXPECT_TRUE(Translations::exist_for(make_torus({.radices = {5, 2, 1}})));
  EXPECT_TRUE(Translations::exist_for(make_hypercube({.radices = {2, 2}})));
  EXPECT_TRUE(Translations::exist_for(make_mesh({.radices = {2, 2}})));
  EXPECT_FALSE(Translations::exist_for(make_mesh({.radices = {2, 3}})));
}

// 5x3: router 8 is (3,1), router 14 is (4,2).
TEST(Translations, AddAndSubtractCoordinatesModuloTheRadices) {
  const Topology torus = make_torus({.radices = {5, 3}});
  const Translations translations(torus);
  EXPECT_EQ(translations.add(RouterId{8}, RouterId{14}), RouterId{2});        // (2,0)
  EXPECT_EQ(translations.subtract(RouterId{8}, RouterId{14}), RouterId{14});  // (4,2)
}

// 5x2, where y is a single link: (x,0) sends through plus, (x,1) through minus.
TEST(Translations, TurnThePortOfAPairOfRouters) {
  const Topology torus = make_torus({.radices = {5, 2}});
  const Translations translations(torus);
  const RouterId by{6};  // (1,1)
  for (const PortId port : {Grid::plus_port(0), Grid::minus_port(0)})
    EXPECT_EQ(translations.translated(port, by), port);
  EXPECT_EQ(translations.translated(Grid::plus_port(1), by), Grid::minus_port(1));
  EXPECT_EQ(translations.translated(Grid::minus_port(1), by), Grid::plus_port(1));
  EXPECT_EQ(translations.translated(Grid::plus_port(1), RouterId{4}), Grid::plus_port(1));

  const auto channel = [&](std::size_t r, PortId port) {
    return torus.channel_from(RouterId{r}, port).value();
  };
  // From (4,0) to (0,1).
  EXPECT_EQ(translations.translated(channel(4, Grid::plus_port(0)), by),
            channel(5, Grid::plus_port(0)));
  EXPECT_EQ(translations.translated(channel(4, Grid::plus_port(1)), by),
            channel(5, Grid::minus_port(1)));
}

}  // namespace
}  // namespace orthant
