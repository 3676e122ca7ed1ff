// Whatever is in a config, reading it either works or throws a ConfigError of one line.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/config/config.hpp"
#include "app/config/values.hpp"
#include "app/keys/keys.hpp"
#include "base/error.hpp"
#include "base/random.hpp"

namespace orthant {
namespace {

const std::string kValid =
    "; a config\n[topology]\nkind = torus\ndimensions = 8x8, 4x4x4\n[routing]\nalgorithm = dor\n"
    "ties = split, plus\n[router]\nvcs = 1:8:1\nbuffer_flits = 8 # flits\n[channel]\n"
    "bandwidth = 1/3, 0.5\nlatency_cycles.by_dimension = 1 4\n[traffic]\npattern = hotspot\n"
    "hotspot_nodes = 0 1 2\nhotspot_share = 0.25\nload = 0.1, 0.2:0.8:0.2\nload_unit = capacity\n"
    "packet_flits = 1:0.5 5:0.5, 1:8:1\nself = no\n[traffic.urgent]\nload = 0.1, 0.2\n"
    "[traffic.bulk]\nshare = 3\n[run]\nwarmup_cycles = auto\nseed = 1:5:2\n";

struct Outcome {
  std::size_t accepted = 0, refused = 0;
};

// Any other exception than ConfigError ends the test.
void try_config(const std::string& text, const std::vector<std::string>& overrides,
                Outcome& outcome) {
  try {
    const Config config = Config::parse(text, "fuzz.ini", overrides);
    const std::string ini = config.effective_ini();
    const Config again = Config::parse(ini, "again.ini", {});
    ASSERT_EQ(again.effective_ini(), ini) << text;
    ASSERT_EQ(again.point_count(), config.point_count()) << text;
    ++outcome.accepted;
  } catch (const ConfigError& error) {
    const std::string message = error.what();
    ASSERT_FALSE(message.starts_with("again.ini")) << message << '\n' << text;
    ASSERT_TRUE(std::ranges::all_of(message, [](char c) { return c >= ' ' && c <= '~'; }))
        << message;
    ++outcome.refused;
  }
}

// A few random edits: bytes changed, removed, doubled, pieces of the text moved.
std::string mutated(std::string text, RandomStream& random) {
  static const std::string alphabet = "0123456789.:,x=[]#; \n\r\teE+-/_aknotru%\"'\\";
  for (std::uint32_t edits = 1 + random.below(4); edits > 0 && !text.empty(); --edits) {
    const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
    const char c = alphabet[random.below(static_cast<std::uint32_t>(alphabet.size()))];
    switch (random.below(5)) {
      case 0:
        text[at] = c;
        break;
      case 1:
        text.insert(at, 1, c);
        break;
      case 2:
        text.erase(at, 1 + random.below(6));
        break;
      case 3:
        text.insert(at, text.substr(random.below(static_cast<std::uint32_t>(text.size())),
                                    random.below(20)));
        break;
      default:
        text[at] = static_cast<char>(random.below(256));
    }
  }
  return text;
}

TEST(ConfigFuzz, RandomBytesAreRefusedInOneLine) {
  RandomStream random(1, 0, RandomPurpose::kTest);
  Outcome outcome;
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    for (std::uint32_t n = random.below(80); n > 0; --n)
      text += static_cast<char>(random.below(256));
    try_config(text, {}, outcome);
  }
  EXPECT_GT(outcome.refused, 2500u);
}

TEST(ConfigFuzz, MutatedConfigsAreReadOrRefused) {
  RandomStream random(2, 0, RandomPurpose::kTest);
  Outcome outcome;
  for (int i = 0; i < 6000; ++i) try_config(mutated(kValid, random), {}, outcome);
  EXPECT_GT(outcome.accepted, 100u);
  EXPECT_GT(outcome.refused, 300u);
}

TEST(ConfigFuzz, MutatedOverridesAreReadOrRefused) {
  RandomStream random(3, 0, RandomPurpose::kTest);
  const std::vector<std::string> valid = {
      "traffic.load=0.1:0.9:0.1", "run.seed=1:1000:7", "traffic.packet_flits=1:0.5 5:0.5",
      "channel.bandwidth=1/3,0.25:1:0.25", "traffic.file=a.txt"};
  Outcome outcome;
  for (int i = 0; i < 6000; ++i) {
    try_config("", {mutated(valid[random.below(5)], random)}, outcome);
  }
  EXPECT_GT(outcome.accepted, 50u);
  EXPECT_GT(outcome.refused, 300u);
}

TEST(ConfigFuzz, RandomValuesOfEveryKeyAreReadOrRefused) {
  static const std::string alphabet = "0123456789.:,x eE+-/aino";
  RandomStream random(4, 0, RandomPurpose::kTest);
  std::size_t accepted = 0, refused = 0;
  for (int i = 0; i < 40000; ++i) {
    const Key& key = key_table()[random.below(static_cast<std::uint32_t>(key_table().size()))];
    std::string text;
    for (std::uint32_t n = 1 + random.below(12); n > 0; --n) {
      text += alphabet[random.below(static_cast<std::uint32_t>(alphabet.size()))];
    }
    try {
      for (const std::string& value : plain_values(key, text, 1000)) {
        ASSERT_EQ(plain_value(key, value), value) << key.name << ": " << text;
      }
      ++accepted;
    } catch (const KeyError&) {
      ++refused;
    }
  }
  EXPECT_GT(accepted, 1000u);
  EXPECT_GT(refused, 1000u);
}

}  // namespace
}  // namespace orthant
