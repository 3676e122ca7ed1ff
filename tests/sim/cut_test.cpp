#include "sim/cut.hpp"

#include <gtest/gtest.h>

#include "topology/topology.hpp"

namespace orthant {
namespace {

void expect_consistent(const Topology& topology, std::size_t blocks) {
  const Cut cut(topology, blocks);
  ASSERT_EQ(cut.blocks(), blocks);
  std::uint32_t next = 0;
  for (std::uint32_t b = 0; b < blocks; ++b) {
    ASSERT_GT(cut.size(b), 0u);
    for (std::uint32_t r = 0; r < cut.size(b); ++r) {
      const RouterId id = cut.router(b, LocalRouter{r});
      EXPECT_EQ(id, RouterId{next++});
      EXPECT_EQ(cut.place(id).block, b);
      EXPECT_EQ(cut.place(id).router, LocalRouter{r});
    }
  }
  EXPECT_EQ(next, topology.router_count());
}

TEST(Cut, HoldsEveryRouterOnce) {
  const Topology torus = make_torus({.radices = {5, 3}});
  for (std::size_t blocks = 1; blocks <= 15; ++blocks) expect_consistent(torus, blocks);
}

TEST(Cut, BalancesPorts) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const Cut cut(torus, 4);
  for (std::uint32_t b = 0; b < 4; ++b) EXPECT_EQ(cut.size(b), 4u);
}

}  // namespace
}  // namespace orthant
