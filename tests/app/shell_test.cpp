#include "app/output/shell.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace orthant {
namespace {

TEST(ShellWord, LeavesPlainWordsAlone) {
  EXPECT_EQ(shell_word("out/r-1.csv"), "out/r-1.csv");
  EXPECT_EQ(shell_word("traffic.load=0.1"), "traffic.load=0.1");
}

TEST(ShellWord, QuotesWhatAShellWouldRead) {
  for (const char* text : {"`a`", "$(a)", "a b", "!x", "{a,b}", "^a", "a;b", "~", "a*"})
    EXPECT_EQ(shell_word(text), fmt::format("'{}'", text));
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
}

}  // namespace
}  // namespace orthant
