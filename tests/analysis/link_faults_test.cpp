// Single messages on networks with failed links.
#include "analysis/policy/link_faults.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <stdexcept>

namespace orthant {
namespace {

std::vector<OrderedPolicy> all_policies(const Offsets& offsets, double p) {
  std::vector<OrderedPolicy> policies;
  for (const Policy policy : {Policy::kOptimal, Policy::kMp, Policy::kZ2, Policy::kDorRetry,
                              Policy::kDorStrict, Policy::kRandom})
    policies.push_back({policy, orders_at(policy, offsets, p)});
  return policies;
}

constexpr auto kNoNews = [] {};

ChannelId link(const Topology& topology, std::uint32_t from, std::uint32_t to) {
  for (std::size_t c = 0; c < topology.channel_count(); ++c) {
    const Channel& channel = topology.channel(ChannelId{c});
    if (channel.from == RouterId{from} && channel.to == RouterId{to}) return ChannelId{c};
  }
  ADD_FAILURE() << "no link";
  return ChannelId{0u};
}

// Messages between all pairs after one link has failed.
FaultStudy study_without(const Topology& topology, std::uint32_t from, std::uint32_t to) {
  const Offsets offsets(*topology.grid());
  HealthyLinks links(topology);
  links.fail(topology, link(topology, from, to));
  return study_faults(topology, offsets, all_policies(offsets, 0.9), links, 1, 1, kNoNews);
}

// Monte Carlo, compared with exact probabilities: 6 policies, 24 offsets, 2 p. None of these points
// may deviate by 4.5 standard errors, and 93 % are within 2.
TEST(SampledFaults, AgreeWithTheExactProbabilities) {
  const Topology torus = make_torus({.radices = {8, 8}});
  const Offsets offsets(*torus.grid());
  constexpr std::uint32_t kTrials = 20'000;
  std::size_t points = 0, near = 0;
  for (const double p : {0.6, 0.9}) {
    const std::vector<OrderedPolicy> policies = all_policies(offsets, p);
    const FaultStudy study = sample_faults(torus, offsets, policies, p, kTrials, 5, 2, kNoNews);
    for (std::size_t i = 0; i < policies.size(); ++i) {
      const std::vector<double> exact = delivery(policies[i].policy, offsets, p);
      for (std::size_t x = 1; x < offsets.size(); ++x) {
        ASSERT_EQ(study.policies[i].messages[x], kTrials);
        const double expected = exact[x] * kTrials;
        const double error = std::sqrt(expected * (1 - exact[x]));
        const double off = std::abs(static_cast<double>(study.policies[i].delivered[x]) - expected);
        EXPECT_LE(off, 4.5 * error) << offsets.text(x);
        ++points;
        near += off <= 2 * error;
      }
    }
  }
  EXPECT_EQ(points, 2u * 6u * 24u);
  EXPECT_GE(static_cast<double>(near), 0.93 * static_cast<double>(points));
}

TEST(SampledFaults, AreTheSameForAnyNumberOfThreads) {
  const Topology mesh = make_mesh({.radices = {5, 4}});
  const Offsets offsets(*mesh.grid());
  const auto policies = all_policies(offsets, 0.8);
  const FaultStudy one = sample_faults(mesh, offsets, policies, 0.8, 1'000, 3, 1, kNoNews);
  const FaultStudy three = sample_faults(mesh, offsets, policies, 0.8, 1'000, 3, 3, kNoNews);
  const FaultStudy other = sample_faults(mesh, offsets, policies, 0.8, 1'000, 4, 1, kNoNews);
  for (std::size_t i = 0; i < policies.size(); ++i) {
    EXPECT_EQ(one.policies[i].delivered, three.policies[i].delivered);
    EXPECT_EQ(one.policies[i].lost, three.policies[i].lost);
  }
  EXPECT_NE(one.policies[0].delivered, other.policies[0].delivered);
}

TEST(SampledFaults, ReportProgressAndStopOnRequest) {
  const Topology mesh = make_mesh({.radices = {5, 4}});
  const Offsets offsets(*mesh.grid());
  const auto policies = all_policies(offsets, 0.8);
  for (const std::size_t threads : {1, 3}) {
    std::size_t done = 0;
    sample_faults(mesh, offsets, policies, 0.8, 1'000, 3, threads, [&] { ++done; });
    EXPECT_EQ(done, 1'000u);
    const auto end = [] { throw std::runtime_error("enough"); };
    EXPECT_THROW(sample_faults(mesh, offsets, policies, 0.8, 1'000, 3, threads, end),
                 std::runtime_error);
  }
}

// Every undelivered message was lost somewhere; no policy exceeds the probability of a healthy
// shortest path, nor that the probability of any healthy path.
TEST(SampledFaults, KeepTheirBounds) {
  const Topology torus = make_torus({.radices = {6, 5}});
  const Offsets offsets(*torus.grid());
  const auto policies = all_policies(offsets, 0.5);
  const FaultStudy study = sample_faults(torus, offsets, policies, 0.5, 2'000, 1, 1, kNoNews);
  const auto sum = [](const std::vector<std::uint64_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  };
  for (const Deliveries& deliveries : study.policies) {
    EXPECT_EQ(sum(deliveries.delivered) + sum(deliveries.lost), sum(deliveries.messages));
    for (std::size_t x = 1; x < offsets.size(); ++x) {
      EXPECT_LE(deliveries.delivered[x], study.shortest_path.delivered[x]);
      EXPECT_LE(study.shortest_path.delivered[x], study.path.delivered[x]);
    }
  }
  EXPECT_LT(sum(study.shortest_path.delivered), sum(study.path.delivered));
}

// The line 0-1-2-3 with a failed link in the middle: of the 12 pairs those on one side of it
// remain.
TEST(GivenFaults, CutALine) {
  const FaultStudy study = study_without(make_mesh({.radices = {4}}), 2, 1);
  for (const Deliveries& deliveries : study.policies) {
    EXPECT_EQ(deliveries.messages, (std::vector<std::uint64_t>{0, 6, 4, 2}));
    EXPECT_EQ(deliveries.delivered, (std::vector<std::uint64_t>{0, 4, 0, 0}));
    // 1-2 and 2-1 are lost at once, as are 1-3 and 2-0; 0-2, 0-3, 3-1, 3-0 one hop later.
    EXPECT_EQ(deliveries.lost, (std::vector<std::uint64_t>{0, 4, 4, 0}));
  }
  EXPECT_EQ(study.path.delivered, (std::vector<std::uint64_t>{0, 4, 0, 0}));
}

// On the ring of 6 without 0-1 every pair has a path, and pairs at distance 3 a shortest one.
TEST(GivenFaults, LeaveTheOtherDirectionAroundARing) {
  const FaultStudy study = study_without(make_torus({.radices = {6}}), 0, 1);
  EXPECT_EQ(study.path.delivered, (std::vector<std::uint64_t>{0, 12, 12, 6}));
  EXPECT_EQ(study.shortest_path.delivered, (std::vector<std::uint64_t>{0, 10, 8, 6}));
  // 0 to 3 and 1 to 4 first try the failed link and take the other direction; those that meet it
  // after their first or second hop are lost.
  EXPECT_LT(study.policies[1].delivered[3], 6u);
  EXPECT_GT(study.policies[1].delivered[3], study.policies[4].delivered[3]);
}

// Wilson's examples: 0 of 10 and 5 of 10.
TEST(WilsonInterval, HoldsTheShare) {
  EXPECT_NEAR(wilson_interval(0, 10).high, 0.2775, 5e-5);
  EXPECT_EQ(wilson_interval(0, 10).low, 0);
  EXPECT_NEAR(wilson_interval(5, 10).low, 0.2366, 5e-5);
  EXPECT_NEAR(wilson_interval(5, 10).high, 0.7634, 5e-5);
  EXPECT_EQ(wilson_interval(0, 0).high, 1);
}

}  // namespace
}  // namespace orthant
