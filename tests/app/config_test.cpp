// Files, overrides, axes, points and the effective config.
#include "app/config/config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "base/error.hpp"

namespace orthant {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kText =
    "[topology]\nkind = torus\ndimensions = 8x8, 4x4\n[routing]\nalgorithm = dor\n"
    "dor.dateline = static\n[traffic]\npattern = uniform\nload = 0.1:0.3:0.1\n"
    "load_unit = capacity\n";

Config parse(const std::string& text, std::vector<std::string> overrides = {}) {
  return Config::parse(text, "test.ini", overrides);
}

std::string message(const std::string& text, std::vector<std::string> overrides = {}) {
  try {
    parse(text, std::move(overrides));
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Config, MakesOneAxisPerKeyWithSeveralValues) {
  const Config config = parse(kText);
  ASSERT_EQ(config.axes().size(), 2u);
  EXPECT_EQ(config.axes()[0].key, "topology.dimensions");
  EXPECT_THAT(config.axes()[0].values, ElementsAre("8x8", "4x4"));
  EXPECT_THAT(config.axes()[1].values, ElementsAre("0.1", "0.2", "0.3"));
  EXPECT_EQ(config.point_count(), 6u);
}

TEST(Config, VariesTheFirstAxisSlowest) {
  const Config config = parse(kText);
  std::vector<std::string> order;
  for (std::size_t p = 0; p < config.point_count(); ++p) {
    const Point point = config.point(p);
    order.push_back(point.text("topology.dimensions") + " " + point.text("traffic.load"));
  }
  EXPECT_THAT(order, ElementsAre("8x8 0.1", "8x8 0.2", "8x8 0.3", "4x4 0.1", "4x4 0.2", "4x4 0.3"));
}

TEST(Config, KeepsThePlaceOfAnOverriddenAxisAndAppendsNewOnes) {
  const Config config = parse(kText, {"router.vcs=2,4", "topology.dimensions=3x3,5x5"});
  ASSERT_EQ(config.axes().size(), 3u);
  EXPECT_EQ(config.axes()[0].key, "topology.dimensions");
  EXPECT_EQ(config.axes()[1].key, "traffic.load");
  EXPECT_EQ(config.axes()[2].key, "router.vcs");
  EXPECT_EQ(config.point(0).text("topology.dimensions"), "3x3");
}

TEST(Config, ReadsWindowsFilesAndComments) {
  const Point point = parse(
                          "\xef\xbb\xbf; first\r\n[router] ; r\r\nvcs = 4 ; four\r\n# all\r\n"
                          "  buffer_flits=16\t# sixteen\r\n[run]\r\n\r\nseed =\t7\r\n"
                          "[output]\r\ncsv = a;b")
                          .point(0);
  EXPECT_EQ(point.integer("router.vcs"), 4);
  EXPECT_EQ(point.integer("router.buffer_flits"), 16);
  EXPECT_EQ(point.integer("run.seed"), 7);
  EXPECT_EQ(point.text("output.csv"), "a;b");
}

TEST(Config, ReadsEveryType) {
  const Point point = parse(
                          "[topology]\ndimensions = 4x5x6\n[channel]\nbandwidth = 1/3\n"
                          "latency_cycles.by_dimension = 1 1 4\n"
                          "[traffic]\nself = no\nload = 0.25\n[run]\nseed = 7\n")
                          .point(0);
  EXPECT_EQ(point.text("topology.dimensions"), "4x5x6");
  EXPECT_EQ(point.text("channel.latency_cycles.by_dimension"), "1 1 4");
  EXPECT_EQ(point.rational("channel.bandwidth"), Rational(1, 3));
  EXPECT_FALSE(point.flag("traffic.self"));
  EXPECT_EQ(point.real("traffic.load"), 0.25);
  EXPECT_EQ(point.integer("run.seed"), 7);
  EXPECT_EQ(point.integer("router.buffer_flits"), 8);  // default
  EXPECT_FALSE(point.is_set("router.buffer_flits"));
  EXPECT_TRUE(point.has_value("router.buffer_flits"));
  EXPECT_FALSE(point.has_value("traffic.pattern"));
}

TEST(Config, TellsWhichKeysNobodyRead) {
  const Point point = parse("[policy]\np = 0.5\n[run]\nseed = 2\n[traffic]\nload = 1\n").point(0);
  point.integer("run.seed");
  EXPECT_THAT(point.unread_keys(), ElementsAre("policy.p", "traffic.load"));
  const Point copy = point;
  EXPECT_EQ(copy.real("traffic.load"), 1);
  EXPECT_THAT(copy.unread_keys(), ElementsAre("policy.p"));
}

TEST(Config, KeepsTheFirstValueOfAnAxis) {
  const Config config = parse(kText).with_first_value("topology.dimensions");
  ASSERT_EQ(config.axes().size(), 1u);
  EXPECT_EQ(config.point_count(), 3u);
  EXPECT_EQ(config.point(2).text("traffic.load"), "0.3");
  EXPECT_EQ(config.point(2).text("topology.dimensions"), "8x8");
}

TEST(Config, WritesAnIniThatGivesTheSamePointsAgain) {
  const Config config = parse(
      kText, {"channel.latency_cycles.by_dimension=1 4", "traffic.packet_flits=1:0.5 5:0.5, 2"});
  const std::string ini = config.effective_ini();
  const Config again = parse(ini);
  EXPECT_EQ(again.effective_ini(), ini);
  ASSERT_EQ(again.point_count(), config.point_count());
  for (std::size_t a = 0; a < config.axes().size(); ++a) {
    EXPECT_EQ(again.axes()[a].key, config.axes()[a].key);
    EXPECT_EQ(again.axes()[a].values, config.axes()[a].values);
  }
}

TEST(Config, KeepsTheOrderOfItsPointsInTheEffectiveIni) {
  const Config config = parse(kText, {"topology.nodes_per_router=1,2", "routing.ties=split,plus"});
  const Config again = parse(config.effective_ini());
  for (std::size_t p = 0; p < config.point_count(); ++p) {
    EXPECT_EQ(again.point(p).effective_settings(), config.point(p).effective_settings()) << p;
  }
}

std::vector<std::string> sections_of(const std::string& ini) {
  std::vector<std::string> sections;
  std::istringstream lines(ini);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with('[')) sections.push_back(line);
  return sections;
}

TEST(Config, WritesEverySectionOnceInTheEffectiveIni) {
  const std::vector<std::string> by_table = sections_of(parse("").effective_ini());
  // Against the order of the key table, and along with it.
  for (const char* text :
       {"[traffic]\nload = 0.1, 0.2\npattern = uniform, tornado\n[routing]\nties = split, plus\n",
        "[routing]\nties = split, plus\n[traffic]\npattern = uniform, tornado\nload = 0.1, "
        "0.2\n"}) {
    const Config config = parse(text);
    const Config again = parse(config.effective_ini());
    std::vector<std::string> sections = sections_of(config.effective_ini());
    EXPECT_EQ(std::set(sections.begin(), sections.end()).size(), sections.size()) << text;
    EXPECT_EQ(sections.size(), by_table.size());
    EXPECT_EQ(sections.front(), "[topology]");
    for (std::size_t p = 0; p < config.point_count(); ++p)
      EXPECT_EQ(again.point(p).effective_settings(), config.point(p).effective_settings()) << p;
  }
}

TEST(Config, RepeatsASectionOnlyForAxesThatAlternate) {
  const Config config = parse("[traffic]\nload = 0.1, 0.2\n[routing]\nties = split, plus\n",
                              {"traffic.pattern=uniform,tornado", "run.seed=1,2"});
  const std::string ini = config.effective_ini();
  EXPECT_THAT(ini, HasSubstr("\n[traffic]\npattern = uniform,tornado\n\n[run]\nseed = 1,2\n"));
  EXPECT_EQ(parse(ini).effective_ini(), ini);
  for (std::size_t p = 0; p < config.point_count(); ++p)
    EXPECT_EQ(parse(ini).point(p).effective_settings(), config.point(p).effective_settings()) << p;
}

TEST(Config, WritesAnIniOfOnePoint) {
  const Point point = parse(kText).point(4);
  const Config again = parse(point.effective_ini());
  EXPECT_EQ(again.point_count(), 1u);
  EXPECT_EQ(again.point(0).effective_settings(), point.effective_settings());
  EXPECT_THAT(point.effective_ini(), HasSubstr("load = 0.2\n"));
  EXPECT_THAT(point.effective_ini(), HasSubstr("dor.dateline = static\n"));
}

TEST(Config, NamesFileLineAndKey) {
  EXPECT_EQ(message("[router]\n\nvcs = x1\n"),
            "test.ini:3: router.vcs: 'x1' is not a whole number; allowed: a whole number, 1 to 16, "
            "or auto");
  EXPECT_EQ(message("[router]\nvcs = 2\n", {"router.vcs=0"}),
            "command line: router.vcs: '0' is out of range; allowed: a whole number, 1 to 16, or "
            "auto");
}

TEST(Config, RefusesTextThatAnIniCannotHold) {
  EXPECT_THAT(message("", {"traffic.file=a#b"}), HasSubstr("cannot stand in an INI file"));
  EXPECT_THAT(message("", {"traffic.file=a ;b"}), HasSubstr("cannot stand in an INI file"));
  EXPECT_THAT(message("", {"traffic.file=a\nb"}), HasSubstr("cannot stand in an INI file"));
  EXPECT_EQ(message("", {"traffic.file=a;b"}), "no error");
}

TEST(Config, HoldsAMillionPointsAndNoMore) {
  EXPECT_EQ(parse("[run]\nseed = 1:1000:1\n[traffic]\npattern_seed = 1:1000:1\n").point_count(),
            kMaxPoints);
  EXPECT_THAT(message("[run]\nseed = 1:1001:1\n[traffic]\npattern_seed = 1:1000:1\n"),
              HasSubstr("too many points"));
}

}  // namespace
}  // namespace orthant
