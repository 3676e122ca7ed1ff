// Flows and paths of the routing models, compared with searches that use no symmetry.
#include "analysis/design/routing_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/design/path_orbit.hpp"
#include "analysis/loads/shortest_paths.hpp"
#include "base/error.hpp"
#include "solver/simplex.hpp"
#include "tests/analysis/design_networks.hpp"
#include "tests/analysis/designed_table.hpp"
#include "tests/analysis/reference_values.hpp"

namespace orthant {
namespace {

std::vector<Topology> grids() {
  std::vector<Topology> list;
  list.push_back(make_torus({.radices = {4, 4}}));
  list.push_back(make_torus({.radices = {3, 4}}));
  list.push_back(make_torus({.radices = {5}}));
  list.push_back(make_torus({.radices = {2, 3}}));
  list.push_back(make_mesh({.radices = {3, 3}}));
  list.push_back(make_mesh({.radices = {2, 4}}));
  list.push_back(make_torus({.radices = {3, 3, 2}}));
  list.push_back(make_hypercube({.radices = {2, 2, 2}}));
  return list;
}

std::vector<double> random_numbers(std::size_t count, std::uint64_t seed) {
  RandomStream random(seed, 0, RandomPurpose::kTest);
  std::vector<double> numbers(count);
  for (double& number : numbers) number = random.uniform();
  return numbers;
}

// A vertex of the model's polytope. Costs are positive, so its flows have no loops.
std::vector<double> random_vertex(const RoutingModel& model, std::uint64_t seed) {
  LinearProgram program;
  model.add_to(program);
  program.cost = random_numbers(program.columns(), seed);
  for (double& cost : program.cost) cost += 0.01;
  const LpSolution solution = solve_by_simplex(program);
  EXPECT_EQ(solution.status, LpStatus::kOptimal);
  return solution.x;
}

std::vector<double> flows(const Commodities& commodities, const RoutingModel& model,
                          const std::vector<double>& x) {
  std::vector<double> flow(commodities.hops().count());
  for (std::size_t orbit = 0; orbit < flow.size(); ++orbit) {
    for (const RoutingModel::Term& term : model.flow(orbit))
      flow[orbit] += term.coefficient * x[term.column];
  }
  return flow;
}

// The largest |paths' load - flow|, and the largest excess of paths over the flow, over all pairs
// of the network, listed or not.
struct Mismatch {
  double difference = 0, excess = 0;
};
Mismatch mismatch(const Commodities& commodities, const RoutingModel& model,
                  const std::vector<double>& x) {
  const Topology& topology = commodities.topology();
  const auto routing = table_routing(topology, model.paths(x), commodities.by_translation());
  const std::vector<double> flow = flows(commodities, model, x);
  PairEnumerator loads(topology, *routing->oblivious());
  Mismatch found;
  for (std::size_t s = 0; s < topology.router_count(); ++s) {
    for (std::size_t t = 0; t < topology.router_count(); ++t) {
      if (commodities.idle(commodities.pair(RouterId{s}, RouterId{t}))) continue;
      std::vector<double> of_channel(topology.channel_count());
      for (const ChannelShare& share : loads(RouterId{s}, RouterId{t}))
        of_channel[share.channel.index()] = share.load;
      for (std::size_t c = 0; c < of_channel.size(); ++c) {
        const std::size_t hop = commodities.hop(RouterId{s}, RouterId{t}, ChannelId{c});
        const double above = of_channel[c] - flow[commodities.hops().of[hop]];
        found.difference = std::max(found.difference, std::abs(above));
        found.excess = std::max(found.excess, above);
      }
    }
  }
  return found;
}

using PathKey = std::pair<std::size_t, std::vector<std::pair<std::uint32_t, std::uint16_t>>>;
PathKey key_of(std::size_t pair, const Path& path) {
  PathKey key{pair, {}};
  for (const Leg& leg : path) key.second.emplace_back(leg.port.value, leg.hops);
  return key;
}

// Probabilities sum to 1, no path repeats a channel, and all images of a path have equal
// probability.
void expect_symmetric_paths(const Commodities& commodities, const PairPaths& paths) {
  const Topology& topology = commodities.topology();
  std::map<PathKey, double> probability;
  for (std::size_t pair = 0; pair < paths.size(); ++pair) {
    double sum = 0;
    for (const WeightedPath& path : paths[pair]) {
      sum += path.probability;
      probability[key_of(pair, path.path)] += path.probability;
      std::set<ChannelId> used;
      const PathEnd end = for_each_hop(
          topology, commodities.source(pair), path.path,
          [&](ChannelId c, std::uint8_t) { EXPECT_TRUE(used.insert(c).second) << "repeated"; });
      EXPECT_EQ(end.router, commodities.destination(pair));
    }
    if (commodities.idle(pair)) {
      EXPECT_TRUE(paths[pair].empty());
    } else {
      EXPECT_NEAR(sum, 1, 1e-12);
    }
  }
  for (std::size_t pair = 0; pair < paths.size(); ++pair) {
    for (const WeightedPath& path : paths[pair]) {
      std::vector<ChannelId> channels;
      for_each_hop(topology, commodities.source(pair), path.path,
                   [&](ChannelId c, std::uint8_t) { channels.push_back(c); });
      for (std::size_t map = 0; map < commodities.map_count(); ++map) {
        std::vector<ChannelId> image;
        for (const ChannelId c : channels)
          image.push_back(commodities.image_of_channel(map, pair, c));
        if (commodities.is_reversal(map)) std::ranges::reverse(image);
        const PathKey key =
            key_of(commodities.image_of_pair(map, pair), path_of_channels(topology, image));
        EXPECT_NEAR(probability[key], probability[key_of(pair, path.path)], 1e-9);
      }
    }
  }
}

void expect_paths_that_carry_the_flows(const Topology& topology, const RoutingModel& model,
                                       const Commodities& commodities) {
  SCOPED_TRACE(topology.kind() + ' ' + topology.dimensions());
  std::vector<double> mean;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const std::vector<double> x = random_vertex(model, seed);
    mean.resize(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) mean[i] += x[i] / 3;
    EXPECT_LT(mismatch(commodities, model, x).difference, 1e-8);
    expect_symmetric_paths(commodities, model.paths(x));
  }
  // Averaged flows of several vertices may have loops, which paths omit.
  EXPECT_LT(mismatch(commodities, model, mean).excess, 1e-8);
  expect_symmetric_paths(commodities, model.paths(mean));
}

TEST(FlowModel, DecomposesIntoPathsThatCarryTheFlows) {
  for (const Topology& topology : grids()) {
    for (const SymmetryUse use :
         {SymmetryUse::kFull, SymmetryUse::kTranslations, SymmetryUse::kNone}) {
      const Commodities commodities(topology, use);
      for (const bool minimal : {false, true})
        expect_paths_that_carry_the_flows(topology, *make_flow_model(commodities, minimal),
                                          commodities);
    }
  }
}

TEST(FlowModel, DecomposesFlowsOfPartlySymmetricMatrices) {
  const Topology torus = make_torus({.radices = {4, 4}});
  for (const char* pattern : {"tornado", "transpose", "bit_complement"}) {
    const std::vector<double> matrix = matrix_of(torus, pattern);
    const Commodities commodities(torus, SymmetryUse::kFull, matrix);
    expect_paths_that_carry_the_flows(torus, *make_flow_model(commodities, false), commodities);
  }
}

TEST(FlowModel, TakesShortestPathsAloneWhereMinimal) {
  for (const Topology& topology : grids()) {
    const Commodities commodities(topology, SymmetryUse::kFull);
    const auto model = make_flow_model(commodities, true);
    const PairPaths paths = model->paths(random_vertex(*model, 4));
    for (std::size_t pair = 0; pair < paths.size(); ++pair) {
      for (const WeightedPath& path : paths[pair]) {
        std::size_t hops = 0;
        for (const Leg& leg : path.path) hops += leg.hops;
        EXPECT_EQ(hops, topology.grid()->distance(commodities.source(pair),
                                                  commodities.destination(pair)));
      }
    }
  }
}

// From (0,0) to (1,1) half of the flow takes each corner: the x-first path is extracted first.
TEST(FlowDecomposition, TakesPathsInDimensionOrderFirst) {
  const Topology mesh = make_mesh({.radices = {2, 2}});
  const Commodities commodities(mesh, SymmetryUse::kNone);
  std::vector<double> flow(mesh.channel_count());
  const auto send = [&](std::size_t r, PortId port) {
    flow[mesh.channel_from(RouterId{r}, port)->index()] = 0.5;
  };
  send(0, Grid::plus_port(0));
  send(1, Grid::plus_port(1));
  send(0, Grid::plus_port(1));
  send(2, Grid::plus_port(0));
  PairPaths paths(16);
  FlowDecomposition decompose(commodities);
  decompose(3, flow, paths);
  ASSERT_EQ(paths[3].size(), 2u);
  EXPECT_EQ(paths[3][0].path, (Path{{Grid::plus_port(0), 1}, {Grid::plus_port(1), 1}}));
  EXPECT_EQ(paths[3][1].path, (Path{{Grid::plus_port(1), 1}, {Grid::plus_port(0), 1}}));
  EXPECT_EQ(paths[3][0].probability, 0.5);
  flow[mesh.channel_from(RouterId{2}, Grid::plus_port(0))->index()] = 0;
  EXPECT_THROW(decompose(3, flow, paths), InexactFlow);
}

// ---- listed paths -------------------------------------------------------------------------------

// Enumerates all paths hop by hop: no router twice, no reversal in a dimension, at most the given
// number of changes of dimension and hops.
class SearchByForce {
 public:
  SearchByForce(const Topology& topology, const PathLimits& limits)
      : topology_(topology), limits_(limits) {}

  std::vector<std::vector<ChannelId>> operator()(RouterId s, RouterId t) {
    found_.clear();
    target_ = t;
    longest_ = limits_.max_length.value_or(topology_.router_count());
    if (limits_.minimal)
      longest_ = std::min<std::size_t>(longest_, shortest_paths(topology_, s).hops[t.index()]);
    visited_ = {s};
    walk(s, 0);
    return found_;
  }

 private:
  void walk(RouterId here, std::size_t turns) {
    if (here == target_) {
      found_.push_back(channels_);
      return;
    }
    if (channels_.size() == longest_) return;
    for (std::size_t port = 0; port < topology_.channel_port_count(here); ++port) {
      const auto c = topology_.channel_from(here, PortId{port});
      if (!c) continue;
      const RouterId next = topology_.channel(*c).to;
      if (std::ranges::find(visited_, next) != visited_.end()) continue;
      bool turn = false;
      if (!channels_.empty()) {
        const PortId before = topology_.channel(channels_.back()).from_port;
        turn = Grid::dimension_of(before) != Grid::dimension_of(PortId{port});
        if (!turn && before != PortId{port}) continue;
      }
      if (limits_.turns && turns + (turn ? 1 : 0) > *limits_.turns) continue;
      visited_.push_back(next);
      channels_.push_back(*c);
      walk(next, turns + (turn ? 1 : 0));
      channels_.pop_back();
      visited_.pop_back();
    }
  }

  const Topology& topology_;
  PathLimits limits_;
  RouterId target_;
  std::size_t longest_ = 0;
  std::vector<RouterId> visited_;
  std::vector<ChannelId> channels_;
  std::vector<std::vector<ChannelId>> found_;
};

PathLimits most_turns(std::size_t turns) {
  return {.turns = turns, .max_length = {}, .minimal = false};
}

// All paths of a model: each orbit has weight 1.
PairPaths all_paths(const RoutingModel& model) {
  LinearProgram program;
  model.add_to(program);
  return model.paths(std::vector<double>(program.columns(), 1.0));
}

std::vector<PathLimits> limits() {
  return {{.turns = 0, .max_length = 4, .minimal = false},
          most_turns(1),
          most_turns(2),
          most_turns(3),
          {.turns = 2, .max_length = 4, .minimal = false},
          {.turns = 2, .max_length = {}, .minimal = true},
          {.turns = {}, .max_length = 5, .minimal = false},
          {.turns = {}, .max_length = 5, .minimal = true}};
}

// Returns false if the limits leave some pair without a path.
bool all_pairs_have_paths(const Topology& topology, const PathLimits& limits) {
  SearchByForce search(topology, limits);
  for (std::size_t t = 0; t < topology.router_count(); ++t) {
    for (std::size_t s = 0; s < topology.router_count(); ++s)
      if (s != t && search(RouterId{s}, RouterId{t}).empty()) return false;
  }
  return true;
}

TEST(PathModel, ListsThePathsThatASearchFinds) {
  std::size_t refused = 0;
  for (const Topology& topology : grids()) {
    for (const PathLimits& limit : limits()) {
      SCOPED_TRACE(topology.kind() + ' ' + topology.dimensions() + ' ' +
                   std::to_string(limit.turns.value_or(99)));
      const Commodities commodities(topology, SymmetryUse::kFull);
      if (!all_pairs_have_paths(topology, limit)) {
        EXPECT_THROW(make_path_model(commodities, limit), NoPath);
        ++refused;
        continue;
      }
      const PairPaths paths = all_paths(*make_path_model(commodities, limit));
      SearchByForce search(topology, limit);
      for (std::size_t pair = 0; pair < paths.size(); ++pair) {
        if (commodities.idle(pair)) continue;
        std::set<PathKey> expected, found;
        for (const auto& channels : search(commodities.source(pair), commodities.destination(pair)))
          expected.insert(key_of(pair, path_of_channels(topology, channels)));
        for (const WeightedPath& path : paths[pair])
          EXPECT_TRUE(found.insert(key_of(pair, path.path)).second);
        EXPECT_EQ(found, expected) << "pair " << pair;
      }
    }
  }
  EXPECT_GT(refused, 0u);
}

TEST(PathModel, CarriesTheFlowsOfItsPaths) {
  for (const Topology& topology : grids()) {
    for (const SymmetryUse use : {SymmetryUse::kFull, SymmetryUse::kTranslations}) {
      const Commodities commodities(topology, use);
      const std::size_t turns = 2 * topology.grid()->dimensions() - 2;
      const auto model = make_path_model(commodities, most_turns(turns));
      for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        const std::vector<double> x = random_vertex(*model, seed);
        EXPECT_LT(mismatch(commodities, *model, x).difference, 1e-9);
        expect_symmetric_paths(commodities, model->paths(x));
      }
      std::vector<double> all(random_vertex(*model, 1).size(), 1);
      expect_symmetric_paths(commodities, model->paths(all));
    }
  }
}

// Path classes of the 8-ary 2-cube: 7 lengths of a straight path; with one turn the 28 unordered
// pairs of lengths, since reversal and the exchange of dimensions together swap the runs; with two
// turns 7 middle runs times 28 pairs of outer ones, in equal or opposite directions: 392. The
// reference counts paths with turns.
TEST(PathModel, HasTheReferencesNumberOfPathClasses) {
  for (const ReferenceRow& row : reference_rows("paths_reduced", "2TURN")) {
    const Topology torus = make_torus({.radices = std::vector<std::uint32_t>(row.n, row.k)});
    const Commodities commodities(torus, SymmetryUse::kFull);
    LinearProgram program;
    make_path_model(commodities, most_turns(2))->add_to(program);
    EXPECT_EQ(program.columns(), 7u + 28 + 392);
    EXPECT_EQ(row.value, 28 + 392);
  }
}

std::string error_of(const Topology& topology, const PathLimits& limits) {
  const Commodities commodities(topology, SymmetryUse::kFull);
  try {
    make_path_model(commodities, limits);
  } catch (const KeyError& error) {
    return error.key() + ": " + error.what();
  }
  return "accepted";
}

TEST(PathModel, ReportsWhichPairHasNoPath) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const Commodities commodities(torus, SymmetryUse::kFull);
  const auto expect_no_path_to = [&](const PathLimits& limits, std::size_t t) {
    try {
      make_path_model(commodities, limits);
      ADD_FAILURE() << "there are paths";
    } catch (const NoPath& none) {
      EXPECT_EQ(none.s, RouterId{0});
      EXPECT_EQ(none.t, RouterId{t});
    }
  };
  expect_no_path_to(most_turns(0), 5);
  expect_no_path_to({.turns = 2, .max_length = 3, .minimal = false}, 10);
  EXPECT_EQ(error_of(lopsided_graph(), most_turns(2)),
            "design.paths: paths by their turns need a network with coordinates");
}

TEST(PathModel, IsNotBuiltWhereItIsTooLargeOrStopped) {
  EXPECT_EQ(error_of(make_torus({.radices = {64, 64}}), most_turns(2)),
            "design.turns: the paths within the limits have more than 60000000 hops together; "
            "allowed: fewer");
  const Topology torus = make_torus({.radices = {4, 4}});
  const Commodities commodities(torus, SymmetryUse::kFull);
  int polls = 0;
  const auto stop = [&] { return ++polls == 20; };
  EXPECT_THROW(make_path_model(commodities, most_turns(2), stop), ModelBuildStopped);
}

// ---- prices -------------------------------------------------------------------------------------

// Bellman-Ford over all channels, or over those of shortest paths.
double cheapest_by_force(const Topology& topology, RouterId s, RouterId t, bool minimal,
                         const std::vector<double>& price) {
  const ShortestPaths from = shortest_paths(topology, s), to = shortest_paths(topology, t);
  std::vector<double> best(topology.router_count(), kUnlimited);
  best[s.index()] = 0;
  for (std::size_t round = 0; round < topology.router_count(); ++round) {
    for (std::size_t c = 0; c < price.size(); ++c) {
      const Channel& channel = topology.channel(ChannelId{c});
      if (minimal &&
          from.hops[channel.from.index()] + 1 + to.hops[channel.to.index()] != from.hops[t.index()])
        continue;
      double& there = best[channel.to.index()];
      there = std::min(there, best[channel.from.index()] + price[c]);
    }
  }
  return best[t.index()];
}

std::vector<double> of_channels(const Commodities& commodities, std::size_t pair,
                                const std::vector<double>& of_orbits) {
  std::vector<double> price;
  for (std::size_t c = 0; c < commodities.topology().channel_count(); ++c)
    price.push_back(of_orbits[commodities.hops().of[commodities.hop(pair, ChannelId{c})]]);
  return price;
}

TEST(RoutingModels, FindTheCheapestPathOfEveryPair) {
  for (const Topology& topology : grids()) {
    for (const SymmetryUse use : {SymmetryUse::kFull, SymmetryUse::kNone}) {
      const Commodities commodities(topology, use);
      const PathLimits turns = most_turns(2 * topology.grid()->dimensions() - 2);
      const auto any = make_flow_model(commodities, false);
      const auto minimal = make_flow_model(commodities, true);
      const auto few_turns = make_path_model(commodities, turns);
      SearchByForce search(topology, turns);
      const std::vector<double> price = random_numbers(commodities.hops().count(), 7);
      for (std::size_t orbit = 0; orbit < commodities.pairs().count(); ++orbit) {
        const std::size_t pair = commodities.pairs().first[orbit];
        if (commodities.idle(pair)) continue;
        const RouterId s = commodities.source(pair), t = commodities.destination(pair);
        const std::vector<double> of_channel = of_channels(commodities, pair, price);
        EXPECT_NEAR(any->cheapest(orbit, price),
                    cheapest_by_force(topology, s, t, false, of_channel), 1e-12);
        EXPECT_NEAR(minimal->cheapest(orbit, price),
                    cheapest_by_force(topology, s, t, true, of_channel), 1e-12);
        double least = kUnlimited;
        for (const auto& channels : search(s, t)) {
          double sum = 0;
          for (const ChannelId c : channels) sum += of_channel[c.index()];
          least = std::min(least, sum);
        }
        EXPECT_NEAR(few_turns->cheapest(orbit, price), least, 1e-12);
      }
    }
  }
}

}  // namespace
}  // namespace orthant
