// Selected routes of transfers, compared with all selections.
#include "schedule/construction/routes.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.hpp"

namespace orthant {
namespace {

// The duration of a selection of routes.
std::uint32_t duration_of(const RouteLists& lists, const std::vector<std::uint32_t>& route,
                          const std::vector<std::uint32_t>& capacities) {
  std::vector<std::uint32_t> loads(capacities.size());
  std::uint32_t duration = 0;
  for (std::size_t t = 0; t < lists.size(); ++t) {
    for (const std::uint32_t c : lists[t][route[t]])
      duration = std::max(duration, (++loads[c] + capacities[c] - 1) / capacities[c]);
  }
  return duration;
}

// The smallest duration over all selections, which are enumerated like the digits of a number.
std::uint32_t least_of_all(const RouteLists& lists, const std::vector<std::uint32_t>& capacities) {
  std::vector<std::uint32_t> route(lists.size());
  std::uint32_t least = duration_of(lists, route, capacities);
  for (std::size_t t = 0; t < lists.size();) {
    if (++route[t] < lists[t].size()) {
      least = std::min(least, duration_of(lists, route, capacities));
      t = 0;
    } else {
      route[t++] = 0;
    }
  }
  return least;
}

// Two transfers may both use channel 0, or each its own channel.
TEST(ChooseRoutes, SpreadsTransfersOverTheirRoutes) {
  const RouteLists lists = {{{0}, {1}}, {{0}, {2}}, {{0}}};
  const ChosenRoutes chosen = choose_routes(lists, 3, {}, {});
  EXPECT_EQ(chosen.route, (std::vector<std::uint32_t>{1, 1, 0}));
  EXPECT_EQ(whole_frames(chosen.time_bound), 1u);
}

// A channel of three units carries three of four transfers at once.
TEST(ChooseRoutes, FillsChannelsAsFarAsTheirCapacities) {
  const RouteLists lists(4, {{0}, {1}});
  const std::vector<std::uint32_t> capacities = {1, 3};
  const ChosenRoutes chosen = choose_routes(lists, 2, capacities, {});
  EXPECT_EQ(std::ranges::count(chosen.route, 1u), 3);
  EXPECT_EQ(whole_frames(chosen.time_bound), 1u);
}

TEST(ChooseRoutes, IsAsGoodAsTheBestOfAllChoices) {
  RandomStream random(11, 0, RandomPurpose::kTest);
  int bound_is_reached = 0;
  constexpr int kTrials = 100;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<std::uint32_t> capacities(4 + random.below(4));
    for (std::uint32_t& capacity : capacities) capacity = 1 + random.below(3);
    RouteLists lists(3 + random.below(5));
    for (auto& routes : lists) {
      routes.resize(1 + random.below(3));
      for (auto& route : routes) {
        route.push_back(random.below(static_cast<std::uint32_t>(capacities.size())));
        for (std::uint32_t c = 0; c < capacities.size(); ++c) {
          if (c != route.front() && random.bernoulli(0.3)) route.push_back(c);
        }
      }
    }
    const std::size_t channels = capacities.size();
    const ChosenRoutes chosen = choose_routes(lists, channels, capacities, {});
    const std::uint32_t least = least_of_all(lists, capacities);
    EXPECT_EQ(duration_of(lists, chosen.route, capacities), least) << trial;
    EXPECT_LE(whole_frames(chosen.time_bound), least) << trial;
    bound_is_reached += whole_frames(chosen.time_bound) == least;
  }
  EXPECT_GT(bound_is_reached, kTrials / 2);
}

}  // namespace
}  // namespace orthant
