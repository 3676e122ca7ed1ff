// Backlogs as they are kept, against the numbers that were given.
#include "sim/backlogs.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "base/archive.hpp"

namespace orthant {
namespace {

using Numbers = std::vector<std::uint64_t>;

TEST(NarrowNumbers, TakeAsManyBytesAsTheLargestAndLoseNothing) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  const std::pair<std::uint64_t, std::size_t> widths[] = {
      {0, 1},      {255, 1},         {256, 2},           {65'535, 2},
      {65'536, 4}, {0xffff'ffff, 4}, {0x1'0000'0000, 8}, {kMost, 8}};
  for (const auto& [largest, width] : widths) {
    const Numbers numbers = {7, largest, 0};
    const NarrowNumbers narrow{numbers};
    EXPECT_EQ(narrow.memory_bytes(), 3 * width) << largest;
    ASSERT_EQ(narrow.size(), 3u) << largest;
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(narrow[i], numbers[i]) << largest;
  }
  EXPECT_EQ(NarrowNumbers(Numbers()).size(), 0u);
}

// Two nodes with two classes each.
TEST(Backlogs, AreKeptByNodeByClassAndInAll) {
  Backlogs backlogs(2);
  backlogs.add(Numbers{1, 2, 3, 4});
  backlogs.add(Numbers{1'000, 20, 300'000, 0});
  EXPECT_EQ(backlogs.size(), 2u);
  EXPECT_EQ(backlogs.of_nodes(0), (Numbers{3, 7}));
  EXPECT_EQ(backlogs.of_nodes(1), (Numbers{1'020, 300'000}));
  EXPECT_EQ(backlogs.of_nodes(1, 1), (Numbers{20, 0}));
  EXPECT_EQ(backlogs.totals(), (std::vector<double>{10, 301'020}));
}

TEST(Backlogs, AreTheSameAfterACheckpoint) {
  Backlogs before(1), after(1);
  before.add(Numbers{1, 70'000});
  before.add(Numbers{2, 3});
  ArchiveWriter writer;
  before.state(writer, 2);
  ArchiveReader reader(writer.text());
  after.state(reader, 2);
  ASSERT_EQ(after.size(), 2u);
  EXPECT_EQ(after.of_nodes(0), (Numbers{1, 70'000}));
  EXPECT_EQ(after.of_nodes(1), (Numbers{2, 3}));
}

// Of three nodes the second one's class 1 grows by 10 flits in each of 30 intervals, some 90 % of
// the 333 that it generates; the others stand still.
TEST(Backlogs, GrowWhereTheSamplesDo) {
  Backlogs backlogs(2);
  for (std::uint64_t i = 0; i <= 30; ++i) backlogs.add(Numbers{5, 5, 5, 10 * i + i % 2, 5, 5});
  const Numbers generated = {300, 333, 300};
  EXPECT_EQ(find_growth(backlogs.of_all_nodes(1), generated).sources, std::vector<std::size_t>{1});
  EXPECT_EQ(find_growth(backlogs.of_all_nodes(), generated).sources, std::vector<std::size_t>{1});
  EXPECT_FALSE(find_growth(backlogs.of_all_nodes(0), generated).grows);
}

}  // namespace
}  // namespace orthant
