// Workloads with receives that accept any source or any tag.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/error.hpp"
#include "base/random.hpp"
#include "traffic/goal_file.hpp"

namespace orthant {
namespace {

Workload choosing(const std::string& text) { return parse_goal("k", "FILE", text); }
std::string choosing_error(const std::string& text) {
  try {
    choosing(text);
  } catch (const KeyError& error) {
    return error.what();
  }
  return "";
}

constexpr const char* kMaster = R"(num_ranks 3
rank 0 { a: recv 64b from -1 tag -1
b: recv 64b from 2 tag -1
c: recv 64b from -1 tag 7
d: send 1b to 1 }
rank 1 { send 64b to 0 tag 7
send 60b to 0 tag 8
recv 1b from 0 }
rank 2 { send 64b to 0 tag 9 })";

TEST(ReceiveChoice, IsReadAndWrittenInGoal) {
  const Workload workload = choosing(kMaster);
  ASSERT_EQ(workload.choices(0).size(), 4u);
  EXPECT_TRUE(workload.choices(1).empty());
  const std::string text = goal_text(workload);
  EXPECT_NE(text.find("l1: recv 64b from -1 tag -1"), text.npos) << text;
  EXPECT_NE(text.find("l2: recv 64b from 2 tag -1"), text.npos) << text;
  EXPECT_NE(text.find("l3: recv 64b from -1 tag 7"), text.npos) << text;
  EXPECT_NE(text.find("send 60b to 0 tag 8"), text.npos) << text;
  EXPECT_EQ(goal_text(choosing(text)), text);
}

// One possible matching: the most specific receives are matched first.
TEST(ReceiveChoice, FindsACompleteMatching) {
  const Workload workload = choosing(kMaster);
  const auto receives = workload.of(0);
  EXPECT_EQ(receives[1].peer, 2u);
  EXPECT_EQ(std::pair(receives[2].peer, receives[2].match), std::pair(1u, 0u));
  EXPECT_EQ(std::pair(receives[0].peer, receives[0].match), std::pair(1u, 1u));
  EXPECT_TRUE(workload.accepts(0, 0, 1));
  EXPECT_TRUE(workload.accepts(0, 0, 2));
  EXPECT_FALSE(workload.accepts(0, 1, 2));
  EXPECT_FALSE(workload.accepts(0, 2, 0));
}

TEST(ReceiveChoice, KnowsWhatWasTaken) {
  const Workload workload = choosing(kMaster);
  // The first receive takes the message matched with the third one, and vice versa.
  const Workload chosen = as_chosen(workload, [](OperationId receive) {
    return std::vector<std::uint32_t>{2, 1, 0, 0}[receive.operation];
  });
  EXPECT_FALSE(chosen.has_choices());
  EXPECT_EQ(chosen.of(0)[0].match, 0u);
  EXPECT_EQ(chosen.of(0)[2].match, 1u);
  EXPECT_EQ(chosen.of(1)[0].match, 0u);
  EXPECT_EQ(chosen.of(1)[1].match, 2u);
  EXPECT_EQ(chosen.of(2)[0].match, 1u);
}

TEST(ReceiveChoice, StandsBesideOtherJobs) {
  const Workload both = side_by_side(std::vector<Workload>{choosing(kMaster), choosing(kMaster)},
                                     std::vector<std::uint64_t>{0, 5});
  EXPECT_EQ(both.choices(3).size(), 5u);
  EXPECT_EQ(both.choices(3)[2].source, 5u);
  EXPECT_EQ(both.choices(3)[1].source, Workload::kAny);
  EXPECT_EQ(find_problem(both), std::nullopt);
}

TEST(ReceiveChoice, ReportsWhatCanNeverEnd) {
  EXPECT_EQ(choosing_error("num_ranks 2\nrank 0 {\nrecv 8b from -1\nrecv 8b from -1 tag -1 }\n"
                           "rank 1 { send 8b to 0 }"),
            "FILE:4: an operation of rank 0 waits for a message, and each that it could take is "
            "another one's; allowed: as many send as recv");
  EXPECT_EQ(
      choosing_error("num_ranks 2\nrank 0 {\nrecv 8b from -1 tag 3 }\nrank 1 { send 8b to 0 }"),
      "FILE:3: an operation of rank 0 waits for a message, and each that it could take is "
      "another one's; allowed: as many send as recv");
  EXPECT_EQ(choosing_error("num_ranks 2\nrank 0 {\nrecv 8b from -1 }\n"
                           "rank 1 { send 8b to 0\nsend 8b to 0 }"),
            "FILE:5: an operation of rank 1 sends a message that rank 0 never receives; allowed: "
            "as many recv as send of a source, destination and tag");
  // Any first message comes from rank 1, which waits for rank 0.
  EXPECT_EQ(choosing_error("num_ranks 2\nrank 0 {\nr: recv 1b from -1\ns: send 1b to 1\n"
                           "s requires r }\nrank 1 {\nr: recv 1b from 0\ns: send 1b to 0\n"
                           "s requires r\n}\n"),
            "FILE:3: r of rank 0 waits for itself, by way of s of rank 1 (line 8), r of rank 1 "
            "(line 7), s of rank 0 (line 4); allowed: no cycle of dependencies");
  EXPECT_EQ(choosing_error("num_ranks 2\nrank 0 { send 8b to -1 }"),
            "FILE:2: - is no rank; allowed: 0 to 1");
  EXPECT_EQ(
      choosing_error("num_ranks 2\nrank 0 { recv 8b from -2 }"),
      "FILE:2: 2 where there should be something else; allowed: 1, as -1 stands for any; no other "
      "number is below 0");
}

// A matching is found whenever one exists, as an exhaustive search confirms.
TEST(ReceiveChoice, MatchesWhereverAllCanMatch) {
  RandomStream random(3, 0, RandomPurpose::kTest);
  int possible = 0, impossible = 0;
  for (int i = 0; i < 3000; ++i) {
    const std::uint32_t count = 1 + random.below(5);
    struct Pair {
      int source, tag;
    };
    std::vector<Pair> sent, accepted;
    std::string text = "num_ranks 4 rank 0 {";
    std::string senders[4];
    for (std::uint32_t m = 0; m < count; ++m) {
      sent.push_back({1 + static_cast<int>(random.below(3)), static_cast<int>(random.below(3))});
      senders[sent[m].source] += fmt::format(" send 1b to 0 tag {}", sent[m].tag);
      accepted.push_back(
          {static_cast<int>(random.below(4)), static_cast<int>(random.below(4)) - 1});
      if (accepted[m].source == 0) accepted[m].source = -1;
      text += fmt::format(" recv 1b from {} tag {}", accepted[m].source, accepted[m].tag);
    }
    text += " }";
    for (int rank = 1; rank < 4; ++rank)
      text += fmt::format(" rank {} {{{} }}", rank, senders[rank]);
    if (std::ranges::none_of(accepted, [](const Pair& a) { return a.source < 0 || a.tag < 0; }))
      continue;
    std::vector<std::uint32_t> order(count);
    for (std::uint32_t m = 0; m < count; ++m) order[m] = m;
    bool matches = false;
    do {
      bool all = true;
      for (std::uint32_t m = 0; m < count; ++m) {
        const Pair &a = accepted[m], &b = sent[order[m]];
        all = all && (a.source < 0 || a.source == b.source) && (a.tag < 0 || a.tag == b.tag);
      }
      matches = matches || all;
    } while (std::ranges::next_permutation(order).found);
    EXPECT_EQ(choosing_error(text).empty(), matches) << text;
    ++(matches ? possible : impossible);
  }
  EXPECT_GT(possible, 200);
  EXPECT_GT(impossible, 300);
}

TEST(ReceiveChoice, TimesAreScaledWhole) {
  Workload workload = choosing("num_ranks 1 rank 0 { calc 3 calc 0 calc 1000000000000000 }");
  EXPECT_TRUE(workload.scale_times({1, 2}));
  EXPECT_EQ(workload.of(0)[0].amount, 2u);
  EXPECT_EQ(workload.of(0)[1].amount, 0u);
  EXPECT_EQ(workload.of(0)[2].amount, 500000000000000u);
  EXPECT_FALSE(workload.scale_times(3));
}

}  // namespace
}  // namespace orthant
