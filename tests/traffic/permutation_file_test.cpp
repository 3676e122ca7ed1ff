// The reader of permutations and its error messages.
#include <gmock/gmock.h>

#include "tests/traffic/networks.hpp"

namespace orthant {
namespace {

std::string permutation_error(std::string_view text) {
  const TemporaryFile file(text);
  std::string error =
      key_error_of([&] { make_pattern("permutation", torus({3}), {.file = file.path()}); });
  if (const auto at = error.find(file.path()); at != std::string::npos)
    error.replace(at, file.path().size(), "FILE");
  return error;
}

TEST(PermutationFile, SendsEachNodeToItsDestination) {
  RandomStream random(1, 0, RandomPurpose::kTest);
  for (const char* text : {"source,destination\n2,0\n0,2\n", "2 0 # back\n\n0 2\n"}) {
    const TemporaryFile file(text);
    const auto pattern = make_pattern("permutation", torus({3}), {.file = file.path()});
    EXPECT_EQ(pattern->destination(NodeId{0}, 0, random), NodeId{2});
    EXPECT_EQ(pattern->destination(NodeId{2}, 7, random), NodeId{0});
    EXPECT_FALSE(pattern->sends(NodeId{1}, true));
    double sum = 0;
    pattern->row(NodeId{2}, [&](NodeId, double share) { sum += share; });
    EXPECT_EQ(sum, 1);
  }
}

TEST(PermutationFile, NamesTheLineOfAMistake) {
  const std::string lines = "allowed: lines of source,destination";
  EXPECT_EQ(permutation_error("0 1 2\n"), "traffic.file: FILE:1: 3 numbers; " + lines);
  EXPECT_EQ(permutation_error("0\n"), "traffic.file: FILE:1: 1 number; " + lines);
  EXPECT_EQ(permutation_error("0 1\n3 0\n"),
            "traffic.file: FILE:2: '3' is no node; allowed: 0 to 2");
  EXPECT_EQ(permutation_error("0 1\n1 x\n"),
            "traffic.file: FILE:2: 'x' is no node; allowed: 0 to 2");
  EXPECT_EQ(permutation_error("0 1\n1 2\n0 0\n"),
            "traffic.file: FILE:3: node 0 sends in line 1 already; allowed: once");
  EXPECT_EQ(
      permutation_error("0 1\n2 1\n"),
      "traffic.file: FILE:2: node 1 is sent to in line 1 already; allowed: once, or pattern = "
      "flows");
  EXPECT_EQ(permutation_error("source,destination\n"),
            "traffic.file: FILE: no node sends anything; " + lines);
  EXPECT_EQ(key_error_of([] { make_pattern("permutation", torus({3})); }),
            "traffic.file: missing; permutation needs it; allowed: a file of lines of "
            "source,destination");
}

}  // namespace
}  // namespace orthant
