// The user's settings, each checked against its key in the table (app/keys/keys.hpp).
//
// A key whose value is a list or a range of several values is an axis; the product of the axes is
// the set of points, and a Point has one value per key. Every error is a ConfigError of the form
// "FILE:LINE: section.key: what is wrong; what is allowed"; for overrides the place is "command
// line", for defaults "default value".
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/config/axis.hpp"
#include "base/error.hpp"
#include "base/rational.hpp"

namespace orthant {

struct ReadWhen;  // base/key.hpp
struct Settings;  // app/config/settings.hpp

// One value per key. Cheap to copy, may outlive its Config, and is used by one thread at a time. A
// getter returns the value that was set, else the key's default, else throws a ConfigError that
// names the missing key. Types and bounds of the key table hold for every value returned; keys have
// their names of the table; an algorithm's own keys are found without "routing." too. Reading a key
// marks it as read. Keys that are not in the table are our mistake (assertion).
class Point {
 public:
  // True when the user set the key (file or command line).
  bool is_set(std::string_view key) const;
  // True when the key was set or has a default.
  bool has_value(std::string_view key) const;
  // Names of the sections [traffic.NAME] or [workload.NAME], sorted. Their keys are
  // traffic.NAME.load and so on, without defaults.
  std::vector<std::string> names_in(std::string_view section) const;
  std::vector<std::string> traffic_classes() const { return names_in("traffic"); }
  std::vector<std::string> jobs() const { return names_in("workload"); }

  std::string text(std::string_view key) const;  // any type: the value as written, in plain form
  std::int64_t integer(std::string_view key) const;
  double real(std::string_view key) const;
  bool flag(std::string_view key) const;
  Rational rational(std::string_view key) const;

  // Throws ConfigError "FILE:LINE: section.key: message". For a key that was not set, the place is
  // "default value" if it has a default, else "FILE".
  [[noreturn]] void fail(std::string_view key, std::string_view message) const;
  template <class Arg, class... Args>
  [[noreturn]] void fail(std::string_view key, fmt::format_string<Arg, Args...> format, Arg&& arg,
                         Args&&... args) const {
    fail(key, fmt::format(format, std::forward<Arg>(arg), std::forward<Args>(args)...));
  }
  // Returns the result of work(); turns a KeyError that it throws into fail().
  template <class Work>
  decltype(auto) place_errors(const Work& work) const;

  // Keys that the user set and that have not been read through this object, in the order of the
  // file.
  std::vector<std::string> unread_keys() const;
  // Every setting of this point, defaults included, as an INI text that reproduces it when read
  // again.
  std::string effective_ini() const;
  // The text of FILE.ini for this point: settings that were set, then defaults of other keys that
  // the verb may read.
  std::string written_ini(std::string_view verb) const;
  // Every setting as (section.key, value) pairs in the order of the key table.
  std::vector<std::pair<std::string, std::string>> effective_settings() const;

 private:
  friend class Config;
  Point(std::shared_ptr<const Settings> settings, std::vector<std::size_t> choice);
  // The value or the default of a key of the table; nullptr if it has neither.
  const std::string* find_value(std::size_t key) const;
  // The default that other keys decide, else that of the key's row; nullptr if there is none.
  const std::string* find_default(std::size_t key) const;
  const std::string& value_of(std::string_view key) const;  // marks it as read

  std::shared_ptr<const Settings> settings_;
  std::vector<std::size_t> choice_;  // per axis
  mutable std::vector<bool> read_;   // per key of the table
};

// Values of a named section such as [traffic.NAME], with those of [traffic] for keys it does not
// set; or the values of a point without named sections. The point must outlive this object.
class NamedValues {
 public:
  NamedValues(const Point& point) : point_(point) {}  // NOLINT: a point converts implicitly
  NamedValues(const Point& point, std::string_view section, std::string_view name)
      : point_(point), name_(name), section_(std::string(section).append(".").append(name)) {}

  std::string_view name() const { return name_; }
  const std::string& section() const { return section_; }
  bool is_own(std::string_view key) const;
  bool has_value(std::string_view key) const { return point_.has_value(place_of(key)); }
  std::string text(std::string_view key) const { return point_.text(place_of(key)); }
  template <class Work>
  decltype(auto) place_errors(const Work& work) const {
    try {
      return work();
    } catch (const KeyError& error) {
      point_.fail(place_of(error.key()), error.what());
    }
  }

 private:
  // The key's name in the named section if it has a value of its own there, else the key itself.
  std::string place_of(std::string_view key) const;

  const Point& point_;
  std::string name_;
  std::string section_;
};

template <class Work>
decltype(auto) Point::place_errors(const Work& work) const {
  return NamedValues(*this).place_errors(work);
}

class Config {
 public:
  // Reads a file and applies overrides ("section.key=value"). Throws ConfigError.
  static Config read(const std::string& file, std::span<const std::string> overrides);
  // Does the same for a text in memory; `name` stands for the file in messages.
  static Config parse(const std::string& text, const std::string& name,
                      std::span<const std::string> overrides);

  // Keys with several values, in the order of the file, then of the command line.
  std::span<const Axis> axes() const;
  // Product of the numbers of values of the axes; 1 without axes.
  std::size_t point_count() const;
  // Requires index < point_count(); the first axis varies slowest.
  Point point(std::size_t index) const;
  // Throws a ConfigError that names the first axis unless there is exactly one point.
  Point only_point(std::string_view verb) const;
  // Copy of the config in which this key, if it is an axis, keeps its first value alone.
  Config with_first_value(std::string_view key) const;
  // Copy of the config in which this key, which is no axis, has a value chosen for the user;
  // messages give `chosen_by` as its place.
  Config with_value(std::string_view key, const std::string& value,
                    const std::string& chosen_by) const;
  bool is_set(std::string_view key) const;
  // Every setting, axes and defaults included, as an INI text that reproduces all points when read
  // again.
  std::string effective_ini() const;
  // The text of FILE.ini: settings that were set, then defaults of other keys that the verb may
  // read in some point. Reproduces all points with this version of the program.
  std::string written_ini(std::string_view verb) const;
  // True if one of the conditions holds for the verb in some point.
  bool may_hold(const ReadWhen& when, std::string_view verb) const;

 private:
  bool may_be_one_of(std::string_view key, const std::array<std::string_view, 3>& values) const;
  explicit Config(std::shared_ptr<const Settings> settings);
  const std::string* text_of(std::size_t key) const;
  // The default that all points share; nullptr if an axis decides it.
  const std::string* common_default(std::size_t key) const;
  std::shared_ptr<const Settings> settings_;
};

}  // namespace orthant
