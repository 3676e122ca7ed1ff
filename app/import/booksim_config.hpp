// The values of a BookSim 2 config as BookSim reads them, with its defaults, and a record of which
// have been translated.
//
// Tested by: tests/app/booksim_test.py
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace orthant {

struct BooksimSetting {
  std::string key, value;
  std::size_t line;
};

// Splits a value as BookSim does: "{1,{2,3}}" gives 1 and {2,3}, "{3,4},{1,2}" gives 3 and 4, any
// other text itself, an empty text nothing.
std::vector<std::string> booksim_elements(const std::string& text);

// A value such as islip(2) or hotspot({{3,4},{1,2}}).
struct BooksimCall {
  std::string name;
  std::vector<std::string> arguments;  // the elements in parentheses
};
BooksimCall booksim_call(const std::string& text);

// The whole text as a finite number; nullopt if it is none.
std::optional<double> booksim_real(const std::string& text);

class BooksimConfig {
 public:
  // Throws ConfigError, also for a key that BookSim does not know.
  explicit BooksimConfig(const std::string& path);

  const std::string& path() const { return path_; }
  // Returns the value or BookSim's default, and marks the key as translated.
  std::string value(std::string_view key);
  double number(std::string_view key);
  std::int64_t integer(std::string_view key);
  bool flag(std::string_view key) { return integer(key) != 0; }
  // The element for a class of traffic; the last element serves all further classes.
  std::string of_class(std::string_view key, std::size_t traffic_class);
  double number_of_class(std::string_view key, std::size_t traffic_class);
  // Number in a part of a key's value.
  double number_in(const std::string& part, std::string_view key, double least) const;
  // Call in a part of a key's value; BookSim takes several arguments only in braces.
  BooksimCall call_in(const std::string& part, std::string_view key) const;
  void skip(std::string_view key) { read_.insert(std::string(key)); }

  // Has a line for each key with a value other than its default that was not translated.
  std::vector<std::string> remarks() const;

  // Throws ConfigError "FILE:LINE: key = value: why".
  [[noreturn]] void refuse(std::string_view key, std::string_view why) const;
  [[noreturn]] void fail(std::string_view key, std::string_view allowed) const;
  template <class Arg, class... Args>
  [[noreturn]] void refuse(std::string_view key, fmt::format_string<Arg, Args...> why, Arg&& arg,
                           Args&&... args) const {
    refuse(key, fmt::format(why, std::forward<Arg>(arg), std::forward<Args>(args)...));
  }
  template <class Arg, class... Args>
  [[noreturn]] void fail(std::string_view key, fmt::format_string<Arg, Args...> allowed, Arg&& arg,
                         Args&&... args) const {
    fail(key, fmt::format(allowed, std::forward<Arg>(arg), std::forward<Args>(args)...));
  }

 private:
  const BooksimSetting* find(std::string_view key) const;
  std::string given(std::string_view key) const;

  std::string path_;
  std::vector<BooksimSetting> settings_;
  std::set<std::string, std::less<>> read_;
};

// A key of BookSim 2, or several, separated by blanks, with equal fields.
struct BooksimKey {
  std::string_view names;
  std::string_view fallback;  // BookSim's default
  std::string_view reason;    // why other values have no counterpart; empty: they have one
};

// All keys. Source: booksim_config.cpp of booksim/booksim2 at 28f4329, roughly in its order.
std::span<const BooksimKey> booksim_keys();
const BooksimKey* find_booksim_key(std::string_view name);  // nullptr if there is none

}  // namespace orthant
