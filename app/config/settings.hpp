// The checked keys of one config, as set in its file and by overrides; Config and Point
// (app/config/config.hpp) read from them.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/axis.hpp"
#include "app/keys/keys.hpp"

namespace orthant {

// A key is identified by a number: its row in the table, plus n times the length of the table in
// the n-th named section.
//
// Invariants:
// 1. entries has one element per key of the table, and as many for every named section.
// 2. an entry has either one value or an axis of several.
struct Settings {
  struct Entry {
    std::string text;                 // as written, axes included
    std::string value;                // plain form, if it has one value
    std::optional<std::size_t> axis;  // number of the axis, if it has several values
    std::size_t line = 0;             // 0: command line
    std::string chosen_by = {};       // the source of a value that the user did not set
  };
  std::string file;
  std::vector<std::optional<Entry>> entries;
  std::vector<std::size_t> order;  // keys that were set, in the order of the file
  std::vector<Axis> axes;
  std::size_t points = 1;
  std::vector<std::string> named;  // sections with a name, sorted

  // The row of the key in the table.
  static const Key& row(std::size_t key) { return key_table()[key % key_table().size()]; }
  std::string name(std::size_t key) const;
  std::optional<std::size_t> find(std::string_view name) const;
  std::size_t known(std::string_view name) const;
  // The names of the sections [section.NAME].
  std::vector<std::string> names(std::string_view section) const;
  // Place where the key was set: "FILE:LINE", "command line", "default value".
  std::string place(std::size_t key) const;
  bool in_same_section(std::size_t a, std::size_t b) const {
    return a / key_table().size() == b / key_table().size();
  }
  // True when a key that replaces this one was set.
  bool is_replaced(std::size_t key) const;
  // True when the key's default stands in for a value that was not set.
  bool has_default(std::size_t key) const;
  [[noreturn]] void fail(std::size_t key, std::string_view what) const;
  // Text for a file that is neither in the working directory nor beside the config: ", nor is there
  // FOLDER/FILE"; else empty.
  std::string missing_beside(std::size_t key) const;
};

// Reads a file and applies overrides. `name` stands for the file in messages. Throws ConfigError.
std::shared_ptr<const Settings> make_settings(std::istream& in, const std::string& name,
                                              std::span<const std::string> overrides);
// Counts the points after axes have changed. Throws ConfigError if there are too many.
void count_points(Settings& settings);

}  // namespace orthant
