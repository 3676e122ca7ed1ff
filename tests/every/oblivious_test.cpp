// Invariants of every oblivious routing in the registry, on small networks of all kinds.
#include <gtest/gtest.h>

#include <boost/math/distributions/chi_squared.hpp>
#include <map>

#include "tests/every/networks.hpp"

namespace orthant {
namespace {

class EveryObliviousRouting : public testing::TestWithParam<RoutingCase> {
 protected:
  Topology topology_ = GetParam().topology();
  std::vector<BuiltRouting> built_ = build_all(GetParam(), topology_);
};

constexpr std::size_t kPaths = 100'000;  // enough for all pairs of the smaller networks

using Distribution = std::map<std::vector<std::array<std::size_t, 3>>, double>;

Distribution::key_type key(const Path& path) {
  Distribution::key_type result;
  for (const Leg& leg : path) result.push_back({leg.port.index(), leg.hops, leg.vc_class});
  return result;
}

Distribution distribution(const ObliviousRouting& routing, RouterId s, RouterId t) {
  Distribution paths;
  routing.enumerate(s, t, [&](const Path& path, double p) { paths[key(path)] += p; });
  return paths;
}

// The last router of the path; nullopt if it uses a port that does not exist.
std::optional<RouterId> end_of(const Topology& topology, RouterId here, const Path& path) {
  for (const Leg& leg : path) {
    for (std::size_t i = 0; i < leg.hops; ++i) {
      const auto channel = topology.channel_from(here, leg.port);
      if (!channel) return std::nullopt;
      here = topology.channel(*channel).to;
    }
  }
  return here;
}

TEST_P(EveryObliviousRouting, ArrivesByPathsThatKeepItsPromises) {
  for (const auto& [options, routing] : built_) {
    const RoutingTraits& traits = routing->traits();
    // Ways round missing channels are not minimal.
    const bool goes_round = GetParam().routing->name == "dor" ||
                            GetParam().routing->name == "wild_first" ||
                            GetParam().routing->name == "torus_2qos";
    if (!GetParam().network.faults.any() || !goes_round) {
      ASSERT_EQ(traits.minimal, GetParam().routing->minimal);
    }
    ASSERT_LE(traits.vc_classes.size(), kMaxVcClasses);
    for (const auto& [s, t] : spread_pairs(topology_, *routing->oblivious(), kPaths)) {
      const std::size_t distance = distances_to(topology_, t)[s.index()];
      double sum = 0;
      routing->oblivious()->enumerate(
          s, t, [&, &routing = routing, s = s, t = t](const Path& path, double p) {
            sum += p;
            ASSERT_GT(p, 0);
            ASSERT_EQ(end_of(topology_, s, path), t);
            ASSERT_LE(path.size(), routing->oblivious()->max_legs());
            std::size_t hops = 0;
            for (const Leg& leg : path) {
              ASSERT_GE(leg.hops, 1);
              ASSERT_LT(leg.vc_class, traits.vc_classes.size());
              hops += leg.hops;
            }
            if (traits.minimal) {
              ASSERT_EQ(hops, distance);
            }
          });
      ASSERT_NEAR(sum, 1, 1e-12);
    }
  }
}

TEST_P(EveryObliviousRouting, SamplesOnlyPathsThatItEnumerates) {
  RandomStream random(11, 0, RandomPurpose::kTest);
  Path path;
  for (const auto& [options, routing] : built_) {
    for (const auto& [s, t] : spread_pairs(topology_, *routing->oblivious(), kPaths / 5)) {
      const Distribution paths = distribution(*routing->oblivious(), s, t);
      for (int i = 0; i < 3; ++i) {
        routing->oblivious()->sample(s, t, random, path);
        ASSERT_TRUE(paths.contains(key(path))) << s.value << " to " << t.value;
      }
    }
  }
}

// Pearson's statistic for the pair of routers with the most paths, against its 1 % point divided by
// the number of cases (Bonferroni): among a hundred cases one would otherwise fail by chance.
TEST_P(EveryObliviousRouting, SamplesPathsWithTheEnumeratedProbabilities) {
  constexpr int kSamples = 100'000;
  const ObliviousRouting& routing = *built_.front().routing->oblivious();
  RouterId s, t;
  Distribution most;
  for (const auto& [from, to] : spread_pairs(topology_, routing, kPaths / 5)) {
    Distribution paths = distribution(routing, from, to);
    if (paths.size() <= most.size()) continue;
    most = std::move(paths);
    s = from;
    t = to;
  }
  RandomStream random(1, 0, RandomPurpose::kTest);
  std::map<Distribution::key_type, int> counts;
  Path path;
  for (int i = 0; i < kSamples; ++i) {
    routing.sample(s, t, random, path);
    ++counts[key(path)];
  }
  for (const auto& [name, count] : counts) ASSERT_TRUE(most.contains(name));
  // Rare paths share a cell, which has at least 5 expected samples.
  double statistic = 0, expected = 0, probability_left = 1;
  int seen = 0, cells = 0;
  for (const auto& [name, probability] : most) {
    expected += kSamples * probability;
    probability_left -= probability;
    seen += counts[name];
    if (expected < 5 || kSamples * probability_left < 5) continue;
    statistic += (seen - expected) * (seen - expected) / expected;
    expected = seen = 0;
    ++cells;
  }
  statistic += (seen - expected) * (seen - expected) / expected;
  if (cells == 0) return;
  const boost::math::chi_squared law(cells);
  static const double level = 0.01 / static_cast<double>(all_cases(false).size());
  EXPECT_LT(statistic, quantile(complement(law, level)));
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryObliviousRouting, testing::ValuesIn(all_cases(false)),
                         case_name);

TEST(EveryRouting, RunsOnSeveralOfTheNetworks) {
  for (const RoutingDescription& description : routing_registry()) {
    const auto cases = all_cases();
    EXPECT_GE(std::ranges::count(cases, &description, &RoutingCase::routing), 5)
        << description.name;
  }
}

}  // namespace
}  // namespace orthant
