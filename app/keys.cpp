// Looking keys up and saying in words what each may be.
//
// Tested by: tests/app/keys_test.cpp
#include "app/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "app/spelling.hpp"
#include "base/limits.hpp"

namespace orthant {
namespace {

constexpr std::string_view kOwnKeys = "routing.";  // algorithms' own keys may leave this out

std::vector<Key> make_table() {
  std::vector<Key> keys = network_keys();
  for (const auto& part :
       {graph_routing_keys(), workload_keys(), analysis_keys(), schedule_keys(), later_keys()}) {
    keys.insert(keys.end(), part.begin(), part.end());
  }
  // Sections in the order of their first key, keys in the order of the parts.
  std::vector<std::string_view> sections;
  const auto rank = [&](const Key& key) {
    return std::ranges::find(sections, key.section()) - sections.begin();
  };
  for (const Key& key : keys) {
    if (std::ranges::find(sections, key.section()) == sections.end()) {
      sections.push_back(key.section());
    }
  }
  std::ranges::stable_sort(keys, {}, rank);
  return keys;
}

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

std::string integer_bounds(const Key& key) {
  if (key.most == std::numeric_limits<std::int64_t>::max()) {
    return fmt::format("a whole number, at least {}", key.least);
  }
  return fmt::format("a whole number, {} to {}", key.least, key.most);
}

std::string_view last_word(std::string_view name) { return name.substr(name.rfind('.') + 1); }

std::string_view word_of(std::string_view name) { return name.substr(name.find('.') + 1); }

std::vector<std::string_view> sections() {
  std::vector<std::string_view> names;
  for (const Key& key : key_table())
    if (names.empty() || names.back() != key.section()) names.push_back(key.section());
  return names;
}

// The same word in another section, else the nearest spelling if both its section and its word are
// near; else empty.
std::string_view likely_key(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Key& key : key_table()) {
    if (word_of(key.name) == word_of(name)) return key.name;
    names.push_back(key.name);
  }
  const std::string_view guess = nearest(name, names);
  const bool near = is_likely(name.substr(0, name.find('.')), guess.substr(0, guess.find('.'))) &&
                    is_likely(word_of(name), word_of(guess));
  return near ? guess : std::string_view();
}

std::string real_bounds(const Key& key) {
  if (std::isinf(key.high)) {
    return fmt::format("a number {} {}", key.low_allowed ? "of at least" : "above", key.low);
  }
  if (key.low_allowed) return fmt::format("a number, {} to {}", key.low, key.high);
  return fmt::format("a number above {}, at most {}", key.low, key.high);
}

std::string rational_bounds(const Key& key, std::string_view what) {
  std::string text =
      key.low > 0 ? fmt::format("{}, at least {}", what, key.low) : fmt::format("{} above 0", what);
  if (std::isfinite(key.high)) text += fmt::format(", at most {}", key.high);
  if (key.most != std::numeric_limits<std::int64_t>::max())
    text += fmt::format(", with a denominator up to {}", key.most);
  return text;
}

}  // namespace

std::string_view Key::unit() const {
  static constexpr std::array<std::string_view, 6> kUnits = {"cycles", "ns",   "flits",
                                                             "bytes",  "gbps", "seconds"};
  const std::string_view stem = name.ends_with(".by_dimension")
                                    ? name.substr(0, name.size() - sizeof(".by_dimension") + 1)
                                    : name;
  for (const std::string_view unit : kUnits) {
    if (stem.ends_with(unit) && stem[stem.size() - unit.size() - 1] == '_') {
      return unit == "gbps" ? std::string_view("Gbit/s") : unit;
    }
  }
  if (stem == "channel.bandwidth" || stem == "channel.node_bandwidth") return "flits/cycle";
  return {};
}

std::string_view Key::type_name() const {
  switch (type) {
    case KeyType::kWord:
      return "word";
    case KeyType::kFlag:
      return "yes or no";
    case KeyType::kInteger:
      return words.empty() ? "whole number" : "whole number or word";
    case KeyType::kReal:
      return "number";
    case KeyType::kRational:
      return "number or fraction";
    case KeyType::kDimensions:
      return "dimensions";
    case KeyType::kIntegers:
    case KeyType::kDistinct:
      return "whole numbers";
    case KeyType::kRationals:
      return "numbers or fractions";
    case KeyType::kPacketLengths:
      return "length or mix";
    case KeyType::kText:
      return "text";
    case KeyType::kFile:
      return "file";
  }
  return {};
}

std::string Key::allowed() const {
  switch (type) {
    case KeyType::kWord:
      return joined(words);
    case KeyType::kFlag:
      return "yes, no";
    case KeyType::kInteger:
      return words.empty() ? integer_bounds(*this)
                           : fmt::format("{}, or {}", integer_bounds(*this), joined(words));
    case KeyType::kReal:
      return real_bounds(*this);
    case KeyType::kRational:
      return rational_bounds(*this, "a number or fraction") +
             (low > 0 ? "" : ", such as 1, 0.5 or 1/3");
    case KeyType::kDimensions:
      return fmt::format("1 to {} whole numbers, {} to {}, joined by x, such as 8x8",
                         limits::kDimensions, least, most);
    case KeyType::kIntegers:
      return fmt::format("whole numbers, {} to {}, separated by blanks", least, most);
    case KeyType::kDistinct:
      return fmt::format("different whole numbers, {} to {}, separated by blanks", least, most);
    case KeyType::kRationals:
      return rational_bounds(*this, "numbers or fractions") + ", separated by blanks";
    case KeyType::kPacketLengths:
      return fmt::format("a length, {} to {}, or a mix such as 1:0.5 5:0.5", least, most);
    case KeyType::kText:
      return "any text";
    case KeyType::kFile:
      return "the name of a file";
  }
  return {};
}

std::span<const Key> key_table() {
  static const std::vector<Key> table = make_table();
  return table;
}

std::optional<std::size_t> find_key(std::string_view name) {
  const auto found = key_index().find(name);
  if (found == key_index().end()) return std::nullopt;
  return found->second;
}

std::string unknown_key_hint(std::string_view name) {
  if (const std::string_view guess = likely_key(name); !guess.empty())
    return fmt::format("unknown key, did you mean {}?", guess);
  const std::string_view section = name.substr(0, name.find('.'));
  if (!is_section(section)) return fmt::format("unknown section; allowed: {}", joined(sections()));
  std::vector<std::string_view> words;
  for (const auto& [known, index] : key_index())
    if (known.substr(0, known.find('.')) == section) words.push_back(word_of(known));
  return fmt::format("unknown key; allowed in [{}]: {}", section, joined(words));
}

std::vector<std::string_view> keys_of_word(std::string_view word) {
  std::vector<std::string_view> words;
  for (const Key& key : key_table()) words.push_back(last_word(key.name));
  const std::string_view guess = nearest(word, words);
  std::vector<std::string_view> names;
  if (!is_likely(word, guess)) return names;
  for (const Key& key : key_table())
    if (last_word(key.name) == guess) names.push_back(key.name);
  return names;
}

bool is_section(std::string_view section) {
  return std::ranges::any_of(key_index(), [&](const auto& entry) {
    const std::string_view name = entry.first;
    return name.size() > section.size() && name.starts_with(section) && name[section.size()] == '.';
  });
}

std::string unknown_section_hint(std::string_view section) {
  const std::vector<std::string_view> names = sections();
  const std::string_view guess = nearest(section, names);
  return is_likely(section, guess) ? fmt::format("did you mean [{}]?", guess)
                                   : fmt::format("allowed: {}", joined(names));
}

}  // namespace orthant
