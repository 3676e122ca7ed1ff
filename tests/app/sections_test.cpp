// Which verbs read a key, against what they read of a config that sets every key; and examples of
// keys, which are all allowed.
#include "app/keys/sections.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/config/config.hpp"
#include "app/keys/keys.hpp"
#include "app/setup/build.hpp"

namespace orthant {
namespace {

// A torus where everything that is read whatever else is said is set.
Config every_key() {
  std::string text = "[topology]\nkind = torus\ndimensions = 4x4\n";
  const std::string algorithm = "[routing]\nalgorithm = dor\n";
  const std::string traffic = "[traffic]\npattern = uniform\nload = 0.1\nload_unit = flits\n";
  std::string section;
  std::vector<std::string> overrides;
  for (const Key& key : key_table())
    if (key.when.is_always() && !key.required && key.has_default && !key.fallback.empty() &&
        key.section() != "output")
      overrides.push_back(key.name + '=' +
                          (key.name == "traffic.injection" ? "messages" : key.fallback));
  return Config::parse(text + algorithm + traffic, "every.ini", overrides);
}

std::set<std::string> read_with(SetupNeeds needs) {
  const Point point = every_key().point(0);
  make_setup(point, needs);
  std::set<std::string> read;
  const std::vector<std::string> unread = point.unread_keys();
  for (const Key& key : key_table())
    if (point.is_set(key.name) && std::ranges::find(unread, key.name) == unread.end())
      read.insert(key.name);
  return read;
}

TEST(Readers, AreTheVerbsThatReadTheKey) {
  const std::pair<std::string_view, SetupNeeds> verbs[] = {{"run", SetupNeeds::kAll},
                                                           {"analyze", SetupNeeds::kRouting},
                                                           {"design", SetupNeeds::kNetwork},
                                                           {"policy", SetupNeeds::kTopology}};
  const Point point = every_key().point(0);
  for (const auto& [verb, needs] : verbs) {
    const std::set<std::string> read = read_with(needs);
    for (const Key& key : key_table()) {
      if (!point.is_set(key.name)) continue;
      const auto readers = readers_of(key);
      const bool said = std::ranges::find(readers, verb) != readers.end();
      EXPECT_EQ(said, read.contains(key.name)) << verb << ' ' << key.name;
    }
  }
}

TEST(Example, IsAllowedByTheKey) {
  for (const Key& key : key_table()) {
    const std::string text = example_line(key, key.name) + '\n';
    if (key.refused) continue;
    EXPECT_TRUE(Config::parse(text, "example.ini", {}).is_set(key.name)) << text;
  }
}

}  // namespace
}  // namespace orthant
