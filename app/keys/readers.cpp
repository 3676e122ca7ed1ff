// Verbs read whole sections, with few exceptions; a row whose `when` begins with verbs names them.
//
// Tested by: tests/app/readers_test.cpp
#include "app/keys/readers.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "app/keys/stages.hpp"
#include "base/words.hpp"

namespace orthant {
namespace {

using Verbs = std::vector<std::string_view>;

constexpr std::array<std::string_view, 8> kVerbs = {"run",    "sweep",  "saturate", "analyze",
                                                    "design", "policy", "schedule", "check"};

const Verbs& readers_of_section(std::string_view section) {
  static const Verbs all(kVerbs.begin(), kVerbs.end());
  static const Verbs routed = {"run", "sweep", "saturate", "analyze", "schedule", "check"};
  static const Verbs simulated = {"run", "sweep", "saturate", "check"};
  static const std::map<std::string_view, Verbs> readers = {
      {"topology", all},
      {"routing", routed},
      {"router", simulated},
      {"channel", all},
      {"time", all},
      {"traffic", simulated},
      {"run", simulated},
      {"energy", {"run", "sweep", "check"}},
      {"output", all},
      {"trace", {"run", "check"}},
      {"analysis", {"analyze", "design"}},
      {"design", {"design"}},
      {"policy", {"policy"}},
      {"faults", {"policy"}},
      {"schedule", {"run", "sweep", "saturate", "schedule", "check"}},
      {"workload", {"run", "sweep", "schedule", "check"}}};
  return readers.at(section);
}

// "analyze and design", "policy --faults": verbs and their options alone.
Verbs named_in(std::string_view when) {
  Verbs named;
  for (std::string_view word : split(when, ' ')) {
    const auto verb = std::ranges::find(kVerbs, word);
    if (verb != kVerbs.end())
      named.push_back(*verb);
    else if (word != "and" && !word.starts_with("--"))
      return {};
  }
  return named;
}

bool is_of_pattern(const Key& key) {
  return key.name == "traffic.pattern" || key.name == "traffic.self" ||
         key.when.starts_with("traffic.pattern = ");
}

}  // namespace

std::vector<std::string_view> readers_of(const Key& key) {
  if (key.when.starts_with("not read") || key.when.starts_with("refused")) return {};
  if (const Verbs named = named_in(key.when); !named.empty()) return named;
  if (is_of_pattern(key)) return {"run", "sweep", "saturate", "analyze", "design", "check"};
  if (key.name == "router.model") return {kVerbs.begin(), kVerbs.end()};
  if (key.name == "router.vcs") return {"run", "sweep", "saturate", "analyze", "check"};
  const bool routed = stage_of(key.name) == Stage::kRouting;
  return readers_of_section(routed ? "routing" : key.section());
}

}  // namespace orthant
