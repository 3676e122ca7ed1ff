#include "app/keys/trace_keys.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "base/random.hpp"

namespace orthant {
namespace {

TEST(TraceKeys, NamePackets) {
  const std::vector<PacketName> expected = {{NodeId{3u}, 17}, {NodeId{0u}, 0}};
  EXPECT_EQ(packet_names("3:17 0:0"), expected);
  EXPECT_EQ(packet_names(""), std::vector<PacketName>());
  EXPECT_EQ(packet_names("4294967295:9223372036854775807").front().source.value, ~0u);
}

TEST(TraceKeys, RefuseWhatIsNoPacket) {
  for (const char* text : {"3", "3:", ":3", "3:1:2", "a:1", "1:a", "-1:0", "0:-1", "4294967296:0",
                           "0:9223372036854775808", "1:2,3:4", "1 :2"})
    EXPECT_THROW(packet_names(text), KeyError) << text;
}

// Whatever the text, there are packets or a KeyError of the key.
TEST(TraceKeys, StandAnyText) {
  constexpr std::string_view kLetters = "0123456789:: -+.ax\t";
  RandomStream random(1, 2, RandomPurpose::kTraffic);
  std::size_t taken = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (std::uint64_t length = random.next_u64() % 8; length > 0; --length)
      text += kLetters[random.next_u64() % kLetters.size()];
    try {
      taken += packet_names(text).size();
    } catch (const KeyError& error) {
      EXPECT_EQ(error.key(), "trace.packets");
    }
  }
  EXPECT_GT(taken, 10u);
}

TEST(TraceKeys, MakeAFilterOfANetworksNodes) {
  const TraceKeys keys{.packets = "1:5", .source = {NodeId{1u}}, .destination = {}, .to_cycle = 9};
  const TraceFilter filter = keys.filter(2);
  EXPECT_TRUE(filter.wants({NodeId{1u}, 5}, NodeId{0u}));
  EXPECT_FALSE(filter.wants({NodeId{1u}, 4}, NodeId{0u}));
  EXPECT_THROW(keys.filter(1), KeyError);
}

}  // namespace
}  // namespace orthant
