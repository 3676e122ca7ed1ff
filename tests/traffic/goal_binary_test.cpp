// Binary schedules of LogGOPSim.
#include <gtest/gtest.h>

#include <string>

#include "base/error.hpp"
#include "base/random.hpp"
#include "tests/traffic/rank_texts.hpp"
#include "traffic/goal_file.hpp"

namespace orthant {
namespace {

// The program below as written by LogGOPSim's own functions.
constexpr std::string_view kSchedule =
    "7f100000000000000300000001013600000000000000ee00000000000000ee000000000000004c0100000000"
    "00004c01000000000000aa010000000000000400000001000000000000000000000002ffffffff4000000000"
    "000000ffffffff0000010000000000000001000000010000000100000002ffffffff40000000000000000200"
    "0000000001000000020000000000000003000000010000000300000000f40100000000000000000000010001"
    "000000030000000000000004000000020000000101000000a00f000000000000090000000001000000000400"
    "0000000000000400000002000000010000000300000003000000020000000100000000000000000000000100"
    "000000400000000000000001000000000000000000000000000100000000000000010000000200000000a00f"
    "0000000000000900000000000000000001000000000000000100000001000000020000000100000000000000"
    "0000000003000000006400000000000000000000000000010000000000000000000000010000000100000001"
    "0000000040000000000000000200000000000000000001000000000000000100000001000000";
constexpr const char* kText = R"(num_ranks 3
rank 0 { a: recv 64b from -1 tag -1
b: recv 64b from -1 tag 2
c: calc 500 cpu 1
d: send 4000b to 1 tag 9 nic 1
c requires a b irequires a d requires c d requires b }
rank 1 { a: send 64b to 0 tag 1
b: recv 4000b from 0 tag 9
b irequires a }
rank 2 { a: calc 100
b: send 64b to 0 tag 2
b requires a })";

std::string schedule() {
  std::string bytes;
  for (std::size_t i = 0; i < kSchedule.size(); i += 2)
    bytes += static_cast<char>(std::stoi(std::string(kSchedule.substr(i, 2)), nullptr, 16));
  return bytes;
}
std::string binary_error(const std::string& bytes, std::size_t nodes = 8) {
  try {
    parse_goal_binary("k", "FILE", bytes, nodes);
  } catch (const KeyError& error) {
    return error.what();
  }
  return "";
}
std::string with(std::size_t place, const std::string& bytes) {
  return schedule().replace(place, bytes.size(), bytes);
}

TEST(GoalBinary, IsTheSameAsItsText) {
  EXPECT_TRUE(is_goal_binary(schedule()));
  EXPECT_FALSE(is_goal_binary(kText));
  EXPECT_EQ(goal_text(parse_goal_binary("k", "FILE", schedule())), goal_of(kText));
}

TEST(GoalBinary, ReportsWhatIsWrongAndWhere) {
  EXPECT_EQ(binary_error(with(0, "\x26\x09")),
            "FILE: a schedule that a run of LogGOPSim has used up; allowed: a new one");
  EXPECT_EQ(binary_error(schedule(), 2),
            "FILE: 3 ranks for 2 nodes; allowed: a node for each rank");
  EXPECT_EQ(binary_error(with(8, std::string(1, '\0'))), "FILE: 0 ranks; allowed: 1 to 16777216");
  EXPECT_EQ(binary_error(schedule().substr(0, 30)),
            "FILE: the file ends in its head; allowed: a whole one");
  EXPECT_EQ(binary_error(schedule().substr(0, 400)),
            "FILE: rank 2: bytes 332 to 426 of a file of 392; allowed: inside");
  // The first operation is at offset 74: its type, its peer, its bytes and tag.
  EXPECT_EQ(binary_error(with(78, "\4")),
            "FILE: rank 0: operation 0 is of type 4; allowed: 1 (send), 2 (recv), 3 (calc)");
  EXPECT_EQ(binary_error(with(79, "\3")),
            "FILE: rank 0: operation 0: 4294967043 is no rank; allowed: 0 to 2");
  EXPECT_EQ(binary_error(with(90, "\xff")),
            "FILE: rank 0: operation 0 has "
            "18374686479671623744 bytes or time; allowed: at most 1000000000000000");
}

// Any bytes give either a workload that can end or a one-line error with a place.
TEST(GoalBinary, ReadsOrRefusesAnyBytes) {
  RandomStream random(11, 0, RandomPurpose::kTest);
  int read = 0, refused = 0;
  for (int i = 0; i < 4000; ++i) {
    std::string bytes = schedule();
    for (std::uint32_t change = 1 + random.below(3); change > 0; --change)
      bytes[8 + random.below(static_cast<std::uint32_t>(bytes.size() - 8))] =
          static_cast<char>(random.below(4) == 0 ? 255 : random.below(6));
    if (random.below(4) == 0)
      bytes.resize(8 + random.below(static_cast<std::uint32_t>(bytes.size() - 8)));
    const std::string error = binary_error(bytes);
    EXPECT_TRUE(error.empty() || error.starts_with("FILE: ")) << error;
    ++(error.empty() ? read : refused);
  }
  EXPECT_GT(read, 100);
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace orthant
