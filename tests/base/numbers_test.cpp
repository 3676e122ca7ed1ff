// Decimals and fractions, read and written.
#include "base/numbers.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace orthant {
namespace {

TEST(Decimals, KeepEveryDigit) {
  const auto text = [](std::string_view in) { return decimal_text(parse_decimal(in).value()); };
  EXPECT_EQ(text("12.50"), "12.5");
  EXPECT_EQ(text("-0.005"), "-0.005");
  EXPECT_EQ(text("1e3"), "1000");
  EXPECT_EQ(text("2.5e-3"), "0.0025");
  EXPECT_EQ(text("000"), "0");
  EXPECT_EQ(text("0.000000000000000001"), "0.000000000000000001");
  EXPECT_EQ(text("999999999999999999"), "999999999999999999");
  for (const char* bad : {"", "-", ".", "1.2.3", "1e", "1e99", "1e-19", "0x1", " 1", "1 ", "--1",
                          "9999999999999999999", "1e99999999999"}) {
    EXPECT_FALSE(parse_decimal(bad)) << bad;
  }
}

TEST(Hexadecimals, AreOfAtMost64Bits) {
  EXPECT_EQ(parse_hexadecimal("0"), 0u);
  EXPECT_EQ(parse_hexadecimal("00fF"), 255u);
  EXPECT_EQ(parse_hexadecimal("ffffffffffffffff"), ~std::uint64_t{0});
  for (const char* bad : {"", "10000000000000000", "0x1", "-1", "+1", " 1", "1 ", "g"}) {
    EXPECT_FALSE(parse_hexadecimal(bad)) << bad;
  }
}

TEST(WholeNumbers, MayHaveAnExponent) {
  for (const auto& [text, value] : std::map<std::string, std::int64_t>{{"0", 0},
                                                                       {"12", 12},
                                                                       {"-3", -3},
                                                                       {"1e6", 1'000'000},
                                                                       {"2.5e3", 2500},
                                                                       {"30e-1", 3},
                                                                       {"1E0", 1}})
    EXPECT_EQ(parse_whole(text), value) << text;
  for (const char* bad : {"", "e", "1e", "1e6x", "2.5", "2.0", "1e-1", "2.55e1", "1e19"})
    EXPECT_FALSE(parse_whole(bad)) << bad;
}

TEST(Rationals, AreExact) {
  EXPECT_EQ(parse_rational("0.1"), Rational(1, 10));
  EXPECT_EQ(parse_rational("1/3"), Rational(1, 3));
  for (const char* bad : {"0", "-1", "1/0", "0/1", "1/-3", "1/3/5", "1/", "/3", "0.0", "1.5/2",
                          "1e13", "1/9999999999999"}) {
    EXPECT_FALSE(parse_rational(bad)) << bad;
  }
}

TEST(Rationals, AreWrittenAsTheyAreRead) {
  for (const char* text : {"1", "0.25", "1/3", "64", "0.000001", "22/7"})
    EXPECT_EQ(rational_text(parse_rational(text).value()), text);
}

}  // namespace
}  // namespace orthant
