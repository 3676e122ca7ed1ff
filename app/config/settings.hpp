// The values of the keys that a config gives, with where it gives them: what Config and Point
// share.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <istream>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "app/config/ini.hpp"
#include "app/keys/keys.hpp"
#include "base/error.hpp"

namespace orthant {

// A key is known by a number: that of its row in the table, or, in the n-th named section, n times
// the length of the table more.
//
// Invariants:
// 1. entries has one element per key of the table, and as many for every named section.
// 2. an entry has either one value or an axis of several.
struct Settings {
  struct Entry {
    std::string text;                 // as written, axes included
    std::string value;                // plain form, where it is one
    std::optional<std::size_t> axis;  // number of the axis, where there are several
    std::size_t line = 0;             // 0: command line
  };
  std::string file;
  std::vector<std::optional<Entry>> entries;
  std::vector<std::size_t> order;  // keys that were set, in the order of the file
  std::vector<Axis> axes;
  std::size_t points = 1;
  std::vector<std::string> named;  // sections with a name, sorted

  // What a config says. Throws ConfigError; `name` stands for the file in messages.
  static Settings read(std::istream& in, const std::string& name,
                       std::span<const std::string> overrides);

  // The row of the table.
  static const Key& row(std::size_t key) { return key_table()[key % key_table().size()]; }
  std::string name(std::size_t key) const {
    const std::size_t rows = key_table().size();
    return key < rows ? row(key).name : in_named_section(named[key / rows - 1], row(key).name);
  }
  std::optional<std::size_t> find(std::string_view name) const {
    const std::string_view owner = named_section_of(name);
    if (owner.empty()) return find_key(name);
    const auto index = find_key(without_name(name));
    const auto found = std::ranges::find(named, owner);
    if (!index || !may_be_named(row(*index)) || found == named.end()) return std::nullopt;
    return *index + key_table().size() * static_cast<std::size_t>(found - named.begin() + 1);
  }
  std::size_t known(std::string_view name) const {
    const std::optional<std::size_t> key = find(name);
    assert(key && "a key that the table does not have");
    return key.value();
  }
  // Those that the file has a section or a key of.
  void set_named(const IniText& ini) {
    named.assign(ini.named_sections.begin(), ini.named_sections.end());
    entries.resize(key_table().size() * (1 + named.size()));
  }
  // Their names, of the section that has them.
  std::vector<std::string> names(std::string_view section) const {
    std::vector<std::string> all;
    for (const std::string& one : named)
      if (named_sections_of(one)->section == section) all.push_back(one.substr(section.size() + 1));
    return all;
  }

  std::string place(std::size_t key) const {
    const std::size_t rows = key_table().size();
    if (!entries[key] && key >= rows)
      return place(key % rows);  // what a named section lacks it has from the other
    if (!entries[key]) return has_default(key) ? "default value" : file;
    if (entries[key]->line == 0) return "command line";
    return fmt::format("{}:{}", file, entries[key]->line);
  }
  bool in_same_section(std::size_t a, std::size_t b) const {
    return a / key_table().size() == b / key_table().size();
  }
  // True when a key that replaces this one was set.
  bool is_replaced(std::size_t key) const;
  // True when the key's default stands in for a value that was not set.
  bool has_default(std::size_t key) const {
    return key < key_table().size() && !entries[key] && !row(key).fallback.empty() &&
           !is_replaced(key);
  }
  // Of all axes. Throws ConfigError where they are too many.
  void count_points();
  [[noreturn]] void fail(std::size_t key, std::string_view what) const {
    config_error("{}: {}: {}", place(key), name(key), what);
  }
};

}  // namespace orthant
