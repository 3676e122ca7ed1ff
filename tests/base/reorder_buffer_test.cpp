// The order in which items leave the reorder buffer.
#include "base/reorder_buffer.hpp"

#include <gtest/gtest.h>

#include <string>

namespace orthant {
namespace {

TEST(ReorderBuffer, GivesOnWhatNoGapPrecedes) {
  ReorderBuffer<std::string> items;
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
