// Fields and lines of comma-separated values, byte by byte.
#include "app/output/csv.hpp"

#include <gtest/gtest.h>

namespace orthant {
namespace {

TEST(Csv, WritesTheShortestTextThatReadsBackAsTheSameNumber) {
  EXPECT_EQ(real_text(0.1), "0.1");
  EXPECT_EQ(real_text(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(real_text(1.0), "1");
  EXPECT_EQ(real_text(1e-7), "1e-07");
  EXPECT_EQ(real_text(std::optional<double>()), "");
}

TEST(Csv, QuotesOnlyWhatHoldsACommaAQuoteOrALineEnd) {
  EXPECT_EQ(csv_line({"8x8", "1:0.5 5:0.5", "", "a,b", "say \"hi\"", "two\nlines"}),
            "8x8,1:0.5 5:0.5,,\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\"");
}

TEST(Csv, ReadsBackWhatItWrote) {
  const std::vector<std::string> fields = {"", "a,b", "\"", "x", ",,\"\",", ""};
  EXPECT_EQ(parse_csv_line(csv_line(fields)), fields);
}

TEST(Csv, HasOneEmptyFieldInAnEmptyLine) {
  EXPECT_EQ(parse_csv_line(""), std::vector<std::string>{""});
  EXPECT_EQ(parse_csv_line("a,"), (std::vector<std::string>{"a", ""}));
}

TEST(Csv, RefusesQuotesThatDoNotMatch) {
  EXPECT_EQ(parse_csv_line("\"a"), std::nullopt);
  EXPECT_EQ(parse_csv_line("\"a\"b"), std::nullopt);
  EXPECT_EQ(parse_csv_line("a\"b"), std::nullopt);
  EXPECT_EQ(parse_csv_line("\"a\"\""), std::nullopt);
}

}  // namespace
}  // namespace orthant
