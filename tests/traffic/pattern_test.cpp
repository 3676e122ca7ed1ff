// Destinations computed by hand, and the errors of networks that do not fit a pattern.
#include <gmock/gmock.h>

#include <map>
#include <set>

#include "tests/traffic/networks.hpp"

namespace orthant {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;

// The destinations of message 0 of nodes 0, 1, ....
std::vector<std::uint32_t> destinations(std::string_view pattern, const Topology& topology,
                                        const PatternOptions& options = {}) {
  const auto made = make_pattern(pattern, topology, options);
  RandomStream random(1, 0, RandomPurpose::kTest);
  std::vector<std::uint32_t> result;
  for (std::size_t node = 0; node < topology.node_count(); ++node) {
    result.push_back(made->destination(NodeId{node}, 0, random)->value);
  }
  return result;
}

std::string error_of(std::string_view pattern, const Topology& topology,
                     const PatternOptions& options = {}) {
  return key_error_of([&] { make_pattern(pattern, topology, options); });
}

// ceil(4/2) - 1 = 1 in x only.
TEST(Tornado, ShiftsDimensionZeroByNearlyHalfTheRing) {
  EXPECT_THAT(destinations("tornado", torus({4, 2})), ElementsAre(1, 2, 3, 0, 5, 6, 7, 4));
  // ceil(5/2) - 1 = 2; ceil(8/2) - 1 = 3; ceil(3/2) - 1 = 1; on a ring of 2 packets stay: 0
  EXPECT_THAT(destinations("tornado", torus({5})), ElementsAre(2, 3, 4, 0, 1));
  EXPECT_THAT(destinations("tornado", torus({8})), ElementsAre(3, 4, 5, 6, 7, 0, 1, 2));
  EXPECT_THAT(destinations("tornado", torus({3})), ElementsAre(1, 2, 0));
  EXPECT_THAT(destinations("tornado", torus({2})), ElementsAre(0, 1));
}

// 3x5 in y only: shift 2, so id + 6 mod 15. In both dimensions also x + 1.
TEST(Tornado, ShiftsTheNamedDimensions) {
  const auto y = destinations("tornado", torus({3, 5}), {.dimensions = {1}});
  for (std::uint32_t id = 0; id < 15; ++id) EXPECT_EQ(y[id], (id + 6) % 15);
  const auto both = destinations("tornado", torus({3, 5}), {.dimensions = {0, 1}});
  EXPECT_EQ(both[0], 1u + 3 * 2);
  EXPECT_EQ(both[14], 0u + 3 * 1);  // (2,4) to (0,1)
}

TEST(Tornado, IsTheSameOnAMesh) {
  const auto mesh = make_mesh({.radices = {4, 2}});
  EXPECT_EQ(destinations("tornado", mesh), destinations("tornado", torus({4, 2})));
}

// Nodes 2r and 2r+1 sit on router r.
TEST(Tornado, KeepsTheNodesPositionOnItsRouter) {
  EXPECT_THAT(destinations("tornado", torus({3}, 2)), ElementsAre(2, 3, 4, 5, 0, 1));
}

TEST(Tornado, RefusesDimensionsThatAreNotThere) {
  EXPECT_EQ(error_of("tornado", torus({8, 4}), {.dimensions = {2}}),
            "traffic.dimensions: 8x4 has no dimension 2; allowed: 0 to 1");
  EXPECT_EQ(error_of("neighbor", torus({8, 4}), {.dimensions = {1, 1}}),
            "traffic.dimensions: dimension 1 is listed twice; allowed: once");
}

TEST(CoordinatePatterns, RefuseANetworkWithoutCoordinates) {
  for (const std::string name : {"tornado", "neighbor", "rotate_3d"}) {
    EXPECT_EQ(error_of(name, pair_without_coordinates()),
              "traffic.pattern: " + name +
                  " needs coordinates (torus, mesh or hypercube); a graph has none; allowed: one "
                  "of them, or "
                  "a pattern without, as random_permutation");
  }
}

// 3x2: (x,y) to (x+1, y+1): 0=(0,0) to (1,1)=4, 2=(2,0) to (0,1)=3, 5=(2,1) to (0,0)=0.
TEST(Neighbor, StepsOnceInEveryDimensionByDefault) {
  EXPECT_THAT(destinations("neighbor", torus({3, 2})), ElementsAre(4, 5, 3, 1, 2, 0));
  EXPECT_THAT(destinations("neighbor", torus({3, 2}), {.dimensions = {0}}),
              ElementsAre(1, 2, 0, 4, 5, 3));
  EXPECT_THAT(destinations("neighbor", torus({3}, 2), {.dimensions = {0}}),
              ElementsAre(2, 3, 4, 5, 0, 1));
}

TEST(Transpose, ExchangesXAndY) {
  EXPECT_THAT(destinations("transpose", torus({3, 3})), ElementsAre(0, 3, 6, 1, 4, 7, 2, 5, 8));
}

// q = 4 although the network is 8x2, or 4x2 with two nodes per router: only ids matter.
TEST(Transpose, ActsOnIds) {
  const auto expected = {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15};
  EXPECT_THAT(destinations("transpose", torus({8, 2})), ElementsAreArray(expected));
  EXPECT_THAT(destinations("transpose", torus({4, 2}, 2)), ElementsAreArray(expected));
}

TEST(Transpose, NeedsASquare) {
  EXPECT_EQ(
      error_of("transpose", torus({8, 4})),
      "traffic.pattern: transpose needs a square number of nodes; 8x4 has 32; allowed: 25 or 36 "
      "of them, or another pattern");
  EXPECT_EQ(
      error_of("transpose", pair_without_coordinates()),
      "traffic.pattern: transpose needs a square number of nodes; graph has 3; allowed: 1 or 4 "
      "of them, or another pattern");
}

// With two nodes per router 8 on 2x2 are no square: those of router 1 and 2 change places.
TEST(Transpose, ExchangesXAndYWhereIdsAreOfNoSquare) {
  EXPECT_THAT(destinations("transpose", torus({2, 2}, 2)), ElementsAre(0, 1, 4, 5, 2, 3, 6, 7));
}

// Node 1 = (1,0) to (2,1) = 5; 3 = (0,1) to (1,2) = 7; the other diagonal is fixed.
TEST(AntiTranspose, MirrorsASquareInItsOtherDiagonal) {
  EXPECT_THAT(destinations("anti_transpose", torus({3, 3})),
              ElementsAre(8, 5, 2, 7, 4, 1, 6, 3, 0));
  EXPECT_EQ(destinations("anti_transpose", torus({3, 3}, 2))[3], 11u);
  EXPECT_EQ(
      error_of("anti_transpose", torus({4, 2})),
      "traffic.pattern: anti_transpose needs two dimensions of equal radix; this network is 4x2; "
      "allowed: such ones, as 8x8, or another pattern");
}

// Node 1 = (1,0,0) to (0,0,1) = 9; node 3 = (0,1,0) to (1,0,0) = 1; 9 = (0,0,1) to (0,1,0) = 3;
// 5 = (2,1,0) to (1,0,2) = 19; with two nodes per router, node 2*5+1 to 2*19+1.
TEST(Rotate3d, RotatesTheAxes) {
  const auto cube = destinations("rotate_3d", torus({3, 3, 3}));
  EXPECT_EQ(cube[1], 9u);
  EXPECT_EQ(cube[3], 1u);
  EXPECT_EQ(cube[9], 3u);
  EXPECT_EQ(cube[5], 19u);
  EXPECT_EQ(cube[13], 13u);
  EXPECT_EQ(destinations("rotate_3d", torus({3, 3, 3}, 2))[11], 39u);
}

TEST(Rotate3d, NeedsACube) {
  EXPECT_EQ(
      error_of("rotate_3d", torus({4, 4})),
      "traffic.pattern: rotate_3d needs three dimensions of equal radix; this network is 4x4; "
      "allowed: such ones, as 4x4x4, or another pattern");
  EXPECT_EQ(
      error_of("rotate_3d", torus({4, 4, 2})),
      "traffic.pattern: rotate_3d needs three dimensions of equal radix; this network is 4x4x2; "
      "allowed: such ones, as 4x4x4, or another pattern");
}

TEST(BitComplement, CountsFromTheOtherEnd) {
  EXPECT_THAT(destinations("bit_complement", torus({3, 2})), ElementsAre(5, 4, 3, 2, 1, 0));
}

// n = 3: 1 = 001 to 100 = 4, 3 = 011 to 110 = 6.
TEST(BitReverse, ReversesTheIdBits) {
  EXPECT_THAT(destinations("bit_reverse", torus({4, 2})), ElementsAre(0, 4, 2, 6, 1, 5, 3, 7));
  EXPECT_THAT(destinations("bit_reverse", torus({2}, 4)), ElementsAre(0, 4, 2, 6, 1, 5, 3, 7));
}

// n = 3: 4 = 100 to 001, 5 = 101 to 011 = 3.
TEST(Shuffle, RotatesTheIdBitsLeft) {
  EXPECT_THAT(destinations("shuffle", torus({4, 2})), ElementsAre(0, 2, 4, 6, 1, 3, 5, 7));
}

// n = 3: 1 = 001 to 100 = 4, 3 = 011 to 110 = 6; 2 and 5 are fixed.
TEST(BitSwap, ExchangesTheFirstAndTheLastBit) {
  EXPECT_THAT(destinations("bit_swap", torus({4, 2})), ElementsAre(0, 4, 2, 6, 1, 5, 3, 7));
  EXPECT_EQ(destinations("bit_swap", torus({4, 4}))[0b1010], 0b0011u);
  EXPECT_THAT(destinations("bit_swap", torus({2})), ElementsAre(0, 1));
}

TEST(BitPatterns, NeedAPowerOfTwo) {
  for (const std::string name : {"bit_reverse", "shuffle", "bit_swap", "butterfly"}) {
    EXPECT_EQ(error_of(name, torus({6, 6})),
              "traffic.pattern: " + name +
                  " needs a power of two nodes; 6x6 has 36; allowed: 32 or 64 of "
                  "them, or another pattern");
  }
}

TEST(BitPatterns, LeaveASingleNodeAlone) {
  for (const std::string name : {"bit_reverse", "shuffle", "bit_swap", "butterfly"}) {
    EXPECT_THAT(destinations(name, torus({1})), ElementsAre(0)) << name;
  }
}

TEST(Butterfly, InvertsTheNextBitAfterEachMessage) {
  const auto pattern = make_pattern("butterfly", torus({4, 2}));
  RandomStream random(1, 0, RandomPurpose::kTest);
  std::vector<std::uint32_t> visited;
  for (std::uint64_t message = 0; message < 6; ++message) {
    visited.push_back(pattern->destination(NodeId{5}, message, random)->value);
  }
  EXPECT_THAT(visited, ElementsAre(4, 7, 1, 4, 7, 1));
}

TEST(Butterfly, MatrixIsTheAverageOverTheBits) {
  const auto pattern = make_pattern("butterfly", torus({4, 2}));
  std::vector<std::pair<std::uint32_t, double>> row;
  pattern->row(NodeId{5}, [&](NodeId node, double share) { row.emplace_back(node.value, share); });
  const std::vector<std::pair<std::uint32_t, double>> expected = {
      {1, 1.0 / 3}, {4, 1.0 / 3}, {7, 1.0 / 3}};
  EXPECT_EQ(row, expected);
}

TEST(RandomPermutation, IsDrawnFromItsSeedAlone) {
  const auto network = torus({8, 8});
  const auto first = destinations("random_permutation", network, {.seed = 3});
  EXPECT_EQ(first, destinations("random_permutation", network, {.seed = 3}));
  EXPECT_NE(first, destinations("random_permutation", network, {.seed = 4}));
}

// All 6 permutations of 3 nodes over 6,000 seeds: chi-square with 5 degrees of freedom, 1 % point
// 15.09.
TEST(RandomPermutation, DrawsAllPermutationsEquallyOften) {
  const auto network = torus({3});
  std::map<std::vector<std::uint32_t>, int> counts;
  for (std::uint64_t seed = 0; seed < 6000; ++seed) {
    ++counts[destinations("random_permutation", network, {.seed = seed})];
  }
  ASSERT_EQ(counts.size(), 6u);
  double chi_square = 0;
  for (const auto& [permutation, count] : counts) {
    chi_square += (count - 1000.0) * (count - 1000.0) / 1000.0;
  }
  EXPECT_LT(chi_square, 15.09);
}

TEST(Permutations, ReachEveryNodeOnce) {
  const std::vector<std::pair<std::string, Topology>> cases = {
      {"tornado", torus({5, 3}, 2)},      {"neighbor", torus({8, 4})},
      {"transpose", torus({6, 6})},       {"anti_transpose", torus({5, 5}, 3)},
      {"rotate_3d", torus({3, 3, 3}, 2)}, {"bit_complement", torus({5, 3})},
      {"bit_reverse", torus({8, 4})},     {"shuffle", torus({8, 4})},
      {"bit_swap", torus({4, 2}, 2)},     {"random_permutation", torus({7})},
  };
  for (const auto& [name, network] : cases) {
    const auto reached = destinations(name, network);
    const std::set<std::uint32_t> distinct(reached.begin(), reached.end());
    EXPECT_EQ(distinct.size(), network.node_count()) << name;
    EXPECT_LT(*distinct.rbegin(), network.node_count()) << name;
  }
}

// (1 - 0.4) / 4 = 0.15 for every node, plus 0.4 / 2 for the hot ones.
TEST(Hotspot, AddsTheShareToAUniformRest) {
  const auto pattern = make_pattern(
      "hotspot", torus({4}), {.hotspot_nodes = {NodeId{3}, NodeId{1}}, .hotspot_share = 0.4});
  std::vector<double> row;
  pattern->row(NodeId{0}, [&](NodeId node, double share) {
    EXPECT_EQ(node.index(), row.size());
    row.push_back(share);
  });
  EXPECT_THAT(row, testing::Pointwise(testing::DoubleNear(1e-15), {0.15, 0.35, 0.15, 0.35}));
}

// 0.6 / 4 = 0.15 for every node, plus 3/4 and 1/4 of 0.4 for nodes 3 and 1; samples match the row.
TEST(Hotspot, DividesTheShareByWeights) {
  const auto pattern = make_pattern(
      "hotspot", torus({4}),
      {.hotspot_nodes = {NodeId{3}, NodeId{1}}, .hotspot_weights = {3, 1}, .hotspot_share = 0.4});
  std::vector<double> row;
  pattern->row(NodeId{0}, [&](NodeId, double share) { row.push_back(share); });
  EXPECT_THAT(row, testing::Pointwise(testing::DoubleNear(1e-15), {0.15, 0.25, 0.15, 0.45}));
  RandomStream random(1, 0, RandomPurpose::kTest);
  constexpr int kDraws = 100'000;  // a standard deviation of at most 0.0016
  std::vector<int> drawn(4);
  for (int i = 0; i < kDraws; ++i) ++drawn[pattern->destination(NodeId{0}, 0, random)->index()];
  for (std::size_t n = 0; n < 4; ++n) EXPECT_NEAR(drawn[n] / double{kDraws}, row[n], 0.007);
}

TEST(Hotspot, NamesTheMistakeInItsOptions) {
  const auto network = torus({4});
  EXPECT_EQ(error_of("hotspot", network,
                     {.hotspot_nodes = {NodeId{1}, NodeId{2}}, .hotspot_weights = {3}}),
            "traffic.hotspot_weights: 1 weight of 2 hot nodes; allowed: one for each, in their "
            "order");
  EXPECT_EQ(error_of("hotspot", network, {.hotspot_share = 0.5}),
            "traffic.hotspot_nodes: hotspot needs at least one node id; allowed: 0 to 3");
  EXPECT_EQ(error_of("hotspot", network, {.hotspot_nodes = {NodeId{4}}, .hotspot_share = 0.5}),
            "traffic.hotspot_nodes: node 4 does not exist; allowed: 0 to 3");
  EXPECT_EQ(error_of("hotspot", network,
                     {.hotspot_nodes = {NodeId{1}, NodeId{2}, NodeId{1}}, .hotspot_share = 0.5}),
            "traffic.hotspot_nodes: node 1 is listed twice; allowed: once");
  EXPECT_EQ(error_of("hotspot", network, {.hotspot_nodes = {NodeId{1}}, .hotspot_share = 1.5}),
            "traffic.hotspot_share: 1.5 is no share; allowed: 0 to 1");
}

}  // namespace
}  // namespace orthant
