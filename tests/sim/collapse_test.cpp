// The change point of a backlog, by hand-made series.
#include "sim/collapse.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace orthant {
namespace {

using Backlog = std::vector<double>;

TEST(Collapse, BeginsWhereALevelBacklogStartsToRise) {
  EXPECT_EQ(collapse_sample(Backlog{5, 5, 5, 5, 9, 13, 17}, 60), 3u);
}

TEST(Collapse, BeginsWithTheWindowWhereTheBacklogRisesThroughout) {
  EXPECT_EQ(collapse_sample(Backlog{0, 10, 20, 30, 40}, 400), 0u);
}

// A rule that asks for every step to go up would name sample 7.
TEST(Collapse, IsNotMisledByNoise) {
  EXPECT_EQ(collapse_sample(Backlog{40, 90, 20, 60, 50, 150, 270, 260, 430, 530}, 4500), 4u);
}

// Of 100 flits an interval 4 stay in the backlog in one case, 6 in the other.
TEST(Collapse, IsMoreThanATwentiethOfWhatIsGenerated) {
  EXPECT_EQ(collapse_sample(Backlog{0, 0, 0, 4, 8, 12}, 500), std::nullopt);
  EXPECT_EQ(collapse_sample(Backlog{0, 0, 0, 6, 12, 18}, 500), 2u);
}

TEST(Collapse, HasNoTimeWhereNothingRises) {
  EXPECT_EQ(collapse_sample(Backlog{8, 8, 8, 8}, 30), std::nullopt);
  EXPECT_EQ(collapse_sample(Backlog{8, 6, 4, 2}, 30), std::nullopt);
  EXPECT_EQ(collapse_sample(Backlog{8}, 30), std::nullopt);
  EXPECT_EQ(collapse_sample(Backlog{}, 30), std::nullopt);
}

}  // namespace
}  // namespace orthant
