// Distances over legal moves: the matrices of the paper on up/down routing.
#include "routing/graph/legal_moves.hpp"

#include <gtest/gtest.h>

#include "tests/topology/temporary_file.hpp"
#include "topology/graph_files.hpp"

namespace orthant {
namespace {

// Figure 1 of Zakrevski et al. 2000, nodes numbered from 0.
Topology paper_example() {
  const TemporaryFile links("0 1\n0 2\n0 4\n0 6\n2 3\n2 7\n1 3\n1 4\n1 5\n3 8\n4 6\n4 7\n7 8\n");
  return make_graph("graph", read_graph(links.path(), GraphFormat::kEdges), {});
}

constexpr int kNo = -1;
using Matrix = int[9][9];

// As printed: length of the shortest path from row to column along which labels do not rise (E) or
// do not fall (F).
constexpr Matrix kE = {{0, 1, 1, kNo, kNo, kNo, kNo, kNo, kNo},
                       {1, 0, 2, kNo, kNo, kNo, kNo, kNo, kNo},
                       {1, 2, 0, kNo, kNo, kNo, kNo, kNo, kNo},
                       {2, 1, 1, 0, 3, kNo, 4, 2, 1},
                       {1, 2, 1, 3, 0, kNo, 1, 1, 2},
                       {2, 3, 1, kNo, kNo, 0, kNo, kNo, kNo},
                       {1, 2, 2, 4, 1, kNo, 0, 2, 3},
                       {2, 1, 2, 2, 1, kNo, 2, 0, 1},
                       {3, 2, 2, 1, 2, kNo, 3, 1, 0}};
constexpr Matrix kF = {
    {0, 1, 1, 2, 1, 2, 1, 2, 3},         {1, 0, 2, 1, 2, 3, 2, 1, 2},
    {1, 2, 0, 1, 1, 1, 2, 2, 2},         {kNo, kNo, kNo, 0, 3, kNo, 4, 2, 1},
    {kNo, kNo, kNo, 3, 0, kNo, 1, 1, 2}, {kNo, kNo, kNo, kNo, kNo, 0, kNo, kNo, kNo},
    {kNo, kNo, kNo, 4, 1, kNo, 0, 2, 3}, {kNo, kNo, kNo, 2, 1, kNo, 2, 0, 1},
    {kNo, kNo, kNo, 1, 2, kNo, 3, 1, 0}};

// The matrices exchange nodes 2 and 3 relative to the figure and the text; in them {1, 2, 3} share
// a label, {4, 5, 7, 8, 9} another, and 6 has a third.
TEST(LegalMoves, FindTheMatricesOfThePaper) {
  const std::vector<int> labels = {1, 1, 1, 2, 2, 3, 2, 2, 2};
  const std::vector<std::size_t> printed = {0, 2, 1, 3, 4, 5, 6, 7, 8};
  const Topology topology = paper_example();
  const auto expect = [&](const Matrix& matrix, bool rises) {
    const LegalMoves moves(topology, 1, [&](std::uint32_t, ChannelId c) {
      const Channel& channel = topology.channel(c);
      const int from = labels[channel.from.index()], to = labels[channel.to.index()];
      return (rises ? to >= from : to <= from) ? std::optional(LegalMoves::Step{.state = 0})
                                               : std::nullopt;
    });
    LegalMoves::Distances distances;
    for (std::size_t t = 0; t < 9; ++t) {
      moves.find_distances(RouterId{t}, {}, distances);
      for (std::size_t s = 0; s < 9; ++s) {
        const std::uint16_t hops = distances.hops[moves.start(RouterId{s})];
        EXPECT_EQ(hops == LegalMoves::kUnreachable ? kNo : hops, matrix[printed[s]][printed[t]])
            << s + 1 << " to " << t + 1;
      }
    }
  };
  expect(kE, false);
  expect(kF, true);
}

TEST(LegalMoves, AreSortedByRouterAndKeepToWhatIsKnown) {
  const Topology topology = paper_example();
  const LegalMoves moves(topology, 1, [](std::uint32_t, ChannelId) {
    return std::optional(LegalMoves::Step{.state = 0});
  });
  EXPECT_EQ(moves.state_count(), 9u);
  for (LegalMoves::State s = 0; s < 9; ++s) {
    EXPECT_TRUE(std::ranges::is_sorted(moves.moves(s), {}, &LegalMoves::Move::to));
  }
  std::vector<bool> known(topology.channel_count(), true);
  for (std::size_t c = 0; c < topology.channel_count(); ++c) {
    if (topology.channel(ChannelId{c}).to == RouterId{8u}) known[c] = false;
  }
  LegalMoves::Distances distances;
  moves.find_distances(RouterId{8u}, known, distances);
  EXPECT_EQ(distances.order, std::vector<LegalMoves::State>{8});
  moves.find_distances(RouterId{0u}, known, distances);
  EXPECT_EQ(distances.hops[8], 3);
}

}  // namespace
}  // namespace orthant
