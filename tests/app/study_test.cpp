// What the verdicts of all rows mean for the exit code, and the order in which rows are given on.
#include "app/jobs/study.hpp"

#include <gtest/gtest.h>

#include "app/config/command_line.hpp"
#include "app/jobs/in_order.hpp"

namespace orthant {
namespace {

TEST(ExitCode, IsDeadlockThenSaturatedThenUnfinished) {
  const auto code = [](std::vector<std::string> verdicts, bool require_stable) {
    return exit_code_of(verdicts, require_stable);
  };
  EXPECT_EQ(code({"stable", "drained", ""}, true), kExitDone);
  EXPECT_EQ(code({"stable", "unfinished"}, false), kExitUnfinished);
  EXPECT_EQ(code({"unfinished", "saturated"}, false), kExitUnfinished);
  EXPECT_EQ(code({"saturated"}, false), kExitDone);
  EXPECT_EQ(code({"unfinished", "saturated"}, true), kExitSaturated);
  EXPECT_EQ(code({"saturated", "deadlocked", "unfinished"}, true), kExitDeadlock);
}

TEST(InOrder, GivesOnWhatNoGapPrecedes) {
  InOrder<std::string> items;
  items.put(2, "c");
  items.put(1, "b");
  EXPECT_TRUE(items.take().empty());
  items.put(0, "a");
  EXPECT_EQ(items.take(), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(items.next(), 3u);
  items.put(1, "late");
  items.put(5, "f");
  EXPECT_TRUE(items.take().empty());
  items.skip_to(5);
  EXPECT_EQ(items.take(), (std::vector<std::string>{"f"}));
}

}  // namespace
}  // namespace orthant
