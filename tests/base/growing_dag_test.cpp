// Compares the rejected edges with a search over all edges.
#include "base/growing_dag.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace orthant {
namespace {

// True if `to` can be reached from `from`.
bool reaches(const std::vector<std::vector<char>>& edge, std::uint32_t from, std::uint32_t to) {
  std::vector<std::uint32_t> queue = {from};
  std::vector<char> seen(edge.size(), 0);
  for (std::size_t i = 0; i < queue.size(); ++i) {
    if (queue[i] == to) return true;
    for (std::uint32_t w = 0; w < edge.size(); ++w) {
      if (!edge[queue[i]][w] || seen[w]) continue;
      seen[w] = 1;
      queue.push_back(w);
    }
  }
  return false;
}

TEST(GrowingDag, RefusesALoopAndTheEdgeThatClosesARing) {
  GrowingDag dag(3);
  EXPECT_FALSE(dag.add(1, 1));
  EXPECT_TRUE(dag.add(2, 1));
  EXPECT_TRUE(dag.add(1, 0));
  EXPECT_FALSE(dag.add(0, 2));
  EXPECT_TRUE(dag.add(2, 0));
}

TEST(GrowingDag, TakesAnEdgeOnceThoseThatWouldCloseItsCycleAreRemoved) {
  GrowingDag dag(3);
  EXPECT_TRUE(dag.add(2, 1));
  EXPECT_TRUE(dag.add(1, 0));
  EXPECT_FALSE(dag.add(0, 2));
  dag.remove(2, 1);
  EXPECT_TRUE(dag.add(0, 2));
  EXPECT_FALSE(dag.add(2, 1));
  dag.remove(1, 0);
  EXPECT_TRUE(dag.add(2, 1));
}

TEST(GrowingDag, RefusesExactlyTheEdgesThatCloseACycle) {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    RandomStream random(seed, 0, RandomPurpose::kTest);
    const std::uint32_t n = 2 + random.below(20);
    GrowingDag dag(n);
    std::vector<std::vector<char>> edge(n, std::vector<char>(n, 0));
    for (std::uint32_t i = 0; i < 6 * n; ++i) {
      const std::uint32_t from = random.below(n);
      const std::uint32_t to = random.below(n);
      const bool free = !reaches(edge, to, from);
      ASSERT_EQ(dag.add(from, to), free) << seed << ": " << from << " to " << to;
      if (free) edge[from][to] = 1;
    }
  }
}

}  // namespace
}  // namespace orthant
