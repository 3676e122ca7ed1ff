// The survey of all pairs, compared with the separate walks.
#include "analysis/loads/pair_survey.hpp"

#include <gtest/gtest.h>

#include "tests/analysis/traffic_of.hpp"
#include "tests/analysis/two_phases.hpp"
#include "topology/random_graph.hpp"

namespace orthant {
namespace {

std::vector<RouterTraffic> some_traffics(const Topology& topology) {
  return {router_traffic(topology, traffic_of(topology, "uniform")),
          router_traffic(topology, traffic_of(topology, "random_permutation", {.seed = 5}))};
}

void expect_what_walks_find(const PairLoads& loads, const PairSurvey& survey) {
  const PathLength lengths = path_length(loads);
  EXPECT_NEAR(survey.lengths.mean, lengths.mean, 1e-12);
  EXPECT_NEAR(survey.lengths.minimal_mean, lengths.minimal_mean, 1e-12);
  EXPECT_EQ(survey.lengths.longest, lengths.longest);
  EXPECT_EQ(survey.lengths.stretch, lengths.stretch);
  const std::vector<RouterTraffic> traffics = some_traffics(loads.topology());
  ASSERT_EQ(survey.channel_loads.size(), traffics.size());
  for (std::size_t i = 0; i < traffics.size(); ++i) {
    const std::vector<double> expected = loads.channel_loads(traffics[i]);
    ASSERT_EQ(survey.channel_loads[i].size(), expected.size());
    for (std::size_t c = 0; c < expected.size(); ++c)
      EXPECT_NEAR(survey.channel_loads[i][c], expected[c], 1e-9) << c;
  }
}

void expect_same_bits(const PairSurvey& a, const PairSurvey& b) {
  EXPECT_EQ(a.lengths.mean, b.lengths.mean);
  EXPECT_EQ(a.lengths.minimal_mean, b.lengths.minimal_mean);
  EXPECT_EQ(a.lengths.longest, b.lengths.longest);
  EXPECT_EQ(a.lengths.stretch, b.lengths.stretch);
  EXPECT_EQ(a.channel_loads, b.channel_loads);
}

// A line of three: uniform traffic sends 1/3 flit to each; the pairs 0-1 and 0-2 use the first
// channel to the right. Of nine pairs four are one hop apart and two are two.
TEST(PairSurvey, OfALineIsCountedByHand) {
  const Topology line = make_mesh({.radices = {3}});
  const auto dor = find_routing("dor")->make(line, {});
  const PairLoads loads(line, *dor->oblivious(), false);
  const std::vector<RouterTraffic> traffics = {router_traffic(line, traffic_of(line, "uniform"))};
  const PairSurvey survey = survey_pairs(loads, traffics);
  EXPECT_NEAR(survey.lengths.mean, 8.0 / 9, 1e-15);
  EXPECT_EQ(survey.lengths.longest, 2);
  EXPECT_EQ(survey.lengths.stretch, 1);
  const std::size_t first = line.channel_from(RouterId{0}, Grid::plus_port(0))->index();
  EXPECT_NEAR(survey.channel_loads[0][first], 2.0 / 3, 1e-15);
}

TEST(PairSurvey, FindsWhatSingleWalksFind) {
  const Topology torus = make_torus({.radices = {4, 3}});
  const TwoPhases routing = valiant(torus);
  for (const bool translations : {true, false}) {
    const PairLoads loads(torus, routing, translations);
    expect_what_walks_find(loads, survey_pairs(loads, some_traffics(torus), 2));
  }
}

// 7 routers more than whole blocks; not a power of two, so that sums are rounded.
TEST(PairSurvey, DoesNotDependOnThreads) {
  const Topology graph =
      make_graph("random", random_graph({.routers = 327, .degree = 5, .seed = 4}), {});
  const auto up_down = find_routing("up_down")->make(graph, {});
  const PairLoads loads(graph, *up_down->oblivious(), false);
  const std::vector<RouterTraffic> traffics = some_traffics(graph);
  const PairSurvey one = survey_pairs(loads, traffics, 1);
  expect_what_walks_find(loads, one);
  for (const std::size_t threads : {2, 3}) {
    SCOPED_TRACE(threads);
    expect_same_bits(survey_pairs(loads, traffics, threads), one);
  }
}

TEST(RouterTraffic, KeepsEqualRowsOnce) {
  RouterTraffic traffic;
  const std::vector<Demand> row = {{RouterId{0}, 0.5}, {RouterId{2}, 0.5}};
  traffic.add_row(row);
  traffic.add_row(row);
  traffic.add_row({{RouterId{1}, 1.0}});
  traffic.add_row(row);
  ASSERT_EQ(traffic.size(), 4u);
  EXPECT_EQ(traffic[0].data(), traffic[1].data());
  for (const std::size_t s : {0, 1, 3})
    EXPECT_EQ(std::vector(traffic[s].begin(), traffic[s].end()), row);
  ASSERT_EQ(traffic[2].size(), 1u);
  EXPECT_EQ(traffic[2][0].destination, RouterId{1});
}

}  // namespace
}  // namespace orthant
