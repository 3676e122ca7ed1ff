// Scheduling cases as text, and the messages for mistakes.
#include "schedule/files/case_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "base/random.hpp"
#include "tests/schedule/cases.hpp"
#include "tests/topology/temporary_file.hpp"

namespace orthant {
namespace {

using testing::ElementsAre;

constexpr const char* kCase =
    "liquid-case 1\n# two\nname pair\nlinks 3\nlink 0 a\nlink 1 b\nlink 2 c\ntransfers 2\n"
    "t 1 y 1 2\nt 0 x 2 0 1\nr 0\nr 1\nexpect frames 1\nexpect bottlenecks 0 1 2\nf 0 1\nend\n";

std::string error(const std::string& text) {
  const TemporaryFile file(text);
  try {
    read_schedule_case("--case", file.path());
  } catch (const KeyError& wrong) {
    EXPECT_EQ(wrong.key(), "--case");
    std::string what = wrong.what();
    return what.replace(what.find(file.path()), file.path().size(), "FILE");
  }
  return "no error";
}

TEST(ScheduleCase, IsReadWhole) {
  const ScheduleCase read = read_schedule_case("--case", TemporaryFile(kCase).path());
  EXPECT_EQ(read.name, "pair");
  EXPECT_EQ(read.set.channels, 3u);
  EXPECT_THAT(read.set.channel_names, ElementsAre("a", "b", "c"));
  ASSERT_EQ(read.set.transfers.size(), 2u);
  EXPECT_EQ(read.set.transfers[0].name, "x");
  EXPECT_THAT(read.set.transfers[0].channels, ElementsAre(0u, 1u));
  EXPECT_THAT(read.set.steps, ElementsAre(ElementsAre(0u), ElementsAre(1u)));
  EXPECT_THAT(read.frames, ElementsAre(ElementsAre(0u, 1u)));
  EXPECT_EQ(read.expected.at("bottlenecks"), "0 1 2");
}

TEST(ScheduleCase, HasCapacitiesOfSomeLinks) {
  std::string text = kCase;
  text.insert(text.find("transfers"), "capacity 1 3\n");
  const ScheduleCase read = read_schedule_case("--case", TemporaryFile(text).path());
  EXPECT_THAT(read.set.capacities, ElementsAre(1u, 3u, 1u));
  EXPECT_TRUE(read.set.has_capacities());
}

TEST(ScheduleCase, ReportsWhatIsWrong) {
  const auto with = [](const std::string& from, const std::string& to) {
    std::string changed = kCase;
    return error(changed.replace(changed.find(from), from.size(), to));
  };
  EXPECT_EQ(error(kCase), "no error");
  EXPECT_EQ(error(""),
            "FILE:1: no scheduling case; allowed: a file that begins with liquid-case 1");
  EXPECT_EQ(with("name pair", "nmae pair"),
            "FILE:3: nmae is no record; allowed: name, links, link, capacity, transfers, t, r, "
            "expect, f, end");
  EXPECT_EQ(with("link 2 c", "link 2 c\ncapacity 3 1"), "FILE:8: 3 is no link; allowed: 0 to 2");
  EXPECT_EQ(with("link 2 c", "link 2 c\ncapacity 2 0"),
            "FILE:8: 0 is no capacity; allowed: 1 to 1000000");
  EXPECT_EQ(with("links 3", "links 3\nlinks 3"), "FILE:5: links is there twice; allowed: once");
  EXPECT_EQ(with("t 1 y 1 2", "t 1 y 1 3"), "FILE:9: 3 is no link; allowed: 0 to 2");
  EXPECT_EQ(with("t 1 y 1 2", "t 2 y 1 2"), "FILE:9: 2 is no transfer; allowed: 0 to 1");
  EXPECT_EQ(with("t 1 y 1 2", "t 1 y 2 2"), "FILE:9: 4 words after t; allowed: 5");
  EXPECT_EQ(with("t 0 x 2 0 1", "t 0 x 2 1 1"),
            "FILE:10: transfer 0 has link 1 twice; allowed: once");
  EXPECT_EQ(with("t 0 x 2 0 1", "t 1 x 2 0 1"),
            "FILE:10: transfer 1 is there twice; allowed: once");
  EXPECT_EQ(with("t 0 x 2 0 1\n", ""), "FILE: no line of transfer 0; allowed: one for each");
  EXPECT_EQ(with("link 1 b\n", ""),
            "FILE: link 1 has no name, and others have; allowed: names for all links, or for none");
  EXPECT_EQ(with("end\n", ""),
            "FILE: the file ends without the line end; allowed: end as the last line");
  EXPECT_EQ(with("end\n", "end\nend\n"), "FILE:17: text after the line end; allowed: nothing");
  EXPECT_EQ(with("f 0 1", "f 0 x"), "FILE:15: x is no transfer; allowed: 0 to 1");
}

// Any file is either read or rejected with a one-line message.
TEST(ScheduleCase, SurvivesRandomDamage) {
  const std::string text = kCase;
  RandomStream random(7, 0, RandomPurpose::kTest);
  for (int i = 0; i < 3'000; ++i) {
    std::string damaged = text;
    for (std::uint32_t k = 1 + random.below(3); k > 0; --k) {
      const std::uint32_t at = random.below(static_cast<std::uint32_t>(damaged.size()));
      if (random.below(2) == 0) {
        damaged.erase(at, 1 + random.below(4));
      } else {
        damaged[at] = static_cast<char>(random.below(256));
      }
      if (damaged.empty()) damaged.push_back('x');
    }
    EXPECT_EQ(std::ranges::count(error(damaged), '\n'), 0);
  }
}

}  // namespace
}  // namespace orthant
