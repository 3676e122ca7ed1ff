// Defaults that other keys decide: router.preset, the selection of mp and z2, the size of a flit.
#include "app/keys/default_rules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/config/config.hpp"
#include "app/setup/build.hpp"
#include "base/error.hpp"
#include "traffic/workload_plan.hpp"

namespace orthant {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kText =
    "[topology]\nkind = torus\ndimensions = 4x4\n[routing]\nalgorithm = minimal_adaptive\n"
    "[traffic]\npattern = uniform\nload = 0.2\nload_unit = capacity\n";

Config parse(std::vector<std::string> overrides) {
  return Config::parse(kText, "test.ini", overrides);
}

std::unique_ptr<Setup> setup(std::vector<std::string> overrides = {}) {
  return make_setup(parse(std::move(overrides)).point(0));
}

std::string message(std::vector<std::string> overrides) {
  try {
    setup(std::move(overrides));
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "no error";
}

TEST(DefaultRules, KeepTheOrderOfCandidatesWhereItIsTheAlgorithm) {
  EXPECT_EQ(setup()->router.selection, &kMostFreeSpace);
  for (const char* algorithm : {"mp", "z2"}) {
    const std::string routing = std::string("routing.algorithm=") + algorithm;
    EXPECT_EQ(setup({routing})->router.selection, &kFirstOpen);
    EXPECT_EQ(setup({routing, "router.preset=fair"})->router.selection, &kFirstOpen);
    EXPECT_EQ(setup({routing, "router.selection=most_free"})->router.selection,
              &kMostFreeSpace);
  }
}

TEST(DefaultRules, SetWhatTheFairPresetSays) {
  const RouterOptions plain = setup()->router;
  EXPECT_EQ(plain.arbitration, Arbitration::kRoundRobin);
  EXPECT_EQ(plain.allocator_iterations, 1u);
  EXPECT_EQ(plain.injection_vcs, 2u);
  const RouterOptions fair = setup({"router.preset=fair"})->router;
  EXPECT_EQ(fair.arbitration, Arbitration::kAge);
  EXPECT_EQ(fair.allocator_iterations, 2u);
  EXPECT_EQ(fair.injection_vcs, std::nullopt);
  EXPECT_EQ(fair.selection, &kMostFreeSpace);
  EXPECT_EQ(setup({"router.injection_vc=nic"})->router.injection_vcs, std::nullopt);
}

TEST(DefaultRules, GiveWayToKeysThatAreSet) {
  const RouterOptions router =
      setup({"router.preset=fair", "router.arbitration=random", "router.allocator_iterations=3",
             "router.injection_vcs=1"})
          ->router;
  EXPECT_EQ(router.arbitration, Arbitration::kRandom);
  EXPECT_EQ(router.allocator_iterations, 3u);
  EXPECT_EQ(router.injection_vcs, 1u);
}

TEST(DefaultRules, RefuseTheFairPresetBesideAllocatorsThatDoNotAsk) {
  for (const char* allocator : {"wavefront", "maximum"}) {
    EXPECT_EQ(message({"router.preset=fair", std::string("router.allocator=") + allocator}),
              "command line: router.preset: fair arbitrates by age, and wavefront and maximum match "
              "ports without asking who comes first; allowed: none, or router.allocator = islip or "
              "separable");
  }
  EXPECT_EQ(message({"router.preset=fair", "router.model=output_queued"}), "no error");
}

TEST(DefaultRules, AreWrittenIntoTheEffectiveConfig) {
  const std::string fair = parse({"router.preset=fair"}).point(0).effective_ini();
  EXPECT_THAT(fair, HasSubstr("preset = fair\n"));
  EXPECT_THAT(fair, HasSubstr("arbitration = age\n"));
  EXPECT_THAT(fair, HasSubstr("allocator_iterations = 2\n"));
  EXPECT_THAT(fair, HasSubstr("injection_vcs = all\n"));
  const Config again = Config::parse(fair, "again.ini", {});
  EXPECT_EQ(again.point(0).effective_ini(), fair);
  EXPECT_EQ(parse({"router.preset=fair"}).effective_ini().find("arbitration = round_robin"),
            std::string::npos);
}

// A line for all points would set the key for points that have another default.
TEST(DefaultRules, AreLeftOutWhereAnAxisDecides) {
  const Config presets = parse({"router.preset=none,fair"});
  EXPECT_THAT(presets.effective_ini(), Not(HasSubstr("arbitration")));
  EXPECT_THAT(presets.effective_ini(), HasSubstr("selection = most_free\n"));
  const Config routings = parse({"routing.algorithm=minimal_adaptive,mp"});
  EXPECT_THAT(routings.effective_ini(), Not(HasSubstr("selection")));
  const Config again = Config::parse(routings.effective_ini(), "again.ini", {});
  EXPECT_EQ(again.point(0).text("router.selection"), "most_free");
  EXPECT_EQ(again.point(1).text("router.selection"), "first");
  // Two axes that decide one key.
  const Config two = parse({"router.preset=fair,none", "router.injection_vc=nic,round_robin"});
  EXPECT_THAT(two.effective_ini(), Not(HasSubstr("injection_vcs")));
}

TEST(DefaultRules, TakeTheBytesOfAFlitFromTheChannel) {
  const std::vector<std::string> workload = {"traffic.injection=workload", "workload.kind=barrier"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.end(), workload.begin(), workload.end());
    return more;
  };
  const auto bytes = [&](std::vector<std::string> more) {
    return parse(with(std::move(more))).point(0).integer("workload.bytes_per_flit");
  };
  EXPECT_EQ(bytes({}), 1);
  EXPECT_EQ(bytes({"channel.flit_bytes=64"}), 64);
  EXPECT_EQ(bytes({"channel.flit_bytes=64", "workload.bytes_per_flit=48"}), 48);
  EXPECT_EQ(message(with({"channel.flit_bytes=64", "workload.bytes_per_flit=48"})), "no error");
  EXPECT_EQ(message(with({"channel.flit_bytes=64", "workload.bytes_per_flit=65"})),
            "command line: workload.bytes_per_flit: 65 bytes do not fit into a flit of "
            "channel.flit_bytes = 64; allowed: 1 to 64");
}

}  // namespace
}  // namespace orthant
