// What must hold for every oblivious routing in the registry, on small networks of all kinds.
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

// Where the path ends; nullopt where it uses a port that does not exist.
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
    ASSERT_EQ(traits.minimal, GetParam().routing->minimal);
    ASSERT_LE(traits.vc_classes.size(), kMaxVcClasses);
    for (std::size_t t = 0; t < topology_.router_count(); ++t) {
      const auto distance = distances_to(topology_, RouterId{t});
      for (std::size_t s = 0; s < topology_.router_count(); ++s) {
        double sum = 0;
        routing->oblivious()->enumerate(RouterId{s}, RouterId{t}, [&](const Path& path, double p) {
          sum += p;
          ASSERT_GT(p, 0);
          ASSERT_EQ(end_of(topology_, RouterId{s}, path), RouterId{t});
          ASSERT_LE(path.size(), routing->oblivious()->max_legs());
          std::size_t hops = 0;
          for (const Leg& leg : path) {
            ASSERT_GE(leg.hops, 1);
            ASSERT_LT(leg.vc_class, traits.vc_classes.size());
            hops += leg.hops;
          }
          if (traits.minimal) {
            ASSERT_EQ(hops, distance[s]);
          }
        });
        ASSERT_NEAR(sum, 1, 1e-12);
      }
    }
  }
}

TEST_P(EveryObliviousRouting, SamplesOnlyPathsThatItEnumerates) {
  RandomStream random(11, 0, RandomPurpose::kTest);
  Path path;
  for (const auto& [options, routing] : built_) {
    for (std::size_t s = 0; s < topology_.router_count(); ++s) {
      for (std::size_t t = 0; t < topology_.router_count(); ++t) {
        const Distribution paths = distribution(*routing->oblivious(), RouterId{s}, RouterId{t});
        for (int i = 0; i < 3; ++i) {
          routing->oblivious()->sample(RouterId{s}, RouterId{t}, random, path);
          ASSERT_TRUE(paths.contains(key(path))) << s << " to " << t;
        }
      }
    }
  }
}

// Pearson's statistic against its 1 % point, for the pair of routers with the most paths.
TEST_P(EveryObliviousRouting, SamplesPathsWithTheEnumeratedProbabilities) {
  constexpr int kSamples = 100'000;
  const ObliviousRouting& routing = *built_.front().routing->oblivious();
  RouterId s, t;
  Distribution most;
  for (std::size_t i = 0; i < topology_.router_count(); ++i) {
    for (std::size_t j = 0; j < topology_.router_count(); ++j) {
      Distribution paths = distribution(routing, RouterId{i}, RouterId{j});
      if (paths.size() <= most.size()) continue;
      most = std::move(paths);
      s = RouterId{i};
      t = RouterId{j};
    }
  }
  RandomStream random(1, 0, RandomPurpose::kTest);
  std::map<Distribution::key_type, int> counts;
  Path path;
  for (int i = 0; i < kSamples; ++i) {
    routing.sample(s, t, random, path);
    ++counts[key(path)];
  }
  double statistic = 0;
  for (const auto& [name, probability] : most) {
    const double expected = kSamples * probability;
    ASSERT_GE(expected, 5);
    statistic += (counts[name] - expected) * (counts[name] - expected) / expected;
  }
  ASSERT_EQ(counts.size(), most.size());
  if (most.size() == 1) return;
  const boost::math::chi_squared law(static_cast<double>(most.size() - 1));
  EXPECT_LT(statistic, quantile(complement(law, 0.01)));
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
