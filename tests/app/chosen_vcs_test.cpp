// router.vcs = auto: one number for all points that are compared.
#include "app/setup/chosen_vcs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "base/error.hpp"

namespace orthant {
namespace {

using testing::HasSubstr;

const std::string kText =
    "[topology]\nkind = torus\ndimensions = 4x4\n[routing]\nalgorithm = dor\n"
    "[traffic]\npattern = uniform\nload = 0.2\nload_unit = capacity\n";

Config chosen(std::vector<std::string> overrides, const CommandLine& command = {}) {
  BuiltNetworks built;
  return with_chosen_vcs(Config::parse(kText, "test.ini", overrides), command, built);
}

std::string vcs(std::vector<std::string> overrides, std::size_t point = 0) {
  return chosen(std::move(overrides)).point(point).text("router.vcs");
}

// Classes: dor 2 on a torus, val 4, minimal_adaptive 2 escapes and 2 adaptive VCs.
TEST(ChosenVcs, AreWhatOneRoutingNeeds) {
  EXPECT_EQ(vcs({}), "2");
  EXPECT_EQ(vcs({"topology.kind=mesh"}), "2");  // one class, and never a single VC
  EXPECT_EQ(vcs({"routing.algorithm=val"}), "4");
  EXPECT_EQ(vcs({"routing.algorithm=minimal_adaptive"}), "4");
  EXPECT_EQ(vcs({"routing.algorithm=minimal_adaptive", "topology.kind=mesh"}), "3");
  EXPECT_EQ(vcs({"router.message_classes=2"}), "4");
  EXPECT_EQ(vcs({"routing.algorithm=minimal_adaptive", "router.message_classes=2"}), "8");
  EXPECT_EQ(vcs({"router.vcs=7"}), "7");
}

TEST(ChosenVcs, AreTheLargestNeedOfAllRoutings) {
  const std::vector<std::string> three = {"routing.algorithm=dor,val,minimal_adaptive"};
  for (std::size_t p = 0; p < 3; ++p) EXPECT_EQ(vcs(three, p), "4");
  EXPECT_EQ(vcs({"routing.algorithm=dor,romm"}, 0), vcs({"routing.algorithm=romm"}));
  EXPECT_EQ(vcs({"topology.kind=mesh,torus", "routing.algorithm=val"}, 0), "4");
  EXPECT_THAT(chosen(three).effective_ini(), HasSubstr("vcs = 4\n"));
}

TEST(ChosenVcs, LeaveAnAxisAlone) {
  EXPECT_EQ(vcs({"router.vcs=2,8"}, 0), "2");
  EXPECT_EQ(vcs({"router.vcs=2,8"}, 1), "8");
}

TEST(ChosenVcs, AreNotAmongOthers) {
  EXPECT_THROW(vcs({"router.vcs=auto,8"}), ConfigError);
  EXPECT_THROW(vcs({"router.vcs=8,auto"}), ConfigError);
}

TEST(ChosenVcs, LeaveQueuesOfOutputsToEachRouting) {
  EXPECT_EQ(vcs({"router.model=output_queued", "routing.algorithm=abr,ofr"}), "auto");
}

TEST(ChosenVcs, StayWhereAFileGetsFurtherRows) {
  const std::string file = testing::TempDir() + "chosen_vcs_test.csv";
  std::ofstream(file + ".ini") << chosen({}).effective_ini();
  CommandLine command;
  command.append = true;
  command.output = file;
  const Config more = chosen({"routing.algorithm=val"}, command);
  EXPECT_EQ(more.point(0).text("router.vcs"), "2");
  try {
    make_setup(more.point(0));
    FAIL() << "val has four VC classes";
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.what(),
              file + ".ini: router.vcs: 2 is too few, val needs 4 VCs here; allowed: 4 to 16, "
              "or routing.allow_deadlock = yes");
  }
  std::remove((file + ".ini").c_str());
}

}  // namespace
}  // namespace orthant
