#include "traffic/message_list.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "base/random.hpp"
#include "tests/topology/temporary_file.hpp"
#include "traffic/goal_file.hpp"

namespace orthant {
namespace {

constexpr const char* kListHead = "time,source,destination,bytes,after\n";

Workload list_of(const std::string& lines, std::size_t nodes = 16) {
  const TemporaryFile file(kListHead + lines);
  return read_message_list("workload.file", file.path(), nodes);
}

// The error without the name of the file.
std::string list_error(const std::string& text, std::size_t nodes = 16) {
  const TemporaryFile file(text);
  try {
    read_message_list("workload.file", file.path(), nodes);
  } catch (const KeyError& error) {
    EXPECT_EQ(error.key(), "workload.file");
    const std::string what = error.what();
    EXPECT_EQ(what.rfind(file.path(), 0), 0u) << what;
    return what.substr(file.path().size());
  }
  return "";
}

TEST(MessageList, IsTheSameAsInGoal) {
  const std::string list =
      "0,0,1,4096,\n"
      "100,1,2,64,1  # when the first one is there\n"
      "\n"
      "20,1,0,1\n"
      "5,1,3,2,\r\n"
      "0,2,0,8,2\n"
      "7,2,2,9,2 5\n"
      " 0, 0,3,\t0 , 1 5  3 \n";
  const std::string goal = R"(num_ranks 4
rank 0 { a: send 4096b to 1 b: recv 1b from 1 c: recv 8b from 2 d: send 0b to 3
         d requires a d requires b d requires c }
rank 1 { five: calc 5 twenty: calc 15 twenty requires five
         a: recv 4096b from 0 work: calc 100 cpu 1 work requires a b: send 64b to 2 b requires work
         c: send 1b to 0 c requires twenty d: send 2b to 3 d requires five }
rank 2 { a: recv 64b from 1 b: send 8b to 0 b requires a
         work: calc 7 cpu 1 work requires a work requires b c: send 9b to 2 c requires work
         d: recv 9b from 2 }
rank 3 { recv 2b from 1 recv 0b from 0 }
)";
  const Workload read = list_of(list);
  EXPECT_FALSE(find_problem(read));
  EXPECT_EQ(goal_text(read), goal_text(parse_goal("k", "FILE", goal)));
}

TEST(MessageList, NeedsNoColumnOfOthersToWaitFor) {
  const Workload with = list_of("0,0,1,64\n5,1,0,8\n");
  const TemporaryFile file("time,source,destination,bytes\n0,0,1,64\n5,1,0,8\n");
  const Workload without = read_message_list("workload.file", file.path(), 16);
  EXPECT_EQ(goal_text(without), goal_text(with));
}

TEST(MessageList, MayHaveExponents) {
  EXPECT_EQ(goal_text(list_of("1e3,0,1,2.5e6\n0,1,0,1e0,1\n")),
            goal_text(list_of("1000,0,1,2500000\n0,1,0,1,1\n")));
}

// Scaling each step separately would round every one up.
TEST(MessageList, ScalesTimesAndNotTheStepsBetweenThem) {
  const TemporaryFile file(std::string(kListHead) + "1,0,1,8,\n2,0,1,8,\n3,0,1,8,\n4,0,1,8,\n");
  const Workload halved = read_message_list("k", file.path(), 2, Rational(1, 2));
  const TemporaryFile same(std::string(kListHead) + "1,0,1,8,\n1,0,1,8,\n2,0,1,8,\n2,0,1,8,\n");
  EXPECT_EQ(goal_text(halved), goal_text(read_message_list("k", same.path(), 2)));
  EXPECT_THROW(read_message_list("k", file.path(), 2, Rational(Workload::kMaxAmount)), KeyError);
}

TEST(MessageList, ReportsWhatIsWrongAndWhere) {
  const std::string head = kListHead;
  EXPECT_EQ(list_error("time,source,destination,bytes\n0,0,1,8\n0,1,0,8,1\n"),
            ":3: 5 values between commas; allowed: time,source,destination,bytes");
  EXPECT_EQ(list_error(""),
            ":1: not the head of a list of messages; allowed: "
            "time,source,destination,bytes,after, or the same without after");
  EXPECT_EQ(list_error("0,0,1,8\n"),
            ":1: not the head of a list of messages; allowed: "
            "time,source,destination,bytes,after, or the same without after");
  EXPECT_EQ(list_error(head), ": no messages; allowed: a line for each");
  EXPECT_EQ(list_error(head + "0,0,1\n"),
            ":2: 3 values between commas; allowed: time,source,destination,bytes,after");
  EXPECT_EQ(list_error(head + "0 0 1 8\n"),
            ":2: 1 value between commas; allowed: time,source,destination,bytes,after");
  EXPECT_EQ(list_error(head + "0,0,1,8\n0,1,0,8,1,1\n"),
            ":3: 6 values between commas; allowed: time,source,destination,bytes,after");
  EXPECT_EQ(list_error(head + "0,0 1,1,8\n"), ":2: 0 1 is no rank; allowed: 0 to 15");
  EXPECT_EQ(list_error(head + "0,0,1,8\n0,1,0,8,2-1\n"),
            ":3: 2-1 is no earlier message; allowed: 1 to 1");
  EXPECT_EQ(list_error(head + "0,0,1,8\n0,1,0,8\n0,1,0,8,1 2 1\n"),
            ":4: message 1 is there twice after which this one comes; allowed: once");
  EXPECT_EQ(list_error(head + "x,0,1,8\n"), ":2: x is no time; allowed: 0 to 1000000000000000");
  EXPECT_EQ(list_error(head + "-1,0,1,8\n"), ":2: -1 is no time; allowed: 0 to 1000000000000000");
  EXPECT_EQ(list_error(head + "0,16,1,8\n"), ":2: 16 is no rank; allowed: 0 to 15");
  EXPECT_EQ(list_error(head + "0,0,1.5,8\n"), ":2: 1.5 is no rank; allowed: 0 to 15");
  EXPECT_EQ(list_error(head + "0,0,1,1000000000000001\n"),
            ":2: 1000000000000001 is no number of bytes; allowed: 0 to 1000000000000000");
  EXPECT_EQ(list_error(head + "0,0,1,8,1\n"),
            ":2: 1 is before no message; allowed: nothing, in the first one");
  EXPECT_EQ(list_error(head + "0,0,1,8\n\n0,1,0,8,2\n"),
            ":4: 2 is no earlier message; allowed: 1 to 1");
  EXPECT_EQ(
      list_error(head + "0,0,1,8\n0,2,0,8,1\n"),
      ":3: message 1 is from 0 to 1, so that 2 does not know of it; allowed: messages from it "
      "or to it");
  EXPECT_EQ(list_error(head + "0,,1,8\n"), ":2: an empty value is no rank; allowed: 0 to 15");
}

// Any text gives either a workload that can end or a one-line error with a place.
TEST(MessageList, ReadsOrRefusesAnyText) {
  RandomStream random(5, 0, RandomPurpose::kTest);
  const std::string alphabet = "0123456789,,,, \n\n#-.x\t\r";
  int read = 0, refused = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string text = kListHead;
    for (std::uint32_t line = random.below(5); line > 0; --line) {
      text += std::to_string(random.below(50)) + "," + std::to_string(random.below(4)) + "," +
              std::to_string(random.below(4)) + "," + std::to_string(random.below(90));
      if (random.below(2) == 0) text += "," + std::to_string(1 + random.below(3));
      text += "\n";
    }
    for (std::uint32_t change = random.below(3); change > 0; --change)
      text[random.below(static_cast<std::uint32_t>(text.size()))] =
          alphabet[random.below(static_cast<std::uint32_t>(alphabet.size()))];
    const TemporaryFile file(text);
    try {
      EXPECT_FALSE(find_problem(read_message_list("k", file.path(), 4)));
      ++read;
    } catch (const KeyError& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
      ++refused;
    }
  }
  EXPECT_GT(read, 200);
  EXPECT_GT(refused, 300);
}

}  // namespace
}  // namespace orthant
