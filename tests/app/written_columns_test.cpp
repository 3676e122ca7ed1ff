// Which columns a file has: those that a run can fill, and those that it has already.
#include "app/output/written_columns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "app/config/config.hpp"
#include "app/points/results.hpp"
#include "base/error.hpp"
#include "routing/routing.hpp"
#include "topology/topology.hpp"

namespace orthant {
namespace {

using testing::ElementsAre;

constexpr ReadWhen kSpring = read_if("season", "spring"), kAutumn = read_if("season", "autumn");

const std::vector<Column> kAll = {{"tree"},
                                  {.name = "blossoms", .when = kSpring},
                                  {"height"},
                                  {.name = "fruits", .when = kAutumn}};

WrittenColumns columns_in(std::set<std::string_view> seasons) {
  return {kAll,
          [&](const ReadWhen& when) { return seasons.contains(when.conditions[0].values[0]); }};
}

TEST(WrittenColumns, LeaveOutThoseWhoseConditionDoesNotHold) {
  EXPECT_EQ(csv_header(columns_in({}).written()), "tree,height");
  EXPECT_EQ(csv_header(columns_in({"autumn"}).written()), "tree,height,fruits");
  EXPECT_EQ(csv_header(WrittenColumns(kAll).written()), "tree,blossoms,height,fruits");
}

TEST(WrittenColumns, TakeFieldsOutOfAWholeRowAndPutThemBack) {
  const WrittenColumns columns = columns_in({"autumn"});
  EXPECT_THAT(columns.written(Row{"oak", "1", "20", "3"}), ElementsAre("oak", "20", "3"));
  EXPECT_THAT(columns.whole({"oak", "20", "3"}), ElementsAre("oak", "", "20", "3"));
}

TEST(WrittenColumns, KnowTheHeadersOfTheirTables) {
  const WrittenColumns columns = columns_in({});
  EXPECT_EQ(columns.choice_for_header("tree,height"), columns);
  EXPECT_EQ(columns.choice_for_header("tree,blossoms,height"), columns_in({"spring"}));
  for (const char* other : {"", "tree", "height", "height,tree", "tree,height,width",
                            "tree,height,blossoms", "tree,height,fruits,fruits", "tree,\"height"})
    EXPECT_EQ(columns.choice_for_header(other), std::nullopt) << other;
}

TEST(WrittenColumns, AddThoseThatAreThere) {
  WrittenColumns columns = columns_in({"autumn"});
  columns.add(columns_in({"spring"}));
  EXPECT_EQ(columns, WrittenColumns(kAll));
}

// The routings whose runs have a column, of those that can be built on the torus.
std::set<std::string> routings_with(std::string_view column) {
  const std::vector<Column> columns = simulation_columns();
  const ReadWhen& when = columns[column_of(columns, column)].when;
  std::set<std::string> names;
  for (const RoutingDescription& routing : routing_registry()) {
    const Config config =
        Config::parse("[routing]\nalgorithm = " + std::string(routing.name), "c.ini", {});
    if (config.may_hold(when, "run")) names.emplace(routing.name);
  }
  return names;
}

TEST(WrittenColumns, OfDetoursAreThoseOfTheRoutingsThatCountThem) {
  const Topology torus = make_torus({.radices = {8, 8}});
  std::set<std::string> counting, with_outflank, with_wraparound;
  for (const RoutingDescription& routing : routing_registry()) {
    try {
      const auto built = routing.make(torus, {});
      for (const DetourKind& kind : built->traits().detours) {
        counting.emplace(routing.name);
        if (kind.name == "outflank") with_outflank.emplace(routing.name);
        if (kind.name == "wraparound") with_wraparound.emplace(routing.name);
      }
    } catch (const KeyError&) {  // not on a torus, or not without keys
    }
  }
  EXPECT_THAT(counting, testing::IsSupersetOf({"goal", "ofr", "por"}));
  EXPECT_EQ(routings_with("derouted_fraction"), counting);
  EXPECT_EQ(routings_with("oidn_fraction"), with_outflank);
  EXPECT_EQ(routings_with("oidn_excess_max"), with_outflank);
  EXPECT_EQ(routings_with("oidn_beyond_fraction"), with_outflank);
  EXPECT_EQ(routings_with("widn_fraction"), with_wraparound);
}

}  // namespace
}  // namespace orthant
