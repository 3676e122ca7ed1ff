// Order of the candidates of mp and z2, written by hand: "+0" is an adaptive hop in the plus
// direction of dimension 0; the escape comes last.
#include <gtest/gtest.h>

#include "tests/routing/collected_paths.hpp"

namespace orthant {
namespace {

std::string candidates(const char* name, const Topology& topology, std::vector<std::uint32_t> here,
                       std::vector<std::uint32_t> target) {
  const auto routing = build(name, topology);
  const Grid& grid = *topology.grid();
  CandidateList list;
  routing->adaptive()->all_candidates(grid.router_at(here),
                                  {.destination = grid.router_at(target), .via = {}}, list);
  std::string text;
  for (const Candidate& candidate : list) {
    if (candidate.escape) text += " escape ";
    text += Grid::is_plus(candidate.port) ? '+' : '-';
    text += std::to_string(Grid::dimension_of(candidate.port));
  }
  return text;
}

TEST(Z2, GoesTowardsTheDiagonal) {
  const Topology mesh = make_mesh({.radices = {8, 8}});
  EXPECT_EQ(candidates("z2", mesh, {1, 1}, {3, 6}), "+1+0 escape +0");
  EXPECT_EQ(candidates("z2", mesh, {5, 1}, {1, 3}), "-0+1 escape -0");
  EXPECT_EQ(candidates("z2", mesh, {1, 1}, {4, 4}),
            "+0+1 escape +0");  // on the diagonal: the lower dimension
}

TEST(Z2, MindsNoTies) {
  const Topology torus = make_torus({.radices = {8, 8}});
  EXPECT_EQ(candidates("z2", torus, {0, 0}, {4, 3}), "+0-0+1 escape +0");
}

// In column k/2 of an 8x8 torus the order changes at row 2: from row 3 on, y comes first.
TEST(Mp, TurnsOnATorus) {
  const Topology torus = make_torus({.radices = {8, 8}});
  EXPECT_EQ(candidates("mp", torus, {0, 0}, {4, 1}), "+0-0+1 escape +0");
  EXPECT_EQ(candidates("mp", torus, {0, 0}, {4, 2}),
            "+0-0+1 escape +0");  // equal numbers of paths: more hops first
  EXPECT_EQ(candidates("mp", torus, {0, 0}, {4, 3}), "+1+0-0 escape +0");
  EXPECT_EQ(candidates("mp", torus, {0, 0}, {5, 4}), "-0+1-1 escape -0");
  EXPECT_EQ(candidates("mp", torus, {0, 0}, {4, 4}), "+0-0+1-1 escape +0");
  EXPECT_EQ(candidates("mp", torus, {0, 0}, {3, 2}), "+0+1 escape +0");
}

TEST(Mp, IsZ2OnMeshesAndHypercubes) {
  for (const Topology& topology :
       {make_mesh({.radices = {5, 4, 3}}), make_hypercube({.radices = {2, 2, 2, 2}})}) {
    const auto mp = build("mp", topology), z2 = build("z2", topology);
    for (std::size_t s = 0; s < topology.router_count(); ++s) {
      for (std::size_t t = 0; t < topology.router_count(); ++t) {
        if (s == t) continue;
        CandidateList ours, theirs;
        mp->adaptive()->all_candidates(RouterId{s}, {.destination = RouterId{t}, .via = {}}, ours);
        z2->adaptive()->all_candidates(RouterId{s}, {.destination = RouterId{t}, .via = {}}, theirs);
        ASSERT_TRUE(std::ranges::equal(ours, theirs, {}, &Candidate::port, &Candidate::port));
      }
    }
  }
}

}  // namespace
}  // namespace orthant
