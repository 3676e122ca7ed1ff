// What the verdicts of all rows mean for the exit code.
#include "app/jobs/study.hpp"

#include <gtest/gtest.h>

#include "app/config/command_line.hpp"

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

}  // namespace
}  // namespace orthant
