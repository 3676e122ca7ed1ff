#include "base/fifo.hpp"

#include <gtest/gtest.h>

#include <deque>

#include "base/random.hpp"

namespace orthant {
namespace {

TEST(Fifo, IsADeque) {
  RandomStream random(1, 0, RandomPurpose::kTest);
  Fifo<int> fifo;
  std::deque<int> expected;
  for (int i = 0; i < 20'000; ++i) {
    const bool grows = i % 2'000 < 1'000;  // up to hundreds, then down to none
    if (random.below(4) < (grows ? 3u : 1u)) {
      fifo.push_back(i);
      expected.push_back(i);
    } else if (!expected.empty()) {
      fifo.pop_front();
      expected.pop_front();
    }
    ASSERT_EQ(fifo.empty(), expected.empty());
    if (expected.empty()) continue;
    ASSERT_EQ(fifo.front(), expected.front());
  }
}

}  // namespace
}  // namespace orthant
