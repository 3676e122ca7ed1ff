// Finds keys in the table.
//
// Tested by: tests/app/keys_test.cpp
#include "app/keys/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "app/keys/spelling.hpp"
#include "app/keys/synonyms.hpp"
#include "traffic/traffic.hpp"
#include "traffic/workload_plan.hpp"

namespace orthant {
namespace {

constexpr std::size_t kLongestName = 32;           // of the name in a named section
constexpr std::string_view kOwnKeys = "routing.";  // optional for algorithms' own keys

const std::map<std::string_view, std::size_t>& key_index() {
  static const std::map<std::string_view, std::size_t> index = [] {
    std::map<std::string_view, std::size_t> made;
    const auto table = key_table();
    for (std::size_t k = 0; k < table.size(); ++k) {
      const std::string_view name = table[k].name;
      made[name] = k;
      if (name.starts_with(kOwnKeys) && std::ranges::count(name, '.') > 1) {
        made[name.substr(kOwnKeys.size())] = k;
      }
    }
    return made;
  }();
  return index;
}

std::string_view last_word(std::string_view name) { return name.substr(name.rfind('.') + 1); }

std::string_view word_of(std::string_view name) { return name.substr(name.find('.') + 1); }

std::string_view section_of(std::string_view name) { return name.substr(0, name.find('.')); }

std::vector<std::string_view> sections() {
  std::vector<std::string_view> names;
  for (const Key& key : key_table())
    if (names.empty() || names.back() != key.section()) names.push_back(key.section());
  return names;
}

// The key with this word in another section, else the nearest spelling if both section and word are
// near; else empty.
std::string_view likely_key(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Key& key : key_table()) {
    if (word_of(key.name) == word_of(name)) return key.name;
    names.push_back(key.name);
  }
  const std::string_view guess = nearest(name, names);
  const bool near =
      is_likely(section_of(name), section_of(guess)) && is_likely(word_of(name), word_of(guess));
  return near ? guess : std::string_view();
}

}  // namespace

std::span<const Key> key_table() {
  static const std::vector<Key> table = make_key_table();
  return table;
}

std::optional<std::size_t> find_key(std::string_view name) {
  const auto found = key_index().find(name);
  if (found == key_index().end()) return std::nullopt;
  return found->second;
}

std::string unknown_key_hint(std::string_view name, std::string_view named_section) {
  if (const std::string_view ours = our_key(word_of(name)); !ours.empty())
    return fmt::format("unknown key; its name here is {}", ours);
  const bool any = named_section.empty();  // key, else one allowed in a named section
  const auto is_own = [](std::size_t key) { return may_be_named(key_table()[key]); };
  if (const std::string_view guess = likely_key(name); !guess.empty())
    return fmt::format(
        "unknown key, did you mean {}?",
        any || !is_own(*find_key(guess)) || !named_section.starts_with(section_of(guess))
            ? std::string(guess)
            : in_named_section(named_section, guess));
  const std::string_view section = section_of(name);
  if (!is_section(section)) return fmt::format("unknown section; allowed: {}", joined(sections()));
  std::vector<std::string_view> words;
  for (const auto& [known, index] : key_index())
    if (section_of(known) == section && (any || is_own(index))) words.push_back(word_of(known));
  return fmt::format("unknown key; allowed in [{}]: {}", any ? section : named_section,
                     joined(words));
}

std::vector<std::string_view> keys_of_word(std::string_view word) {
  if (const std::string_view ours = our_key(word); !ours.empty()) return {ours};
  std::vector<std::string_view> words;
  for (const Key& key : key_table()) words.push_back(last_word(key.name));
  const std::string_view guess = nearest(word, words);
  std::vector<std::string_view> names;
  if (!is_likely(word, guess)) return names;
  for (const Key& key : key_table())
    if (last_word(key.name) == guess) names.push_back(key.name);
  return names;
}

std::span<const NamedSections> named_sections() {
  static const std::array<NamedSections, 2> all = {{
      {"traffic", "class of traffic", "all traffic", kMaxTrafficClasses, {"traffic.load_unit"}},
      {"workload",
       "job",
       "all jobs",
       kMaxJobs,
       {"workload.bytes_per_flit", "workload.packet_flits", "workload.time_unit"}},
  }};
  return all;
}

const NamedSections* named_sections_of(std::string_view name) {
  const auto found = std::ranges::find(named_sections(), section_of(name), &NamedSections::section);
  return found == named_sections().end() ? nullptr : &*found;
}

std::string_view named_section_of(std::string_view name) {
  if (named_sections_of(name) == nullptr) return {};
  const std::size_t first = name.find('.'), last = name.rfind('.');
  return first == last ? std::string_view() : name.substr(0, last);
}

std::string without_name(std::string_view name) {
  const std::string_view owner = named_section_of(name);
  return owner.empty() ? std::string(name)
                       : std::string(section_of(name)).append(name.substr(owner.size()));
}

std::string in_named_section(std::string_view section, std::string_view name) {
  return fmt::format("{}.{}", section, word_of(name));
}

bool is_named_section(std::string_view section) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  };
  if (named_sections_of(section) == nullptr || section.find('.') == section.npos) return false;
  const std::string_view name = word_of(section);
  return !name.empty() && name.size() <= kLongestName && name[0] >= 'a' && name[0] <= 'z' &&
         std::ranges::all_of(name, fits) && !find_key(section);
}

std::string_view ini_section_of(std::string_view name) {
  const std::string_view owner = named_section_of(name);
  return owner.empty() ? section_of(name) : owner;
}

bool may_be_named(const Key& key) {
  const NamedSections* named = named_sections_of(key.name);
  return named != nullptr && std::ranges::find(named->not_own, key.name) == named->not_own.end();
}

bool is_section(std::string_view section) {
  if (section.find('.') != section.npos && named_sections_of(section) != nullptr)
    return is_named_section(section);
  return std::ranges::any_of(key_index(), [&](const auto& entry) {
    const std::string_view name = entry.first;
    return name.size() > section.size() && name.starts_with(section) && name[section.size()] == '.';
  });
}

std::string unknown_section_hint(std::string_view section) {
  if (const auto* named = named_sections_of(section);
      named != nullptr && section.size() > named->section.size())
    return fmt::format(
        "allowed: [{0}.NAME], NAME a small letter and up to {1} small letters, digits and _, "
        "that is no key of [{0}]",
        named->section, kLongestName - 1);
  const std::vector<std::string_view> names = sections();
  const std::string_view guess = nearest(section, names);
  return is_likely(section, guess) ? fmt::format("did you mean [{}]?", guess)
                                   : fmt::format("allowed: {}", joined(names));
}

namespace {

// The first allowed word that is not the default.
std::string another_word(const Key& key) {
  for (const std::string_view word : key.words)
    if (word != key.fallback) return std::string(word);
  return key.fallback;
}

std::string real_value(const Key& key) {
  constexpr double kUsual = 0.5;
  if (key.low < kUsual && kUsual <= key.high) return fmt::format("{}", kUsual);
  return fmt::format("{}", std::isfinite(key.high) ? (key.low + key.high) / 2 : key.low + 1);
}

}  // namespace

std::string example_value(const Key& key) {
  if (!key.example.empty()) return std::string(key.example);
  switch (key.type) {
    case KeyType::kWord:
    case KeyType::kWords:
      return another_word(key);
    case KeyType::kFlag:
      return key.fallback == "yes" ? "no" : "yes";
    case KeyType::kDimensions:
      return "8x8";
    default:
      break;
  }
  const bool has_word = std::ranges::find(key.words, key.fallback) != key.words.end();
  if (!key.fallback.empty() && !has_word) return key.fallback;
  switch (key.type) {
    case KeyType::kInteger:
    case KeyType::kIntegers:
    case KeyType::kDistinct:
    case KeyType::kPacketLengths:
      return fmt::format("{}", std::max<std::int64_t>(key.least, 1));
    case KeyType::kReal:
      return real_value(key);
    case KeyType::kRational:
    case KeyType::kRationals:
      return fmt::format("{}", std::max(1.0, std::ceil(key.low)));
    default:
      return "FILE";
  }
}

std::string example_line(const Key& key, std::string_view name) {
  const std::string_view section = ini_section_of(name);
  return fmt::format("[{}]\n{} = {}", section, name.substr(section.size() + 1), example_value(key));
}

}  // namespace orthant
