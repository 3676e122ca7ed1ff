// Path tables on the way from a config to a routing.
#include "app/setup/path_tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>

#include "app/output/files.hpp"
#include "app/output/origin.hpp"
#include "app/setup/build.hpp"
#include "app/setup/deadlock_gate.hpp"
#include "base/error.hpp"
#include "routing/table/path_table_file.hpp"

namespace orthant {
namespace {

const std::string kText =
    "[topology]\nkind = torus\ndimensions = 4x4\n[routing]\nalgorithm = table\n"
    "[traffic]\npattern = uniform\nload = 0.5\nload_unit = capacity\n";

// A table of the paths of IVAL in a file.
class PathTablesOfAPoint : public testing::Test {
 protected:
  PathTablesOfAPoint() {
    const Topology torus = make_torus({.radices = {4, 4}});
    write_file(
        file_,
        path_table_text(tabulated(torus, *find_routing("ival")->make(torus, {})->oblivious()), {}));
  }
  ~PathTablesOfAPoint() override { std::remove(file_.c_str()); }

  Point point(std::vector<std::string> overrides) const {
    overrides.push_back("routing.table_file=" + file_);
    return Config::parse(kText, "test.ini", overrides).point(0);
  }

  const std::string file_ =
      testing::TempDir() + "orthant_tables_" + std::to_string(::getpid()) + ".paths";
};

TEST_F(PathTablesOfAPoint, AreReadOnceForANetwork) {
  BuiltNetworks built;
  const auto first = make_setup(point({}), SetupNeeds::kAll, &built);
  remove_file(file_);
  const auto second = make_setup(point({"traffic.load=0.25"}), SetupNeeds::kAll, &built);
  EXPECT_EQ(second->routing, first->routing);
  // The proof builds the routing again, from the same table.
  EXPECT_EQ(DeadlockGate().refusal(point({}), *second), "");
  EXPECT_THROW(make_setup(point({"topology.dimensions=4x4", "router.vcs=8"})), ConfigError);
}

TEST_F(PathTablesOfAPoint, ServeAPartOfAnInterpolation) {
  const Point interpolated = point({"routing.algorithm=interpolated", "interpolated.first=dor",
                                    "interpolated.second=two_turn", "interpolated.alpha=0.5"});
  const auto made = make_setup(interpolated);
  EXPECT_EQ(made->routing->traits().vc_classes.size(), 4u);
  EXPECT_EQ(DeadlockGate().refusal(interpolated, *made), "");
}

TEST_F(PathTablesOfAPoint, AreLeftUnreadWhereNoRoutingIsATable) {
  for (const std::vector<std::string>& overrides :
       {std::vector<std::string>{"routing.algorithm=dor"},
        {"routing.algorithm=interpolated", "interpolated.first=dor", "interpolated.second=ival",
         "interpolated.alpha=0.5"}}) {
    const Point read = point(overrides);
    make_setup(read);
    EXPECT_THAT(read.unread_keys(), testing::Contains("routing.table_file"));
  }
}

TEST_F(PathTablesOfAPoint, AreNamedInTheOriginOfAResult) {
  EXPECT_THAT(origin(point({})), testing::HasSubstr("; routing.table_file " + file_ + ": "));
}

}  // namespace
}  // namespace orthant
