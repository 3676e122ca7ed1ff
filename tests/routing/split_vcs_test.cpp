// Sharing virtual channels among classes.
#include <gtest/gtest.h>

#include "routing/routing.hpp"

namespace orthant {
namespace {

using Counts = std::vector<int>;

// Counts per class; the ranges must follow each other without gap.
Counts counts(const std::vector<VcClass>& classes, std::uint32_t vcs) {
  Counts result;
  int next = 0;
  for (const VcRange& range : split_vcs(classes, vcs)) {
    EXPECT_EQ(range.first, next);
    next += range.count;
    result.push_back(range.count);
  }
  return result;
}

TEST(SplitVcs, SharesEvenlyWithoutAnAdaptiveClass) {
  EXPECT_EQ(counts({{"a"}, {"b"}}, 4), (Counts{2, 2}));
  EXPECT_EQ(counts({{"a"}}, 16), (Counts{16}));
}

TEST(SplitVcs, GivesTheFirstClassesOneMoreWhereItDoesNotDivide) {
  EXPECT_EQ(counts({{"a"}, {"b"}, {"c"}, {"d"}}, 6), (Counts{2, 2, 1, 1}));
  EXPECT_EQ(counts({{"a"}, {"b"}}, 3), (Counts{2, 1}));
}

TEST(SplitVcs, GivesTheAdaptiveClassWhatIsLeft) {
  EXPECT_EQ(counts({{"e0"}, {"e1"}, {"adaptive", true}}, 8), (Counts{1, 1, 6}));
  EXPECT_EQ(counts({{"e0"}, {"e1"}, {"adaptive", true}}, 3), (Counts{1, 1, 1}));
  EXPECT_EQ(counts({{"adaptive", true}, {"e0"}}, 4), (Counts{3, 1}));
}

TEST(SplitVcs, LeavesClassesEmptyWhenThereAreTooFewVcs) {
  EXPECT_EQ(counts({{"a"}, {"b"}}, 1), (Counts{1, 0}));
  EXPECT_EQ(counts({{"e0"}, {"e1"}, {"adaptive", true}}, 2), (Counts{1, 1, 0}));
  EXPECT_EQ(counts({{"e0"}, {"e1"}, {"adaptive", true}}, 1), (Counts{1, 0, 0}));
  EXPECT_EQ(counts({}, 2), (Counts{}));
}

}  // namespace
}  // namespace orthant
