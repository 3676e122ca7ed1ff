// Assignment of virtual channels to classes.
#include <gtest/gtest.h>

#include "routing/routing.hpp"

namespace orthant {
namespace {

using Counts = std::vector<int>;

// Number of VCs of each class; their ranges must be contiguous.
Counts counts(const std::vector<VcClass>& classes, std::uint32_t vcs) {
  Counts result;
  int next = 0;
  for (const VcRange& range : split_vcs(classes, vcs)) {
    result.push_back(range.shared ? 0 : range.count);
    if (range.shared) continue;
    EXPECT_EQ(range.first, next);
    next += range.count;
  }
  return result;
}

// The first VC of every class that shares one.
Counts shared(const std::vector<VcClass>& classes, std::uint32_t vcs) {
  Counts result;
  for (const VcRange& range : split_vcs(classes, vcs)) {
    EXPECT_GE(range.count, 1);
    if (!range.shared) continue;
    EXPECT_EQ(range.count, 1);
    result.push_back(range.first);
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

TEST(SplitVcs, GivesSomeClassesNoneOfTheirOwnWhenThereAreTooFew) {
  EXPECT_EQ(counts({{"a"}, {"b"}}, 1), (Counts{1, 0}));
  EXPECT_EQ(counts({{"e0"}, {"e1"}, {"adaptive", true}}, 2), (Counts{1, 1, 0}));
  EXPECT_EQ(counts({{"e0"}, {"e1"}, {"adaptive", true}}, 1), (Counts{1, 0, 0}));
  EXPECT_EQ(counts({}, 2), (Counts{}));
}

TEST(SplitVcs, LetsAClassWithoutVcsShareThatOfItsNumberModuloTheVcs) {
  EXPECT_EQ(shared({{"a"}, {"b"}, {"c"}, {"d"}}, 4), (Counts{}));
  EXPECT_EQ(shared({{"a"}, {"b"}, {"c"}, {"d"}, {"e"}}, 2), (Counts{0, 1, 0}));  // c, d, e
  EXPECT_EQ(shared({{"a"}, {"b"}}, 1), (Counts{0}));
  EXPECT_EQ(shared({{"e0"}, {"e1"}, {"adaptive", true}}, 2), (Counts{0}));
  EXPECT_EQ(shared({{"e0"}, {"e1"}, {"adaptive", true}}, 1), (Counts{0, 0}));
}

// Escapes before adaptive classes, the last phase before the first, dateline 1 before dateline 0.
TEST(PriorityOrder, PutsWhatIsWaitedForFirst) {
  EXPECT_EQ(priority_order(std::vector<VcClass>{{"dateline 0"}, {"dateline 1"}}),
            (std::vector<std::uint8_t>{1, 0}));
  const std::vector<VcClass> ofr = {{.name = "escape dateline 0", .phase = 1},
                                    {.name = "escape dateline 1", .phase = 1},
                                    {.name = "intermediate escape dateline 0"},
                                    {.name = "intermediate escape dateline 1"},
                                    {.name = "adaptive", .adaptive = true}};
  EXPECT_EQ(priority_order(ofr), (std::vector<std::uint8_t>{1, 0, 3, 2, 4}));
  const std::vector<VcClass> adaptive_first = {{.name = "adaptive", .adaptive = true}, {"escape"}};
  EXPECT_EQ(priority_order(adaptive_first), (std::vector<std::uint8_t>{1, 0}));
}

TEST(PriorityOrder, NumbersTheVcs) {
  const std::vector<VcClass> classes = {{"a"}, {"b"}, {.name = "c", .adaptive = true}};
  const std::vector<VcRange> ranges = split_vcs_by_priority(classes, 3);
  EXPECT_EQ(ranges[0].first, 1);
  EXPECT_EQ(ranges[1].first, 0);
  EXPECT_EQ(ranges[2].first, 2);
}

}  // namespace
}  // namespace orthant
