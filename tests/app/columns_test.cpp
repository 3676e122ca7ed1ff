// Every column of every result says what it is.
#include "app/output/columns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "app/command/topics.hpp"

namespace orthant {
namespace {

using testing::ElementsAre;

struct Fruit {
  std::string name;
  double grams = 0;
  std::optional<std::uint64_t> seeds;
};

const ColumnRows<Fruit>& rows() {
  static const ColumnRows<Fruit> rows = {
      {"name", "What it is called.", &Fruit::name},
      {"grams", "g", "Weight.", &Fruit::grams},
      {"kilograms", "kg", "Weight.", [](const Fruit& of) { return of.grams / 1000; }},
      {"seeds", "", "Seeds in it.", &Fruit::seeds},
  };
  return rows;
}

TEST(ColumnRows, SayWhatAColumnIs) {
  const std::vector<Column> columns = rows().columns();
  ASSERT_EQ(columns.size(), 4u);
  EXPECT_EQ(columns[0].name, "name");
  EXPECT_TRUE(columns[0].text);
  EXPECT_EQ(columns[1].unit, "g");
  EXPECT_FALSE(columns[1].text);
  EXPECT_EQ(columns[3].meaning, "Seeds in it.");
}

TEST(ColumnRows, FillARow) {
  EXPECT_THAT(rows().fields({"apple", 250, 5}), ElementsAre("apple", "250", "0.25", "5"));
  EXPECT_THAT(rows().fields({"fig", 0.5, {}}), ElementsAre("fig", "0.5", "0.0005", ""));
}

TEST(Columns, HaveAMeaningAndANameOfTheirOwnInEveryResult) {
  for (const ColumnSet& set : column_sets()) {
    std::set<std::string> names;
    EXPECT_FALSE(set.columns.empty()) << set.of;
    for (const Column& column : set.columns) {
      EXPECT_TRUE(names.insert(column.name).second) << set.of << ": " << column.name;
      EXPECT_TRUE(column.meaning.ends_with('.')) << set.of << ": " << column.name;
    }
  }
}

}  // namespace
}  // namespace orthant
