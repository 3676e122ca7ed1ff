#include "base/plain_text.hpp"

#include <gtest/gtest.h>

namespace orthant {
namespace {

TEST(PlainText, HasNoControlCharacters) {
  EXPECT_EQ(without_controls("a\tb\nc"), "a\tb\nc");
  EXPECT_EQ(without_controls("\x1b[31mred\x7f\r\b"), "?[31mred???");
  EXPECT_EQ(without_controls("Z\xc3\xbcrich \xc2\x9b"
                             "31m \xc2\xb5s \xc2"),
            "Z\xc3\xbcrich ?31m \xc2\xb5s \xc2");
}

}  // namespace
}  // namespace orthant
