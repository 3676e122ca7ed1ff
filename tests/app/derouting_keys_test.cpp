// The keys of the routings with detours: each reaches its routing, and changes what packets do.
#include <gtest/gtest.h>

#include "app/setup/build.hpp"
#include "tests/routing/fake_occupancy.hpp"

namespace orthant {
namespace {

std::unique_ptr<Setup> setup(std::string_view algorithm, std::vector<std::string> overrides) {
  constexpr std::string_view kText =
      "[topology]\nkind = torus\ndimensions = 8x9x7\n[router]\nswitching = virtual_cut_through\n"
      "flow_control = bubble\n[routing]\nties = plus\nalgorithm = ";
  return make_setup(
      Config::parse(std::string(kText) + std::string(algorithm), "test.ini", overrides).point(0),
      SetupNeeds::kRouting);
}

// The headers of many starts, with the same occupancies every time. Every other pair is on a line.
std::vector<Header> starts(const Routing& routing) {
  RandomStream random(3, 1, RandomPurpose::kTest);
  std::vector<Header> headers;
  for (int i = 0; i < 4000; ++i) {
    FakeOccupancy occupancy;
    for (std::size_t port = 0; port < 6; ++port) {  // full, idle or anything in between
      const std::uint32_t kind = random.below(3);
      for (std::size_t c = 0; c < 3; ++c) {
        occupancy.set(port, c, kind == 0 ? 0 : kind == 1 ? 8 : random.below(9));
      }
    }
    const RouterId s{random.below(504)};
    const RouterId t{i % 2 == 0 ? random.below(504) : s.value / 8 * 8 + random.below(8)};
    headers.push_back(started(routing, s, t, occupancy));
  }
  return headers;
}

struct Case {
  const char* algorithm;
  const char* setting;  // other than the default
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.algorithm << ' ' << c.setting; }

class DeroutingKey : public testing::TestWithParam<Case> {};

TEST_P(DeroutingKey, ChangesSomeStarts) {
  // A low weight of path lengths, so that there are many detours.
  const std::string eta = std::string(GetParam().algorithm) + ".eta=";
  std::vector<std::string> settings = {eta + "0.3"};
  const auto plain = setup(GetParam().algorithm, settings);
  if (std::string_view(GetParam().setting).starts_with(eta)) settings.clear();
  settings.emplace_back(GetParam().setting);
  const auto changed = setup(GetParam().algorithm, settings);
  EXPECT_TRUE(starts(*changed->routing) != starts(*plain->routing));
}

TEST_P(DeroutingKey, HasTheDefaultOfTheRouting) {
  const auto plain = setup(GetParam().algorithm, {});
  RoutingOptions bare = plain->routing_options;
  bare.own = {};
  const auto routing = find_routing(GetParam().algorithm)->make(*plain->topology, bare);
  EXPECT_TRUE(starts(*routing) == starts(*plain->routing));
}

INSTANTIATE_TEST_SUITE_P(
    Keys, DeroutingKey,
    testing::Values(Case{"ofr", "ofr.delta=3"}, Case{"ofr", "ofr.delta_share=0.5"},
                    Case{"ofr", "ofr.eta=1.5"},
                    Case{"ofr", "ofr.midpoint=wrap_sum"}, Case{"ofr", "ofr.collinear=minus_side"},
                    Case{"ofr", "ofr.mean=second_leg"}, Case{"ofr", "derouting.least_distance=4"},
                    Case{"ofr", "derouting.idle_term=router"},
                    Case{"ofr", "derouting.full_profit=zero"},
                    Case{"ofr", "routing.derouting.queues=adaptive"}, Case{"por", "por.eta=0.5"},
                    Case{"por", "por.mean=all"}, Case{"por", "derouting.least_distance=4"},
                    Case{"por", "derouting.idle_term=router"},
                    Case{"por", "derouting.full_profit=zero"},
                    Case{"por", "derouting.queues=adaptive"}),
    [](const auto& c) {
      std::string name = std::string(c.param.algorithm) + '_' + c.param.setting;
      std::replace_if(
          name.begin(), name.end(), [](char x) { return !std::isalnum(x); }, '_');
      return name;
    });

}  // namespace
}  // namespace orthant
