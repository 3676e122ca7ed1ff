// O1TURN, compared with paths written by hand; notation as in dor_test.cpp.
#include <gtest/gtest.h>

#include "tests/routing/collected_paths.hpp"

namespace orthant {
namespace {

using Paths = std::map<std::string, double>;

TEST(O1turn, TakesBothOrdersInClassesOfTheirOwn) {
  const Topology mesh = make_mesh({.radices = {4, 4}});
  EXPECT_EQ(collected(*build("o1turn", mesh), 0, 2 + 4 * 3),
            (Paths{{"+0 2 c0, +1 3 c0", 0.5}, {"+1 3 c1, +0 2 c1", 0.5}}));
}

TEST(O1turn, KeepsTheDatelinesOfEachOrderApart) {
  const Topology torus = make_torus({.radices = {5, 5}});
  // From (4,0) to (1,1): x 4 | 0 1.
  EXPECT_EQ(collected(*build("o1turn", torus), 4, 1 + 5),
            (Paths{{"+0 1 c0, +0 1 c1, +1 1 c1", 0.5}, {"+1 1 c3, +0 1 c2, +0 1 c3", 0.5}}));
}

TEST(O1turn, SplitsTiesWithinEachOrder) {
  const Topology torus = make_torus({.radices = {4, 3}});
  const auto paths = collected(*build("o1turn", torus), 0, 2 + 4);
  EXPECT_EQ(paths.size(), 4u);
  for (const auto& [path, probability] : paths) EXPECT_DOUBLE_EQ(probability, 0.25) << path;
}

TEST(O1turn, NeedsOneClassPerOrderWithBubble) {
  const Topology torus = make_torus({.radices = {5, 5}});
  const auto routing =
      build("o1turn", torus,
            {.switching = Switching::kStoreAndForward, .flow_control = FlowControl::kBubble});
  EXPECT_EQ(routing->traits().vc_classes.size(), 2u);
  EXPECT_EQ(collected(*routing, 4, 1 + 5),
            (Paths{{"+0 2 c0, +1 1 c0", 0.5}, {"+1 1 c1, +0 2 c1", 0.5}}));
}

}  // namespace
}  // namespace orthant
