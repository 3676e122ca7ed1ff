// The reader of traffic matrices: valid files, error messages, and robustness.
#include <gmock/gmock.h>

#include "tests/traffic/networks.hpp"

namespace orthant {
namespace {

using Row = std::vector<std::pair<std::uint32_t, double>>;

std::unique_ptr<Pattern> read(const std::string& path, std::uint32_t nodes = 3) {
  return make_pattern("matrix", torus({nodes}), {.file = path});
}

Row row_of(const Pattern& pattern, std::size_t source) {
  Row row;
  pattern.row(NodeId{source}, [&](NodeId node, double p) { row.emplace_back(node.value, p); });
  return row;
}

// The error for a file with this text, without the path.
std::string error_of(std::string_view text, std::uint32_t nodes = 3) {
  const TemporaryFile file(text);
  std::string error = key_error_of([&] { read(file.path(), nodes); });
  if (const auto at = error.find(file.path()); at != std::string::npos) {
    error.replace(at, file.path().size(), "FILE");
  }
  return error;
}

TEST(Matrix, ReadsBlanksCommasCommentsAndEmptyLines) {
  const TemporaryFile file(
      "# to 0, 1, 2\n\n0.5, 0.25 ,0.25 # first\r\n  0\t1e0\t0\n   \n0 0.125,0");
  const auto pattern = read(file.path());
  EXPECT_EQ(row_of(*pattern, 0), (Row{{0, 0.5}, {1, 0.25}, {2, 0.25}}));
  EXPECT_EQ(row_of(*pattern, 1), (Row{{1, 1.0}}));
  EXPECT_EQ(row_of(*pattern, 2), (Row{{1, 0.125}}));
}

TEST(Matrix, TakesASumWithinAHundredThousandthOfOneAsOne) {
  const TemporaryFile file("0.333333 0.333333 0.333333\n0.5 0.500009 0\n0 0 0\n");
  const auto pattern = read(file.path());
  for (const std::size_t source : {0, 1}) {
    double sum = 0;
    for (const auto& [node, probability] : row_of(*pattern, source)) sum += probability;
    EXPECT_DOUBLE_EQ(sum, 1.0);
  }
  EXPECT_TRUE(row_of(*pattern, 2).empty());
  EXPECT_FALSE(pattern->sends(NodeId{2}, true));
}

TEST(Matrix, LeavesTheRestOfASmallerSumUnsent) {
  const TemporaryFile file("0 0.5 0.49998\n0 0 0\n0 0 0\n");
  double sum = 0;
  for (const auto& [node, probability] : row_of(*read(file.path()), 0)) sum += probability;
  EXPECT_DOUBLE_EQ(sum, 0.99998);
}

// Weights, such as bytes: each row is scaled, empty rows stay empty.
TEST(Matrix, TakesWeightsOnRequest) {
  const TemporaryFile file("0 3000 1000\n0 0 0\n1e-9 0 0\n");
  const auto pattern = make_pattern("matrix", torus({3}), {.file = file.path(), .normalize = true});
  EXPECT_EQ(row_of(*pattern, 0), (Row{{1, 0.75}, {2, 0.25}}));
  EXPECT_TRUE(row_of(*pattern, 1).empty());
  EXPECT_EQ(row_of(*pattern, 2), (Row{{0, 1.0}}));
}

const std::string kAdvice =
    ", traffic.pattern = flows for rates, or traffic.normalize = yes for weights, with which all "
    "nodes send alike: a row of 32 and one of 910 become equal";

TEST(Matrix, NamesTheLineOfAMistake) {
  const std::string start = "traffic.file: FILE:2: ";
  EXPECT_EQ(error_of("1 0 0\n0 x 0\n0 0 1\n"),
            start + "'x' is no probability; allowed: numbers from 0 to 1");
  EXPECT_EQ(error_of("1 0 0\n0 -0.5 0\n0 0 1\n"),
            start + "'-0.5' is no probability; allowed: numbers from 0 to 1");
  EXPECT_EQ(error_of("1 0 0\n0 nan 0\n0 0 1\n"),
            start + "'nan' is no probability; allowed: numbers from 0 to 1");
  EXPECT_EQ(error_of("1 0 0\n0 inf 0\n0 0 1\n"),
            start + "'inf' is no probability; allowed: numbers from 0 to 1");
  EXPECT_EQ(error_of("1 0 0\n0 0.5x 0\n0 0 1\n"),
            start + "'0.5x' is no probability; allowed: numbers from 0 to 1");
  EXPECT_EQ(error_of("1 0 0\n0 1.5 0\n0 0 1\n"),
            start + "'1.5' is no probability; allowed: numbers from 0 to 1" + kAdvice);
  EXPECT_EQ(error_of("1 0 0\n0.5 0.25 0.5\n0 0 1\n"),
            start + "the row sums to 1.25; allowed: at most 1" + kAdvice);
  EXPECT_EQ(error_of("1 0 0\n0.5 0.50002 0\n0 0 1\n"),
            start + "the row sums to 1.00002; allowed: at most 1" + kAdvice);
  EXPECT_EQ(error_of("1 0 0\n0 1e-7 0\n0 0 1\n"),
            start + "the row sums to 1e-07; allowed: 0 and 1e-6 to 1");
  EXPECT_EQ(error_of("1 0 0\n0 1\n0 0 1\n"),
            start + "2 numbers; the network has 3 nodes; allowed: a number for each");
  EXPECT_EQ(error_of("1 0 0\n0 1 0 0\n0 0 1\n"),
            start + "4 numbers; the network has 3 nodes; allowed: a number for each");
  EXPECT_EQ(error_of("1 0 0\n0,,1,0\n0 0 1\n"),
            start + "no number before a comma; allowed: numbers, blanks or one comma between them");
  EXPECT_EQ(error_of("1 0 0\n,0,1,0\n0 0 1\n"),
            start + "no number before a comma; allowed: numbers, blanks or one comma between them");
  EXPECT_EQ(error_of("1 0 0\n0,1,0,\n0 0 1\n"),
            start + "no number after a comma; allowed: numbers, blanks or one comma between them");
}

TEST(Matrix, CountsTheRows) {
  EXPECT_EQ(error_of("1 0 0\n0 1 0\n"),
            "traffic.file: FILE: 2 rows; the network has 3 nodes; allowed: a row for each");
  EXPECT_EQ(error_of(""),
            "traffic.file: FILE: 0 rows; the network has 3 nodes; allowed: a row for each");
  EXPECT_EQ(error_of("1 0 0\n0 1 0\n0 0 1\n\n0 0 1\n"),
            "traffic.file: FILE:5: row 4 of a network of 3 nodes; allowed: a row for each");
}

TEST(Matrix, ShowsBinaryBytesHarmlessly) {
  EXPECT_EQ(error_of("\x7f"
                     "ELF\x01\x02"),
            "traffic.file: FILE:1: '?ELF"
            "?"
            "?' is no probability; allowed: numbers from 0 to 1");
  EXPECT_EQ(error_of("123456789012345678901234567890"),
            "traffic.file: FILE:1: '12345678901234567890...' is no probability; allowed: "
            "numbers from 0 to 1");
}

// Reads no more than 64 * 3 + 4096 = 4288 characters.
TEST(Matrix, StopsAtALineThatIsTooLong) {
  const std::string expected =
      "traffic.file: FILE:1: the line is longer than 4288 characters, too long for 3 numbers; "
      "allowed: at most 4288";
  EXPECT_EQ(error_of(std::string(4289, '0')), expected);
  EXPECT_EQ(error_of("#" + std::string(1'000'000, 'x')), expected);
  EXPECT_EQ(error_of("1 0 0" + std::string(4283, ' ') + "\n0 1 0\n0 0 1"), "nothing");
}

TEST(Matrix, NeedsAFileThatCanBeRead) {
  EXPECT_EQ(key_error_of([] { read(""); }),
            "traffic.file: missing; matrix needs it; allowed: a file of N rows of N probabilities");
  EXPECT_EQ(key_error_of([] { read("no/such/file"); }),
            "traffic.file: cannot open no/such/file: No such file or directory");
  EXPECT_EQ(key_error_of([] { read("/"); }),
            "traffic.file: cannot read /: Is a directory; allowed: a file");
}

// Every prefix of a valid file, files with one byte changed, and random bytes give a matrix or a
// ConfigError.
TEST(Matrix, SurvivesAnyFile) {
  const std::string valid = "# demand\n0.5, 0.25 0.25\n1.0 0 0\n0 1e-3 0.5\n";
  const TemporaryFile file("");
  RandomStream random(1, 0, RandomPurpose::kTest);
  int accepted = 0;
  int refused = 0;
  const auto try_text = [&](const std::string& text) {
    file.write(text);
    try {
      const auto pattern = read(file.path());
      for (std::size_t source = 0; source < 3; ++source) {
        double sum = 0;
        for (const auto& [node, probability] : row_of(*pattern, source)) {
          EXPECT_LT(node, 3u);
          EXPECT_GT(probability, 0);
          sum += probability;
        }
        EXPECT_LE(sum, 1 + 1e-12);
        pattern->destination(NodeId{source}, 0, random);
      }
      ++accepted;
    } catch (const ConfigError&) {
      ++refused;
    }
  };
  for (std::size_t size = 0; size <= valid.size(); ++size) try_text(valid.substr(0, size));
  for (int i = 0; i < 4000; ++i) {
    std::string text = valid;
    text[random.below(static_cast<std::uint32_t>(text.size()))] =
        static_cast<char>(random.below(256));
    try_text(text);
  }
  constexpr std::string_view kLikely = "0123456789.,eE+- \t\r\n#naif";
  for (int i = 0; i < 4000; ++i) {
    std::string text(random.below(200), '\0');
    for (char& c : text) {
      c = i % 2 == 0 ? static_cast<char>(random.below(256)) : kLikely[random.below(kLikely.size())];
    }
    try_text(text);
  }
  EXPECT_GT(accepted, 100);
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace orthant
