// Numbers, lists and ranges.
#include "app/config/values.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"

namespace orthant {
namespace {

using testing::ElementsAre;

constexpr std::size_t kLimit = 1000;

const Key& key(std::string_view name) { return key_table()[*find_key(name)]; }
std::vector<std::string> values(std::string_view name, std::string_view text) {
  return plain_values(key(name), text, kLimit);
}

TEST(Values, OfARangeAreExactDecimals) {
  EXPECT_THAT(values("traffic.load", "0.1:0.9:0.1"),
              ElementsAre("0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9"));
  // 0.7 / 0.1 is 6.999... in doubles, and 3 * 0.1 is not 0.3.
  EXPECT_THAT(values("traffic.load", "0.1:0.7:0.3"), ElementsAre("0.1", "0.4", "0.7"));
  EXPECT_EQ(values("traffic.load", "0.001:1:0.001").size(), 1000u);
}

TEST(Values, OfARangeEndAtOrBelowItsEnd) {
  EXPECT_THAT(values("router.vcs", "1:8:3"), ElementsAre("1", "4", "7"));
  EXPECT_THAT(values("router.vcs", "3:3:1"), ElementsAre("3"));
  EXPECT_THAT(values("traffic.load", "1e-3 : 2.5e-3 : 1e-3"), ElementsAre("0.001", "0.002"));
}

TEST(Values, OfListsAndRangesMix) {
  EXPECT_THAT(values("traffic.load", "0.1, 0.2:0.8:0.2"),
              ElementsAre("0.1", "0.2", "0.4", "0.6", "0.8"));
  EXPECT_THAT(values("router.vcs", "auto, 2:4:2"), ElementsAre("auto", "2", "4"));
  EXPECT_THAT(values("channel.bandwidth", "1/3, 0.25:0.75:0.25"),
              ElementsAre("1/3", "0.25", "0.5", "0.75"));
}

TEST(Values, OfPacketLengthsTellAMixFromARange) {
  EXPECT_THAT(values("traffic.packet_flits", "1:8:3"), ElementsAre("1", "4", "7"));
  EXPECT_THAT(values("traffic.packet_flits", "1:0.50  5:0.5, 4"), ElementsAre("1:0.5 5:0.5", "4"));
  EXPECT_THAT(values("traffic.packet_flits", "3:1"), ElementsAre("3:1"));
  EXPECT_THROW(values("traffic.packet_flits", "1:1 1:2"), KeyError);
}

TEST(Values, HavePlainForms) {
  EXPECT_EQ(plain_value(key("traffic.load"), "0.10"), "0.1");
  EXPECT_EQ(plain_value(key("traffic.load"), "1e-1"), "0.1");
  EXPECT_EQ(plain_value(key("router.vcs"), "004"), "4");
  EXPECT_EQ(plain_value(key("channel.bandwidth"), "2/6"), "1/3");
  EXPECT_EQ(plain_value(key("channel.bandwidth"), "4/8"), "0.5");
  EXPECT_EQ(plain_value(key("traffic.self"), "true"), "yes");
  EXPECT_EQ(plain_value(key("topology.dimensions"), "08x4"), "8x4");
  EXPECT_EQ(plain_value(key("channel.latency_cycles.by_dimension"), " 1\t1  4 "), "1 1 4");
}

TEST(Values, MayHaveExponentsUnitsOfBytesAndPercent) {
  EXPECT_EQ(plain_value(key("run.measure_cycles"), "1e6"), "1000000");
  EXPECT_EQ(plain_value(key("run.measure_cycles"), "2.5E3"), "2500");
  EXPECT_EQ(plain_value(key("workload.bytes"), "1MB"), "1000000");
  EXPECT_EQ(plain_value(key("workload.bytes"), "64 KiB"), "65536");
  EXPECT_EQ(plain_value(key("workload.bytes"), "0.5KiB"), "512");
  EXPECT_EQ(plain_value(key("traffic.load"), "10%"), "0.1");
  EXPECT_EQ(plain_value(key("traffic.load"), "12.5 %"), "0.125");
  EXPECT_EQ(plain_value(key("topology.dimensions"), "4 x 4x 8"), "4x4x8");
  for (const auto& [name, text] :
       {std::pair("run.measure_cycles", "4.0"), std::pair("run.measure_cycles", "1e-1"),
        std::pair("run.measure_cycles", "1MB"), std::pair("run.measure_cycles", "1e30"),
        std::pair("workload.bytes", "0.3B"), std::pair("workload.bytes", "MB"),
        std::pair("run.checkpoint_minutes", "10%"), std::pair("topology.dimensions", "4 4"),
        std::pair("topology.dimensions", "4 x")})
    EXPECT_THROW(plain_value(key(name), text), KeyError) << name << " = " << text;
}

TEST(Values, ThatAreEqualAreRefusedTwice) {
  EXPECT_THROW(values("traffic.load", "0.1, 0.10"), KeyError);
  EXPECT_THROW(values("traffic.load", "0.1:0.3:0.1, 0.3"), KeyError);
}

TEST(Values, BeyondTheLimitFailBeforeTheyAreMade) {
  EXPECT_THROW(values("run.seed", "1:1001:1"), KeyError);
  EXPECT_THROW(values("run.seed", "0:9223372036854775807:1"), KeyError);  // more than 18 digits
  EXPECT_THROW(values("run.seed", "1:900000000000000000:1"), KeyError);
  EXPECT_EQ(values("run.seed", "1:1000:1").size(), 1000u);
}

TEST(Values, AreCheckedAgainstBothBounds) {
  for (const char* bad : {"0", "17", "-1", "1.0", "0x2", "+2", "", "2 3", "1e2"}) {
    EXPECT_THROW(plain_value(key("router.vcs"), bad), KeyError) << bad;
  }
  for (const char* bad : {"nan", "inf", "-inf", "1e999", "0", "-1", "1000.5", "0x1", "1,5", "."}) {
    EXPECT_THROW(plain_value(key("traffic.load"), bad), KeyError) << bad;
  }
  EXPECT_EQ(plain_value(key("traffic.hotspot_share"), "0"), "0");
  EXPECT_EQ(plain_value(key("traffic.hotspot_share"), "-0.0"), "0");
  EXPECT_EQ(plain_value(key("traffic.hotspot_share"), "1"), "1");
  EXPECT_THROW(plain_value(key("traffic.hotspot_share"), "1.0000001"), KeyError);
}

}  // namespace
}  // namespace orthant
