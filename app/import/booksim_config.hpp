// The values of a config of BookSim 2 as BookSim takes them, with its defaults, and which of them
// have been translated.
//
// Tested by: tests/app/booksim_test.py
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <set>
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

// "{1,{2,3}}" as 1 and {2,3}, any other text as itself, an empty one as nothing. As BookSim reads
// them: "{3,4},{1,2}" is 3 and 4.
std::vector<std::string> booksim_elements(const std::string& text);

// A value such as islip(2) or hotspot({{3,4},{1,2}}).
struct BooksimCall {
  std::string name;
  std::vector<std::string> arguments;  // the elements of what stands in parentheses
};
BooksimCall booksim_call(const std::string& text);

// The whole text as a finite number; nullopt: it is none.
std::optional<double> booksim_real(const std::string& text);

class BooksimConfig {
 public:
  // Throws ConfigError for a key that BookSim does not know, too.
  explicit BooksimConfig(const std::string& path);

  const std::string& path() const { return path_; }
  // The value or BookSim's default; the key then counts as translated.
  std::string value(std::string_view key);
  double number(std::string_view key);
  std::int64_t integer(std::string_view key);
  bool flag(std::string_view key) { return integer(key) != 0; }
  // The element for a class of traffic: beyond the last one, that.
  std::string of_class(std::string_view key, std::size_t traffic_class);
  double number_of_class(std::string_view key, std::size_t traffic_class);
  // Of a part of a key's value.
  double number_in(const std::string& part, std::string_view key, double least) const;
  // A part of a key's value with its arguments, of which BookSim takes several in braces alone.
  BooksimCall call_in(const std::string& part, std::string_view key) const;
  void skip(std::string_view key) { read_.insert(std::string(key)); }

  // A line for each key that is set to other than its default and was not translated.
  std::vector<std::string> remarks() const;

  // "FILE:LINE: key = value: why".
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

// A key of BookSim 2, or several by blanks that share all else.
struct BooksimKey {
  std::string_view names;
  std::string_view fallback;  // BookSim's default
  std::string_view reason;    // why no key here has another value for it; empty: one has
};

// Every one. Source: booksim_config.cpp of booksim/booksim2 at 28f4329, about in its order.
std::span<const BooksimKey> booksim_keys();
const BooksimKey* find_booksim_key(std::string_view name);  // nullptr: there is none

}  // namespace orthant
