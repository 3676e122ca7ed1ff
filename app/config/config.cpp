// Reading a config, its axes and its points.
//
// Tested by: tests/app/config_test.cpp, tests/app/config_fuzz_test.cpp, tests/bad_configs/
#include "app/config/config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <utility>

#include "app/config/ini.hpp"
#include "app/config/ini_order.hpp"
#include "app/config/values.hpp"
#include "app/keys/keys.hpp"
#include "app/keys/spelling.hpp"
#include "base/error.hpp"

namespace orthant {

// Invariants:
// 1. entries has one element per key of the table.
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

  std::string place(std::size_t key) const {
    if (!entries[key]) return has_default(key) ? "default value" : file;
    if (entries[key]->line == 0) return "command line";
    return fmt::format("{}:{}", file, entries[key]->line);
  }
  // True when a key that replaces this one was set.
  bool is_replaced(std::size_t key) const;
  // True when the key's default stands in for a value that was not set.
  bool has_default(std::size_t key) const {
    return !entries[key] && !key_table()[key].fallback.empty() && !is_replaced(key);
  }
  [[noreturn]] void fail(std::size_t key, std::string_view what) const {
    config_error("{}: {}: {}", place(key), key_table()[key].name, what);
  }
};

namespace {

const Key& key_at(std::size_t key) { return key_table()[key]; }

bool replaces(const Key& key, std::string_view name) {
  return std::ranges::find(key.replaces, name) != key.replaces.end();
}

std::size_t known(std::string_view name) {
  const std::optional<std::size_t> key = find_key(name);
  assert(key && "a key that the table does not have");
  return key.value();
}

std::size_t resolve(const std::string& place, const std::string& name) {
  if (const auto key = find_key(name)) return *key;
  config_error("{}: {}: {}", place, in_quotes(name), unknown_key_hint(name));
}

void set_from_file(Settings& settings, const IniSetting& setting) {
  const std::size_t key = resolve(fmt::format("{}:{}", settings.file, setting.line), setting.key);
  auto& entry = settings.entries[key];
  if (entry) {
    config_error("{}:{}: {}: given twice, first in line {}; allowed: once", settings.file,
                 setting.line, key_at(key).name, entry->line);
  }
  entry = Settings::Entry{setting.value, {}, {}, setting.line};
  settings.order.push_back(key);
}

// "load" and "=0.5" -> ", did you mean traffic.load=0.5?"; empty where no key is likely to be
// meant.
std::string override_hint(std::string_view name, const std::string& value) {
  const auto is_plain = [](char c) { return c > ' ' && c <= '~'; };
  if (value.empty() || name.find('.') != name.npos || !std::ranges::all_of(value, is_plain))
    return {};
  std::string guesses;
  for (const std::string_view key : keys_of_word(name)) {
    if (!guesses.empty()) guesses += " or ";
    guesses += fmt::format("{}{}", key, value);
  }
  return guesses.empty() ? guesses : fmt::format(", did you mean {}?", guesses);
}

void set_override(Settings& settings, const std::string& text) {
  if (text.size() > kMaxIniLineBytes / 2) {
    config_error("command line: {} is too long; allowed: at most {} bytes", in_quotes(text),
                 kMaxIniLineBytes / 2);
  }
  const std::size_t equals = text.find('=');
  const std::string name(trimmed(std::string_view(text).substr(0, equals)));
  if (equals == std::string::npos || name.find('.') == std::string::npos) {
    config_error("command line: {} is no override{}; allowed: section.key=value", in_quotes(text),
                 override_hint(name, text.substr(std::min(equals, text.size()))));
  }
  const std::size_t key = resolve("command line", name);
  auto& entry = settings.entries[key];
  if (entry && entry->line == 0) {
    config_error("command line: {}: given twice; allowed: once", key_at(key).name);
  }
  if (!entry) settings.order.push_back(key);
  entry = Settings::Entry{std::string(trimmed(text.substr(equals + 1))), {}, {}, 0};
}

// Words such as "no" that say that a refused feature is not wanted.
bool is_harmless(const Key& key, const std::string& value) {
  return key.type == KeyType::kReal && value == "0";
}

void check_value(Settings& settings, std::size_t index) {
  Settings::Entry& entry = *settings.entries[index];
  const Key& key = key_at(index);
  try {
    std::vector<std::string> values = plain_values(key, entry.text, Config::kMaxPoints);
    if (values.size() == 1) {
      entry.value = std::move(values.front());
    } else {
      entry.axis = settings.axes.size();
      settings.axes.push_back({std::string(key.name), std::move(values)});
    }
  } catch (const KeyError& error) {
    settings.fail(index, error.what());
  }
  if (key.refused && (entry.axis || !is_harmless(key, entry.value))) {
    settings.fail(index, "not available in this version; allowed: to leave it out");
  }
}

// Keys that say the same in different units exclude each other.
void check_replacements(const Settings& settings) {
  for (const std::size_t a : settings.order) {
    for (const std::size_t b : settings.order) {
      const auto& targets = key_at(b).replaces;
      const bool same = std::ranges::any_of(
          targets, [&](std::string_view target) { return replaces(key_at(a), target); });
      if (a != b && (replaces(key_at(a), key_at(b).name) || same)) {
        settings.fail(a, fmt::format("given beside {}; allowed: one of the two", key_at(b).name));
      }
    }
  }
}

void count_points(Settings& settings) {
  settings.points = 1;
  for (const Axis& axis : settings.axes) {
    if (axis.values.size() > Config::kMaxPoints / settings.points) {
      settings.fail(known(axis.key), fmt::format("the axes make too many points up to this one; "
                                                 "allowed: at most {} in all",
                                                 Config::kMaxPoints));
    }
    settings.points *= axis.values.size();
  }
}

std::shared_ptr<const Settings> make_settings(std::istream& in, const std::string& name,
                                              std::span<const std::string> overrides) {
  auto settings = std::make_shared<Settings>();
  settings->file = name;
  settings->entries.resize(key_table().size());
  for (const IniSetting& setting : read_ini(in, name)) set_from_file(*settings, setting);
  for (const std::string& text : overrides) set_override(*settings, text);
  for (const std::size_t key : settings->order) check_value(*settings, key);
  check_replacements(*settings);
  count_points(*settings);
  return settings;
}

// Appends "key = value" under its section's header.
void append_setting(std::string& ini, std::string_view& section, std::string_view name,
                    std::string_view value) {
  const std::string_view own = name.substr(0, name.find('.'));
  if (own != section) {
    ini += fmt::format("{}[{}]\n", ini.empty() ? "" : "\n", own);
    section = own;
  }
  ini += fmt::format("{} = {}\n", name.substr(own.size() + 1), value);
}

}  // namespace

bool Settings::is_replaced(std::size_t key) const {
  return std::ranges::any_of(order,
                             [&](std::size_t k) { return replaces(key_at(k), key_at(key).name); });
}

// -------------------------------------------------------------------------------------------------
// Config

Config::Config(std::shared_ptr<const Settings> settings) : settings_(std::move(settings)) {}

Config Config::read(const std::string& file, std::span<const std::string> overrides) {
  if (std::ranges::any_of(file, [](char c) { return (c >= 0 && c < ' ') || c == 0x7f; })) {
    config_error("{}: a control character in the name of a config", in_quotes(file));
  }
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    config_error("{}: is a directory; allowed: an INI file", file);
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    const bool exists = std::filesystem::exists(file, ignored);
    config_error("{}: {}; allowed: an INI file", file, exists ? "cannot be read" : "no such file");
  }
  return Config(make_settings(in, file, overrides));
}

Config Config::parse(const std::string& text, const std::string& name,
                     std::span<const std::string> overrides) {
  std::istringstream in(text);
  return Config(make_settings(in, name, overrides));
}

std::span<const Axis> Config::axes() const { return settings_->axes; }
std::size_t Config::point_count() const { return settings_->points; }
bool Config::is_set(std::string_view key) const {
  return settings_->entries[known(key)].has_value();
}

Point Config::point(std::size_t index) const {
  assert(index < settings_->points);
  std::vector<std::size_t> choice(settings_->axes.size());
  for (std::size_t a = choice.size(); a-- > 0;) {
    const std::size_t values = settings_->axes[a].values.size();
    choice[a] = index % values;
    index /= values;
  }
  return Point(settings_, std::move(choice));
}

Point Config::only_point(std::string_view verb) const {
  for (const Axis& axis : settings_->axes) {
    settings_->fail(known(axis.key),
                    fmt::format("{} values{}; allowed with {}: one{}", axis.values.size(),
                                dimensions_hint(key_at(known(axis.key)), axis.values), verb,
                                verb == "run" ? " (orthant sweep takes several)" : ""));
  }
  return point(0);
}

Config Config::with_first_value(std::string_view key) const {
  auto changed = std::make_shared<Settings>(*settings_);
  auto& entry = changed->entries[known(key)];
  if (!entry || !entry->axis) return *this;
  const auto axis = changed->axes.begin() + static_cast<std::ptrdiff_t>(*entry->axis);
  entry->value = axis->values.front();
  changed->axes.erase(axis);
  for (auto& other : changed->entries)
    if (other && other->axis && *other->axis > *entry->axis) --*other->axis;
  entry->axis.reset();
  count_points(*changed);
  return Config(std::move(changed));
}

std::string Config::effective_ini() const {
  std::vector<std::size_t> keys, axes(settings_->axes.size());
  for (std::size_t k = 0; k < settings_->entries.size(); ++k) {
    const auto& entry = settings_->entries[k];
    if (entry || settings_->has_default(k)) keys.push_back(k);
    if (entry && entry->axis) axes[*entry->axis] = k;
  }
  std::string ini;
  std::string_view section;
  for (const std::size_t k : writing_order(keys, axes)) {
    const auto& entry = settings_->entries[k];
    append_setting(ini, section, key_at(k).name,
                   !entry        ? std::string_view(key_at(k).fallback)
                   : entry->axis ? std::string_view(entry->text)
                                 : std::string_view(entry->value));
  }
  return ini;
}

// -------------------------------------------------------------------------------------------------
// Point

Point::Point(std::shared_ptr<const Settings> settings, std::vector<std::size_t> choice)
    : settings_(std::move(settings)), choice_(std::move(choice)), read_(key_table().size()) {}

const std::string* Point::find_value(std::size_t key) const {
  if (const auto& entry = settings_->entries[key]) {
    return entry->axis ? &settings_->axes[*entry->axis].values[choice_[*entry->axis]]
                       : &entry->value;
  }
  const std::string& fallback = key_at(key).fallback;
  return fallback.empty() ? nullptr : &fallback;
}

const std::string& Point::value_of(std::string_view key) const {
  const std::size_t index = known(key);
  read_[index] = true;
  const std::string* value = find_value(index);
  if (value == nullptr) {
    const std::string_view when = key_at(index).when;
    fail(key, fmt::format("missing{}; allowed: {}",
                          when.empty() ? "" : fmt::format("; {} needs it", when),
                          key_at(index).allowed()));
  }
  return *value;
}

bool Point::is_set(std::string_view key) const {
  return settings_->entries[known(key)].has_value();
}

bool Point::has_value(std::string_view key) const { return find_value(known(key)) != nullptr; }

std::string Point::text(std::string_view key) const { return value_of(key); }

std::int64_t Point::integer(std::string_view key) const {
  return parse_integer(value_of(key)).value();
}

double Point::real(std::string_view key) const {
  const std::string& value = value_of(key);
  if (const auto real = parse_real(value)) return *real;
  return to_double(parse_rational(value).value());
}

bool Point::flag(std::string_view key) const { return value_of(key) == "yes"; }

Rational Point::rational(std::string_view key) const {
  return parse_rational(value_of(key)).value();
}

void Point::fail(std::string_view key, std::string_view message) const {
  if (const auto index = find_key(key)) settings_->fail(*index, message);
  config_error("{}: {}: {}", settings_->file, key, message);
}

std::vector<std::string> Point::unread_keys() const {
  std::vector<std::string> unread;
  for (const std::size_t key : settings_->order) {
    if (!read_[key]) unread.emplace_back(key_at(key).name);
  }
  return unread;
}

std::vector<std::pair<std::string, std::string>> Point::effective_settings() const {
  std::vector<std::pair<std::string, std::string>> settings;
  for (std::size_t k = 0; k < key_table().size(); ++k) {
    const Key& key = key_at(k);
    if (!is_set(key.name) && settings_->is_replaced(k)) continue;
    if (const std::string* value = find_value(k)) settings.emplace_back(key.name, *value);
  }
  return settings;
}

std::string Point::effective_ini() const {
  std::string ini;
  std::string_view section;
  for (const auto& [name, value] : effective_settings()) {
    append_setting(ini, section, name, value);
  }
  return ini;
}

}  // namespace orthant
