// Looking keys up in the table.
//
// Tested by: tests/app/keys_test.cpp
#include "app/keys/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "app/keys/spelling.hpp"

namespace orthant {
namespace {

constexpr std::string_view kTraffic = "traffic.";
constexpr std::size_t kLongestClassName = 32;
constexpr std::string_view kOwnKeys = "routing.";  // algorithms' own keys may leave this out

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

std::string unknown_key_hint(std::string_view name, std::string_view traffic_class) {
  const bool any = traffic_class.empty();  // key, else those that a class has
  const auto is_of_class = [](std::size_t key) { return is_of_traffic_class(key_table()[key]); };
  if (const std::string_view guess = likely_key(name); !guess.empty())
    return fmt::format("unknown key, did you mean {}?",
                       any || !is_of_class(*find_key(guess))
                           ? std::string(guess)
                           : of_traffic_class(traffic_class, guess));
  const std::string_view section = name.substr(0, name.find('.'));
  if (!is_section(section)) return fmt::format("unknown section; allowed: {}", joined(sections()));
  std::vector<std::string_view> words;
  for (const auto& [known, index] : key_index())
    if (known.substr(0, known.find('.')) == section && (any || is_of_class(index)))
      words.push_back(word_of(known));
  return fmt::format("unknown key; allowed in [{}{}{}]: {}", section, any ? "" : ".", traffic_class,
                     joined(words));
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

std::string_view traffic_class_of(std::string_view name) {
  if (!name.starts_with(kTraffic)) return {};
  const std::string_view rest = name.substr(kTraffic.size());
  const std::size_t dot = rest.rfind('.');
  return dot == rest.npos ? std::string_view() : rest.substr(0, dot);
}

std::string without_class(std::string_view name) {
  const std::string_view owner = traffic_class_of(name);
  return owner.empty()
             ? std::string(name)
             : std::string(kTraffic).append(name.substr(kTraffic.size() + owner.size() + 1));
}

std::string of_traffic_class(std::string_view traffic_class, std::string_view name) {
  return fmt::format("{}{}.{}", kTraffic, traffic_class, name.substr(kTraffic.size()));
}

bool is_class_name(std::string_view name) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !name.empty() && name.size() <= kLongestClassName && name[0] >= 'a' && name[0] <= 'z' &&
         std::ranges::all_of(name, fits) && !find_key(std::string(kTraffic).append(name));
}

std::string_view ini_section_of(std::string_view name) {
  const std::string_view owner = traffic_class_of(name);
  return name.substr(0, owner.empty() ? name.find('.') : kTraffic.size() + owner.size());
}

bool is_of_traffic_class(const Key& key) {
  return key.name.starts_with(kTraffic) && key.name != "traffic.load_unit";
}

bool is_section(std::string_view section) {
  if (section.starts_with(kTraffic)) return is_class_name(section.substr(kTraffic.size()));
  return std::ranges::any_of(key_index(), [&](const auto& entry) {
    const std::string_view name = entry.first;
    return name.size() > section.size() && name.starts_with(section) && name[section.size()] == '.';
  });
}

std::string unknown_section_hint(std::string_view section) {
  if (section.starts_with(kTraffic))
    return fmt::format(
        "allowed: [traffic.NAME], NAME a small letter and up to {} small letters, digits and _, "
        "that is no key of [traffic]",
        kLongestClassName - 1);
  const std::vector<std::string_view> names = sections();
  const std::string_view guess = nearest(section, names);
  return is_likely(section, guess) ? fmt::format("did you mean [{}]?", guess)
                                   : fmt::format("allowed: {}", joined(names));
}

}  // namespace orthant
