// Random graphs: connectivity, number of links, uniformity, and reproducibility on every machine.
// same on every machine.
#include "topology/random_graph.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/error.hpp"

namespace orthant {
namespace {

std::vector<std::size_t> degrees(const Graph& graph) {
  std::vector<std::size_t> degrees(graph.routers.size(), 0);
  for (const Graph::Link& link : graph.links) {
    ++degrees[link.a];
    ++degrees[link.b];
  }
  return degrees;
}

std::string text(const Graph& graph) {
  std::string text;
  for (const Graph::Link& link : graph.links) text += fmt::format("{}-{} ", link.a, link.b);
  return text;
}

TEST(RandomGraph, IsConnectedAndHasTheLinksAskedFor) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    for (const GraphGenerator generator :
         {GraphGenerator::kGnm, GraphGenerator::kTree, GraphGenerator::kRegular}) {
      const Graph graph =
          random_graph({.routers = 32, .degree = 6, .generator = generator, .seed = seed});
      EXPECT_EQ(graph.routers.size(), 32u);
      EXPECT_EQ(graph.links.size(), 96u);
      EXPECT_FALSE(unreachable_router(graph));
      std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
      for (const Graph::Link& link : graph.links) {
        EXPECT_LT(link.a, link.b);
        EXPECT_TRUE(seen.insert({link.a, link.b}).second);
      }
      if (generator != GraphGenerator::kRegular) continue;
      for (const std::size_t degree : degrees(graph)) EXPECT_EQ(degree, 6u);
    }
  }
}

TEST(RandomGraph, DependsOnTheSeedAlone) {
  const auto of = [](std::uint64_t seed) {
    return text(random_graph({.routers = 6, .degree = 2.4, .seed = seed}));
  };
  EXPECT_EQ(of(1), of(1));
  EXPECT_NE(of(1), of(2));
}

// There are 16 trees of four routers, which are also the 16 connected graphs with three links.
// Their counts in 16,000 draws are within five standard deviations (31) of 1,000.
TEST(RandomGraph, DrawsAllTreesAlike) {
  for (const GraphGenerator generator : {GraphGenerator::kGnm, GraphGenerator::kTree}) {
    std::map<std::string, int> counts;
    for (std::uint64_t seed = 0; seed < 16'000; ++seed)
      ++counts[text(
          random_graph({.routers = 4, .degree = 1.5, .generator = generator, .seed = seed}))];
    EXPECT_EQ(counts.size(), 16u);
    for (const auto& [graph, count] : counts) EXPECT_NEAR(count, 1000, 155) << graph;
  }
}

TEST(RandomGraph, KnowsDenseAndSmallOnes) {
  EXPECT_EQ(random_graph({.routers = 1, .degree = 0.1}).links.size(), 0u);
  EXPECT_EQ(random_graph({.routers = 2, .degree = 1}).links.size(), 1u);
  EXPECT_EQ(random_graph({.routers = 20, .degree = 19}).links.size(), 190u);
  EXPECT_EQ(random_graph({.routers = 20, .degree = 18, .generator = GraphGenerator::kRegular})
                .links.size(),
            180u);
}

TEST(RandomGraph, RefusesWhatDoesNotExist) {
  const auto refused = [](const RandomGraphOptions& options) {
    try {
      random_graph(options);
    } catch (const KeyError& error) {
      EXPECT_EQ(error.key(), "topology.degree");
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(
      refused({.routers = 10, .degree = 1}),
      "10 routers with 1 links each on the average are 5 links; a connected graph has 9 to 45");
  EXPECT_EQ(refused({.routers = 10, .degree = 10}),
            "10 routers with 10 links each on the average are 50 links; a connected graph has 9 to "
            "45");
  // About 18 isolated routers are expected.
  EXPECT_EQ(refused({.routers = 1'000, .degree = 4}),
            "1000 routers with 4 links each on the average are hardly ever connected (0 graphs "
            "drawn); allowed: a larger degree, or topology.generator = tree");
  const GraphGenerator regular = GraphGenerator::kRegular;
  for (const double degree : {1.0, 2.5, 9.0}) {
    EXPECT_NE(refused({.routers = 9, .degree = degree, .generator = regular}), "no error");
  }
  EXPECT_NE(refused({.routers = 9, .degree = 3, .generator = regular}), "no error");
  EXPECT_NE(refused({.routers = 200, .degree = 2}), "no error");  // trees among them are too rare
}

}  // namespace
}  // namespace orthant
