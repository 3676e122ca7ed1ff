#include "sim/kernel/bits.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace orthant {
namespace {

Bits<3> single(unsigned bit) {
  Bits<3> bits;
  bits.set(bit);
  return bits;
}

TEST(Bits, VisitsSetBitsInAscendingOrderOverAllWords) {
  Bits<3> bits;
  for (const unsigned b : {190u, 0u, 63u, 64u, 127u}) bits.set(b);
  std::vector<unsigned> seen;
  bits.for_each([&](unsigned b) { seen.push_back(b); });
  EXPECT_EQ(seen, (std::vector<unsigned>{0, 63, 64, 127, 190}));
  EXPECT_TRUE(bits.several());
  EXPECT_FALSE(single(70).several());
  EXPECT_TRUE((single(70) | single(3)).several());
  EXPECT_FALSE(Bits<3>{}.several());
  bits.clear(64);
  EXPECT_FALSE(bits.test(64));
  EXPECT_TRUE((bits & single(190)).any());
  EXPECT_FALSE((bits & ~bits).any());
}

// Ports of 16 in words of 64 bits: VC v of port 3 is bit 16 v + 3.
TEST(Bits, AColumnHoldsTheVcsOfOnePort) {
  Bits<2> bits;
  for (const unsigned b : {2u, 3u, 19u, 36u, 115u}) bits.set(b);
  std::vector<unsigned> seen;
  bits.column(3, 16).for_each([&](unsigned b) { seen.push_back(b); });
  EXPECT_EQ(seen, (std::vector<unsigned>{3, 19, 115}));
  EXPECT_TRUE(Bits<1>{{std::uint64_t{1} << 63}}.column(63, 64).test(63));
}

TEST(RoundRobinPick, TakesTheFirstAtOrAfterTheStartAndGoesRound) {
  EXPECT_EQ(round_robin_pick(0b10010, 0), 1u);
  EXPECT_EQ(round_robin_pick(0b10010, 1), 1u);
  EXPECT_EQ(round_robin_pick(0b10010, 2), 4u);
  EXPECT_EQ(round_robin_pick(0b10010, 5), 1u);
  EXPECT_EQ(round_robin_pick(std::uint64_t{1} << 63, 63), 63u);
}

}  // namespace
}  // namespace orthant
