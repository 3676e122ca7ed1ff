#include "base/json_reader.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "base/random.hpp"

namespace orthant {
namespace {

using Kind = JsonReader::Kind;

JsonReader reader_of(std::string_view text) { return {"k", "FILE", text}; }
// Returns the error of reading all of `text`; empty if there is none.
std::string error_of(std::string_view text) {
  try {
    JsonReader json = reader_of(text);
    while (json.next() != Kind::kEnd) json.skip();
  } catch (const KeyError& error) {
    EXPECT_EQ(error.key(), "k");
    return error.what();
  }
  return "";
}

TEST(JsonReader, ReadsValues) {
  JsonReader json = reader_of(
      "\xef\xbb\xbf {\"a\": [1, -2, \"3\", 18446744073709551615], \"b\": {}, \"c\": true,\n"
      "\"d\": \"x\\n\\u00e9\\ud83d\\ude00\\\"\", \"e\": null, \"f\": [[], false]} ");
  std::vector<std::int64_t> numbers;
  std::string names, text;
  json.object([&](const std::string& name) {
    names += name;
    if (name == "a") {
      EXPECT_EQ(json.next_inside(), Kind::kNumber);
      json.array([&] { numbers.push_back(json.integer()); });
    } else if (name == "c") {
      EXPECT_EQ(json.next(), Kind::kBoolean);
      EXPECT_TRUE(json.boolean());
    } else if (name == "d") {
      text = json.string();
    } else {
      json.skip();
    }
  });
  EXPECT_EQ(json.next(), Kind::kEnd);
  EXPECT_EQ(names, "abcdef");
  EXPECT_EQ(numbers, (std::vector<std::int64_t>{1, -2, 3, -1}));
  EXPECT_EQ(text, "x\n\xc3\xa9\xf0\x9f\x98\x80\"");
  EXPECT_EQ(reader_of("[ ]").next_inside(), Kind::kEnd);
}

TEST(JsonReader, NamesTheLineOfAMistake) {
  EXPECT_EQ(error_of("{\"a\": [1, 2.5e3, {}]}\n[]"), "");
  EXPECT_EQ(error_of("{\n\"a\" 1}"),
            "FILE:2: 1 where there should be something else; allowed: a colon after a name");
  EXPECT_EQ(error_of("{1: 2}"),
            "FILE:1: 1 where there should be something else; allowed: a name in quotes");
  EXPECT_EQ(error_of("[1\n2]"),
            "FILE:2: 2 where there should be something else; allowed: a comma or ]");
  EXPECT_EQ(error_of("{\"a\": 1"), "FILE:1: the file ends; allowed: a comma or }");
  EXPECT_EQ(error_of("[1,]"),
            "FILE:1: ] where there should be something else; allowed: a value of JSON");
  EXPECT_EQ(error_of("\"a\n"), "FILE:2: the file ends in a string; allowed: a quote after it");
  EXPECT_EQ(error_of("\"\\q\""),
            "FILE:1: an unknown escape in a string; allowed: \\\", \\\\, \\n, ...");
  EXPECT_EQ(error_of("\"\\u12\""), "FILE:1: no \\uXXXX; allowed: four digits");
  EXPECT_EQ(error_of("nothing"),
            "FILE:1: nothing where there should be something else; allowed: a value of JSON");
  EXPECT_EQ(error_of(std::string(1000, '[')),
            "FILE:1: objects and arrays in 200 others; allowed: fewer");
  JsonReader json = reader_of("[\n1.5]");
  EXPECT_THROW(json.array([&] { json.integer(); }), KeyError);
}

TEST(JsonReader, ReadsOrRefusesAnyBytes) {
  constexpr std::string_view kSigns = "{}[]\":,\\u0d8tfn-1e. \n\xff";
  RandomStream random(5, 0, RandomPurpose::kTest);
  int good = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (std::uint32_t size = random.below(12); size > 0; --size)
      text += kSigns[random.below(static_cast<std::uint32_t>(kSigns.size()))];
    const std::string error = error_of(text);
    EXPECT_TRUE(error.empty() || error.starts_with("FILE:")) << text;
    good += error.empty() ? 1 : 0;
  }
  EXPECT_GT(good, 1000);
}

}  // namespace
}  // namespace orthant
