// Tested by: tests/topology/faults_test.cpp
#include "topology/faults.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/file_kind.hpp"
#include "base/line_reader.hpp"
#include "base/random.hpp"
#include "base/words.hpp"
#include "topology/exceptions.hpp"
#include "topology/names.hpp"

namespace orthant {
namespace {

constexpr const char* kLinks = "faults.links";
constexpr const char* kRouters = "faults.routers";
constexpr const char* kGroups = "faults.groups";
constexpr std::size_t kLongestGroup = 100'000;  // words of a line

using Groups = std::map<std::string, std::vector<ChannelId>>;

// The links between the two routers of a word as "0-1" or "(1,2)-(2,2)"; names may have dashes.
// Nullopt if it names no two routers.
std::optional<std::vector<ChannelId>> links_of(const std::string& word, const Topology& topology) {
  for (std::size_t dash = word.find('-', 1); dash != word.npos; dash = word.find('-', dash + 1)) {
    const auto a = router_named(topology, word.substr(0, dash));
    const auto b = router_named(topology, word.substr(dash + 1));
    if (a && b) return links_between(topology, *a, *b);
  }
  return std::nullopt;
}

// What words name: links, of several between two routers all, or groups of them. `fail(message)`
// throws.
template <class Fail>
std::vector<ChannelId> links_named(const std::vector<std::string>& words, const Topology& topology,
                                   const Groups& groups, const Fail& fail) {
  std::vector<ChannelId> named;
  for (const std::string& word : words) {
    std::vector<ChannelId> links;
    if (const auto group = groups.find(word); group != groups.end()) {
      links = group->second;
    } else if (const auto found = links_of(word, topology)) {
      if (found->empty())
        fail(fmt::format("'{}': no link joins these routers; allowed: neighbours", word));
      links = *found;
    } else {
      fail(fmt::format("'{}' is no link; allowed: two routers, as 0-1{}, 0 to {}", word,
                       topology.structure() ? " or (1,2)-(2,2)" : "", topology.router_count() - 1));
    }
    named.insert(named.end(), links.begin(), links.end());
  }
  return named;
}

Groups read_groups(const std::string& file, const Topology& topology) {
  refuse_other_kinds(kGroups, file, {}, "a name and links a line, as in cable7 0-1 4-5");
  LineReader reader(kGroups, file, kLongestGroup);
  Groups groups;
  while (reader.next()) {
    std::vector<std::string> words = words_of_routers(reader.without_comment());
    if (words.empty()) continue;
    const std::string name = words.front();
    words.erase(words.begin());
    if (words.empty())
      reader.fail("group '{}' has no links; allowed: a name and links, as in cable7 0-1 4-5", name);
    const auto [group, is_new] = groups.try_emplace(name);
    if (!is_new) reader.fail("group '{}' a second time; allowed: one line each", name);
    group->second =
        links_named(words, topology, {}, [&](const std::string& what) { reader.fail("{}", what); });
  }
  return groups;
}

// Replaces commas outside (...) and "..." by blanks.
std::string without_commas(std::string_view line) {
  std::string text(line);
  char end = '\0';  // of a group
  for (char& c : text) {
    if (end != '\0')
      end = c == end ? '\0' : end;
    else if (c == '(' || c == '"')
      end = c == '(' ? ')' : '"';
    else if (c == ',')
      c = ' ';
  }
  return text;
}

// Reads links and groups as in the key, or two routers a line.
std::vector<ChannelId> read_link_file(const std::string& file, const Topology& topology,
                                      const Groups& groups) {
  refuse_other_kinds(kLinks, file, {}, "links, or two routers a line, as in 0-1 or 0 1");
  LineReader reader(kLinks, file, kLongestGroup);
  std::vector<ChannelId> down;
  while (reader.next()) {
    std::vector<std::string> words = words_of_routers(without_commas(reader.without_comment()));
    const bool is_pair =
        words.size() == 2 && router_named(topology, words[0]) && router_named(topology, words[1]);
    if (is_pair) words = {words[0] + '-' + words[1]};
    const auto links = links_named(words, topology, groups,
                                   [&](const std::string& what) { reader.fail("{}", what); });
    down.insert(down.end(), links.begin(), links.end());
  }
  return down;
}

void read_failed_links(const std::string& text, const Topology& topology, const Groups& groups,
                       NetworkChanges& changes) {
  std::error_code ignored;
  const std::vector<ChannelId> links =
      std::filesystem::is_regular_file(text, ignored)
          ? read_link_file(text, topology, groups)
          : links_named(words_of_routers(text), topology, groups, [&](const std::string& what) {
              key_error(kLinks, "{},{} or a file of links", what,
                        groups.empty() ? "" : " a group of faults.groups");
            });
  changes.links_down.insert(links.begin(), links.end());
}

void read_failed_routers(const std::string& text, const Topology& topology,
                         NetworkChanges& changes) {
  for (const std::string& word : words_of_routers(text)) {
    const auto router = router_named(topology, word);
    if (!router)
      key_error(kRouters, "'{}' is no router; allowed: 0 to {}{}, separated by blanks", word,
                topology.router_count() - 1,
                topology.structure() ? " or coordinates as (3,2)" : "");
    changes.routers_down.insert(*router);
  }
}

void draw_failed_links(const FaultOptions& options, const Topology& topology, const Groups& groups,
                       NetworkChanges& changes) {
  RandomStream random(options.fault_seed, 0, RandomPurpose::kFaults);
  std::set<ChannelId> in_groups;
  for (const auto& [name, links] : groups) {
    in_groups.insert(links.begin(), links.end());
    if (random.bernoulli(*options.link_probability))
      changes.links_down.insert(links.begin(), links.end());
  }
  for (std::size_t c = 0; c < topology.channel_count(); ++c) {
    const ChannelId channel{c};
    if (link_of(topology, channel) != channel || in_groups.contains(channel)) continue;
    if (random.bernoulli(*options.link_probability)) changes.links_down.insert(channel);
  }
}

}  // namespace

const KeyRows<FaultOptions>& fault_rows() {
  static const KeyRows<FaultOptions> rows = {
      {"faults.links",
       &FaultOptions::links,
       {.type = KeyType::kText,
        .help =
            "none, or failed links, separated by blanks: pairs of neighbouring routers as in 0-1 "
            "5-6 or (1,2)-(2,2), groups of faults.groups, or a file of such links, in which a line "
            "may also be two routers. With policy --faults, not given: drawn with policy.p.",
        .example = "0-1 5-6"}},
      {"faults.routers",
       &FaultOptions::routers,
       {.type = KeyType::kText,
        .when = {.otherwise = "all but policy"},
        .help = "none, or failed routers, separated by blanks, as in 5 (3,2). Their nodes neither "
                "send nor receive.",
        .example = "5"}},
      {"faults.link_probability",
       &FaultOptions::link_probability,
       {.low = 0,
        .high = 1,
        .when = {.otherwise = "all but policy"},
        .help = "Probability that a link has failed, or a group of faults.groups; drawn with "
                "faults.fault_seed."}},
      {"faults.groups",
       &FaultOptions::groups,
       {.axis = false,
        .help =
            "File of links that fail together: a name and links a line, as in cable7 0-1 4-5."}},
      {"faults.fault_seed",
       &FaultOptions::fault_seed,
       {.when = {.otherwise = "links are drawn"},
        .help = "Seed of failed links; with policy also of random orders."}},
  };
  return rows;
}

NetworkChanges failed(const FaultOptions& options, const Topology& topology) {
  NetworkChanges changes;
  Groups groups;
  if (options.groups && !options.links && !options.link_probability)
    key_error(kGroups,
              "groups fail by name in faults.links or with faults.link_probability, and neither is "
              "given; allowed: one of them");
  if (options.groups) groups = read_groups(*options.groups, topology);
  if (options.has_routers()) read_failed_routers(*options.routers, topology, changes);
  if (options.has_links()) read_failed_links(*options.links, topology, groups, changes);
  if (options.link_probability.value_or(0) > 0)
    draw_failed_links(options, topology, groups, changes);
  return changes;
}

}  // namespace orthant
