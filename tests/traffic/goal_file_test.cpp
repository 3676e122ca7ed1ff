// GOAL text: reading, writing, and error messages.
#include "traffic/goal_file.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.hpp"
#include "base/random.hpp"
#include "tests/topology/temporary_file.hpp"

namespace orthant {
namespace {

constexpr const char* kPair =
    "num_ranks 2\n"
    "\n"
    "rank 0 {\n"
    "l1: calc 100 cpu 1\n"
    "l2: send 8b to 1 tag 7 nic 2\n"
    "l2 requires l1\n"
    "}\n"
    "rank 1 {\n"
    "a_label: recv 8b from 0 tag 7\n"
    "}\n";

std::string error(const std::string& text) {
  try {
    parse_goal("workload.file", "FILE", text);
  } catch (const KeyError& wrong) {
    EXPECT_EQ(wrong.key(), "workload.file");
    return wrong.what();
  }
  return "no error";
}

// The error for the pair with one piece of its text replaced.
std::string error_with(const std::string& from, const std::string& to) {
  std::string changed = kPair;
  return error(changed.replace(changed.find(from), from.size(), to));
}

Workload parsed(std::string_view text) { return parse_goal("workload.file", "FILE", text); }

TEST(Goal, IsReadWhole) {
  const Workload workload = parsed(kPair);
  ASSERT_EQ(workload.ranks(), 2u);
  const auto zero = workload.of(0), one = workload.of(1);
  ASSERT_EQ(zero.size(), 2u);
  EXPECT_EQ(zero[0].kind, OperationKind::kComputation);
  EXPECT_EQ(zero[0].amount, 100u);
  EXPECT_EQ(zero[0].queue, 1u);
  EXPECT_EQ(zero[1].kind, OperationKind::kSend);
  EXPECT_EQ(zero[1].amount, 8u);
  EXPECT_EQ(zero[1].peer, 1u);
  EXPECT_EQ(zero[1].queue, 2u);
  EXPECT_EQ(zero[1].waits, 1u);
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one[0].kind, OperationKind::kReceive);
  EXPECT_EQ(one[0].peer, 0u);
  EXPECT_EQ(one[0].match, 1u);
}

TEST(Goal, TakesCommentsAnyLinesAndDependenciesBeforeTheirOperations) {
  const Workload workload = parsed(
      "# first\nnum_ranks 1 // one\nrank 0{/* two\nlines */b irequires a b requires c a:calc 1\n"
      "b : calc\n2 c: calc 3 calc 4}");
  const auto operations = workload.of(0);
  ASSERT_EQ(operations.size(), 4u);
  EXPECT_EQ(operations[1].waits, 2u);
  EXPECT_EQ(operations[3].amount, 4u);
}

TEST(Goal, ReadsWhatSchedgenWrites) {
  std::size_t files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(ORTHANT_SOURCE_DIR "/tests/data/goal")) {
    if (entry.path().extension() != ".goal") continue;
    ++files;
    const Workload workload = read_goal("workload.file", entry.path().string());
    EXPECT_GT(workload.messages(), 0u) << entry.path();
    const std::string text = goal_text(workload);
    EXPECT_EQ(goal_text(parsed(text)), text) << entry.path();
  }
  EXPECT_EQ(files, 14u);
  const Workload rounds =
      read_goal("workload.file", ORTHANT_SOURCE_DIR "/tests/data/goal/allreduce_recdoub_8_64.goal");
  EXPECT_EQ(rounds.ranks(), 8u);
  EXPECT_EQ(rounds.messages(), 8u * 6);
}

TEST(Goal, RejectsWhatIsNoGoal) {
  EXPECT_EQ(error(kPair), "no error");
  EXPECT_EQ(error(""),
            "FILE:1: the end of the file where there should be something else; allowed: num_ranks "
            "and the number of ranks, before all else");
  EXPECT_EQ(error_with("num_ranks 2", "num_ranks two"),
            "FILE:1: two is no number of ranks; allowed: 0 to 16777216");
  EXPECT_EQ(error("num_ranks 0 rank 0 { }"), "FILE:1: 0 ranks; allowed: 1 to 16777216");
  EXPECT_EQ(error_with("rank 1 {", "rank 2 {"), "FILE:8: 2 is no rank; allowed: 0 to 1");
  EXPECT_EQ(error_with("rank 1 {", "rank 0 {"),
            "FILE:8: rank 0 is there twice; allowed: one block for each rank");
  EXPECT_EQ(error_with("rank 1 {", "rang 1 {"),
            "FILE:8: rang where there should be something else; allowed: rank, a number and {");
  EXPECT_EQ(error_with("rank 1 {", "rank 1"),
            "FILE:9: a_label where there should be something else; allowed: {");
  EXPECT_EQ(error_with("tag 7\n}\n", "tag 7\n"),
            "FILE:8: rank 1 has no end; allowed: } before the end of the file");
  EXPECT_EQ(error_with("8b to", "8 to"),
            "FILE:5: 8 is no number of bytes; allowed: 0b to 1000000000000000b");
  EXPECT_EQ(error_with("calc 100", "calc -1"),
            "FILE:4: - is no time; allowed: 0 to 1000000000000000");
  EXPECT_EQ(error_with("to 1", "from 1"),
            "FILE:5: from where there should be something else; allowed: to");
  EXPECT_EQ(error_with("to 1", "to 2"), "FILE:5: 2 is no rank; allowed: 0 to 1");
  EXPECT_EQ(error_with("nic 2", "nic 256"), "FILE:5: 256 is no nic; allowed: 0 to 255");
  EXPECT_EQ(error_with("send 8b", "put 8b"),
            "FILE:5: put is no statement; allowed: send, recv or calc, with a label before it, or "
            "two labels with requires or irequires between them");
  EXPECT_EQ(error_with("l2 requires l1", "l2 requires ;"),
            "FILE:6: ; where there should be something else; allowed: a label");
  EXPECT_EQ(error_with("calc 100", "/* calc 100"),
            "FILE:4: a comment without its end; allowed: */");
  EXPECT_EQ(error_with("l2: send", "l1: send"),
            "FILE:5: label l1 is there twice in rank 0; allowed: another name");
}

TEST(Goal, ReportsWhatCanNeverEnd) {
  EXPECT_EQ(error_with("requires l1", "requires l9"),
            "FILE:6: rank 0 has no label l9; allowed: those of its operations");
  EXPECT_EQ(error_with("requires l1", "requires a_label"),
            "FILE:6: rank 0 has no label a_label; allowed: those of its operations");
  EXPECT_EQ(error_with("from 0 tag 7", "from 0 tag 8"),
            "FILE:5: l2 of rank 0 sends a message that rank 1 never receives; allowed: as many "
            "recv as send of a source, destination and tag");
  EXPECT_EQ(error_with("a_label:", "a_label: recv 8b from 0 tag 7\n"),
            "FILE:10: an operation of rank 1 waits for a message that rank 0 never sends; allowed: "
            "as many send as recv of a source, destination and tag");
  EXPECT_EQ(error_with("recv 8b", "recv 7b"),
            "FILE:9: a_label of rank 1 receives 7 bytes of a message of 8 (l2 of rank 0, line 5); "
            "allowed: at least 8");
  EXPECT_EQ(error_with("l2 requires l1", "l2 requires l2"),
            "FILE:5: l2 of rank 0 waits for itself; allowed: no cycle of dependencies");
  EXPECT_EQ(error_with("l2 requires l1", "l2 requires l1 l1 irequires l2"),
            "FILE:4: l1 of rank 0 waits for itself, by way of l2 of rank 0 (line 5); allowed: no "
            "cycle of dependencies");
  EXPECT_EQ(error("num_ranks 2\nrank 0 {\nr: recv 1b from 1\ns: send 1b to 1\ns requires r }\n"
                  "rank 1 {\nr: recv 1b from 0\ns: send 1b to 0\ns requires r\n}\n"),
            "FILE:3: r of rank 0 waits for itself, by way of s of rank 1 (line 8), r of rank 1 "
            "(line 7), s of rank 0 (line 4); allowed: no cycle of dependencies");
}

TEST(Goal, EveryRankNeedsANode) {
  EXPECT_NO_THROW(parse_goal("k", "FILE", kPair, 2));
  try {
    parse_goal("k", "FILE", std::string("\n") + kPair, 1);
    FAIL();
  } catch (const KeyError& wrong) {
    EXPECT_STREQ(wrong.what(), "FILE:2: 2 ranks for 1 nodes; allowed: a node for each rank");
  }
}

TEST(Goal, NamesAFewOfALongCycle) {
  std::string text = "num_ranks 1 rank 0 {\n";
  for (int i = 0; i < 20; ++i) text += fmt::format("c{}: calc 1\n", i);
  for (int i = 0; i < 20; ++i) text += fmt::format("c{} requires c{}\n", i, (i + 19) % 20);
  EXPECT_EQ(error(text + "}"),
            "FILE:2: c0 of rank 0 waits for itself, by way of c19 of rank 0 (line 21), c18 of rank "
            "0 (line 20), c17 of rank 0 (line 19), c16 of rank 0 (line 18), c15 of rank 0 (line "
            "17), 13 more, c1 of rank 0 (line 3); allowed: no cycle of dependencies");
}

TEST(Goal, ReportsWhichFileIsNotThere) {
  try {
    read_goal("workload.file", "/nowhere/x.goal");
    FAIL();
  } catch (const KeyError& wrong) {
    EXPECT_STREQ(wrong.what(), "cannot open /nowhere/x.goal: No such file or directory");
  }
}

// Any text is either read or rejected with one line of printable characters.
TEST(Goal, AnyTextIsReadOrRefusedInALine) {
  RandomStream random(1, 0, RandomPurpose::kTraffic);
  const std::string valid =
      goal_text(read_goal("k", ORTHANT_SOURCE_DIR "/tests/data/goal/dissemination_8_64.goal"));
  const std::vector<std::string> pieces = {
      "send", "recv", "calc", "requires", "irequires", "{",  "}",    ":",
      "l1",   "rank", "/*",   "*/",       "8b",        "\n", "\xff", "99999999999999999999",
      "tag"};
  std::size_t accepted = 0, refused = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string text = valid.substr(0, 200 + random.below(1200));
    if (i % 3 != 0) text = valid;
    for (std::uint32_t changes = 1 + random.below(3); changes > 0; --changes) {
      const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
      switch (random.below(3)) {
        case 0:
          text[at] = static_cast<char>(random.below(256));
          break;
        case 1:
          text.erase(at, 1 + random.below(8));
          break;
        default:
          text.insert(at, pieces[random.below(static_cast<std::uint32_t>(pieces.size()))]);
      }
    }
    const std::string message = error(text);
    (message == "no error" ? accepted : refused)++;
    ASSERT_TRUE(std::ranges::all_of(message, [](char c) { return c >= ' ' && c <= '~'; }))
        << message;
    ASSERT_TRUE(message == "no error" || message.starts_with("FILE:")) << message;
  }
  EXPECT_GT(accepted, 10u);
  EXPECT_GT(refused, 1000u);
}

// A random program that sends and receives in clock order is acyclic; it survives writing and
// reading.
TEST(Goal, WhatIsWrittenIsReadAgainTheSame) {
  RandomStream random(2, 0, RandomPurpose::kTraffic);
  for (int round = 0; round < 200; ++round) {
    const std::uint32_t ranks = 1 + random.below(6);
    std::vector<std::vector<std::string>> lines(ranks);
    const auto add = [&](std::uint32_t rank, const std::string& what) {
      const std::size_t i = lines[rank].size();
      std::string text = fmt::format("x{}: {}\n", i, what);
      for (std::uint32_t d = random.below(3); i > 0 && d > 0; --d)
        text += fmt::format("x{} {}requires x{}\n", i, random.below(2) == 0 ? "i" : "",
                            random.below(static_cast<std::uint32_t>(i)));
      lines[rank].push_back(text);
    };
    for (int i = 0; i < 30; ++i) {
      const std::uint32_t from = random.below(ranks), to = random.below(ranks);
      const std::uint32_t bytes = random.below(100), tag = random.below(2);
      if (random.below(4) == 0) {
        add(from, fmt::format("calc {} cpu {}", bytes, tag));
        continue;
      }
      add(from, fmt::format("send {}b to {} tag {} nic {}", bytes, to, 0, tag));
      add(to, fmt::format("recv {}b from {} tag {}", bytes, from, 0));
    }
    std::string text = fmt::format("num_ranks {}\n", ranks);
    for (std::uint32_t rank = ranks; rank-- > 0;) {
      text += fmt::format("rank {} {{\n", rank);
      for (const std::string& line : lines[rank]) text += line;
      text += "}\n";
    }
    ASSERT_EQ(error(text), "no error") << text;
    const std::string written = goal_text(parsed(text));
    ASSERT_EQ(goal_text(parsed(written)), written) << text;
  }
}

}  // namespace
}  // namespace orthant
