// The key table is whole and agrees with the registries.
#include "app/keys/keys.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "app/config/values.hpp"
#include "app/keys/network_keys.hpp"
#include "app/keys/spelling.hpp"
#include "app/output/origin.hpp"
#include "routing/routing.hpp"
#include "topology/registry.hpp"
#include "traffic/kinds.hpp"

namespace orthant {
namespace {

TEST(Keys, HaveUniqueNamesInOneBlockPerSection) {
  std::set<std::string_view> names, sections;
  std::string_view section;
  for (const Key& key : key_table()) {
    EXPECT_TRUE(names.insert(key.name).second) << key.name;
    EXPECT_NE(key.name.find('.'), key.name.npos) << key.name;
    if (key.section() != section) {
      section = key.section();
      EXPECT_TRUE(sections.insert(section).second) << section;
    }
  }
}

TEST(Keys, HaveDefaultsThatTheirOwnCheckLeavesAsTheyAre) {
  for (const Key& key : key_table()) {
    if (key.fallback.empty()) continue;
    EXPECT_EQ(plain_value(key, key.fallback), key.fallback) << key.name;
    EXPECT_FALSE(key.required) << key.name;
    if (key.type == KeyType::kWord) {
      EXPECT_EQ(key.words.front(), key.fallback) << key.name;
    }
  }
}

TEST(Keys, HaveASentenceOfHelp) {
  for (const Key& key : key_table()) EXPECT_TRUE(key.help.ends_with('.')) << key.name;
}

TEST(Keys, KnowEveryKeyThatARegistryNames) {
  const auto expect_known = [](std::string_view owner, const auto& keys) {
    for (const std::string_view key : keys) EXPECT_TRUE(find_key(key)) << owner << ": " << key;
  };
  for (const auto& entry : topology_registry()) expect_known(entry.kind, entry.keys);
  for (const auto& entry : routing_registry()) expect_known(entry.name, entry.keys);
  for (const auto& entry : injection_registry()) expect_known(entry.name, entry.keys);
}

// An input that is not in the list could be overwritten by an output of the same name.
TEST(Keys, OfFilesAreOutputsOrInputs) {
  for (const Key& key : key_table()) {
    const bool input = std::ranges::find(kInputFileKeys, key.name) != std::end(kInputFileKeys);
    if (key.type != KeyType::kFile) continue;
    EXPECT_NE(input, key.section() == "output") << key.name;
  }
}

TEST(Keys, AreReadUnderConditionsThatCanHold) {
  for (const Key& key : key_table()) {
    for (const KeyIs& condition : key.when.conditions) {
      if (condition.key.empty()) continue;
      const auto decider = find_key(condition.key);
      ASSERT_TRUE(decider) << key.name << ": " << condition.key;
      const std::vector<std::string_view>& words = key_table()[*decider].words;
      for (const std::string_view value : condition.values)
        EXPECT_TRUE(value.empty() || std::ranges::find(words, value) != words.end())
            << key.name << ": " << condition.key << " = " << value;
    }
  }
}

TEST(Keys, SayInASentenceWhenTheyAreRead) {
  const auto sentence = [](std::string_view name) {
    return key_table()[find_key(name).value()].when.sentence();
  };
  EXPECT_EQ(sentence("topology.kind"), "");
  EXPECT_EQ(sentence("router.routing_delay_cycles"), "router.model = input_queued");
  EXPECT_EQ(sentence("routing.table_file"), "routing.algorithm = table, two_turn or two_turn_a");
  EXPECT_EQ(sentence("analysis.average_samples"), "analyze and design");
  EXPECT_EQ(sentence("policy.target"), "policy --means");
  EXPECT_EQ(sentence("schedule.collective"),
            "schedule, or traffic.injection = schedule, or workload.algorithm = liquid");
}

// Setup chooses rows of these sections by when they are read.
TEST(Keys, OfRouterAndChannelsSayWhenTheyAreReadInKnownWords) {
  const std::vector<ReadWhen> known = {{},
                                       kInputQueued,
                                       kOutputQueued,
                                       kAdaptiveRoutings,
                                       kLimitedInTransit,
                                       kTwoStages,
                                       {.otherwise = "bandwidths in Gbit/s"}};
  const auto expect_known = [&](const std::vector<Key>& keys) {
    for (const Key& key : keys)
      EXPECT_NE(std::ranges::find(known, key.when), known.end()) << key.name;
  };
  expect_known(router_rows().keys());
  expect_known(channel_rows().keys());
}

TEST(Keys, RequireWhatSimulationCannotDoWithout) {
  std::vector<std::string_view> required;
  for (const Key& key : key_table()) {
    if (key.required) required.push_back(key.name);
  }
  EXPECT_THAT(required,
              testing::ElementsAre("topology.kind", "topology.dimensions", "routing.algorithm",
                                   "traffic.pattern", "traffic.load", "traffic.load_unit"));
}

TEST(Keys, OfAnAlgorithmAreFoundWithAndWithoutRouting) {
  ASSERT_TRUE(find_key("dor.dateline"));
  EXPECT_EQ(find_key("dor.dateline"), find_key("routing.dor.dateline"));
  EXPECT_FALSE(find_key("algorithm"));
  EXPECT_FALSE(find_key("latency_cycles.by_dimension"));
}

TEST(Keys, NameTheNearestAndPreferTheSameWordInAnotherSection) {
  EXPECT_EQ(unknown_key_hint("traffic.patern"), "unknown key, did you mean traffic.pattern?");
  EXPECT_EQ(unknown_key_hint("routing.vcs"), "unknown key, did you mean router.vcs?");
  EXPECT_EQ(unknown_key_hint("topology.seed"), "unknown key, did you mean run.seed?");
  EXPECT_EQ(unknown_section_hint("trafic"), "did you mean [traffic]?");
  EXPECT_EQ(unknown_section_hint("topo"),
            "did you mean [topology]?");  // [time] is spelt more alike
}

TEST(Keys, SayWhatThereIsWhereNothingIsNear) {
  EXPECT_EQ(unknown_key_hint("foo.bar"),
            "unknown section; allowed: topology, routing, router, channel, time, traffic, run, "
            "energy, output, trace, analysis, design, faults, policy, schedule, workload");
  EXPECT_EQ(unknown_key_hint("time.colour"),
            "unknown key; allowed in [time]: cycle_ns, resolution_ns");
  EXPECT_EQ(unknown_key_hint("dor.colour"), "unknown key; allowed in [dor]: dateline");
  EXPECT_EQ(unknown_key_hint("traffic.shar", "traffic.bulk"),
            "unknown key, did you mean traffic.bulk.share?");
  EXPECT_EQ(unknown_key_hint("traffic.vcs", "traffic.bulk"),
            "unknown key, did you mean router.vcs?");
  EXPECT_THAT(
      unknown_key_hint("traffic.colour", "traffic.bulk"),
      testing::AllOf(testing::StartsWith("unknown key; allowed in [traffic.bulk]: answers,"),
                     testing::Not(testing::HasSubstr("load_unit"))));
  EXPECT_EQ(unknown_section_hint("colours").substr(0, 28), "allowed: topology, routing, ");
  EXPECT_TRUE(is_section("dor"));
  EXPECT_TRUE(is_section("routing.dor"));
  EXPECT_FALSE(is_section("rout"));
  EXPECT_FALSE(is_section(""));
}

TEST(Keys, HaveTheUnitOfTheirName) {
  EXPECT_EQ(key_table()[*find_key("run.measure_cycles")].unit(), "cycles");
  EXPECT_EQ(key_table()[*find_key("channel.latency_cycles.by_dimension")].unit(), "cycles");
  EXPECT_EQ(key_table()[*find_key("channel.bandwidth_gbps")].unit(), "Gbit/s");
  EXPECT_EQ(key_table()[*find_key("energy.link_pj")].unit(), "pJ");
  EXPECT_EQ(key_table()[*find_key("router.vcs")].unit(), "");
}

TEST(Spelling, CountsEdits) {
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);  // k-s, e-i, +g
  EXPECT_EQ(edit_distance("laod", "load"), 1u);       // one swap
  EXPECT_EQ(edit_distance("same", "same"), 0u);
}

TEST(Spelling, QuotesOnOneLine) {
  EXPECT_EQ(in_quotes("a b"), "'a b'");
  EXPECT_EQ(in_quotes("a\nb\xff"), "'a\\x0ab\\xff'");
  EXPECT_EQ(in_quotes(std::string(100, 'x')), "'" + std::string(60, 'x') + "...'");
}

}  // namespace
}  // namespace orthant
