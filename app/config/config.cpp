// A config, its points, and the texts that reproduce them.
//
// Tested by: tests/app/config_test.cpp, tests/app/config_fuzz_test.cpp, tests/bad_configs/
#include "app/config/config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "app/config/ini_order.hpp"
#include "app/config/settings.hpp"
#include "app/config/values.hpp"
#include "app/config/written_ini.hpp"
#include "app/keys/default_rules.hpp"
#include "app/keys/keys.hpp"
#include "app/keys/spelling.hpp"
#include "base/error.hpp"

namespace orthant {
namespace {

using Values = std::array<std::string_view, 3>;

bool is_one_of(const std::string& value, const Values& values) {
  return std::ranges::find(values, value) != values.end();
}

// True if f holds for an entry that is set for the key, in its own or any named section.
template <class F>
bool any_entry(const Settings& settings, std::string_view key, const F& f) {
  const std::size_t rows = key_table().size();
  for (std::size_t k = find_key(key).value(); k < settings.entries.size(); k += rows)
    if (settings.entries[k] && f(*settings.entries[k])) return true;
  return false;
}

bool is_set_anywhere(const Settings& settings, std::string_view key) {
  return any_entry(settings, key, [](const Settings::Entry&) { return true; });
}

// Writes the keys selected by `keep` that have a value.
void add_settings(IniWriter& ini, const Settings& settings, FunctionRef<bool(std::size_t)> keep,
                  FunctionRef<const std::string*(std::size_t)> value_of) {
  std::vector<std::size_t> keys, axes(settings.axes.size());
  for (std::size_t k = 0; k < settings.entries.size(); ++k) {
    const auto& entry = settings.entries[k];
    if (keep(k)) keys.push_back(k);
    if (entry && entry->axis) axes[*entry->axis] = k;
  }
  const auto section_of = [&](std::size_t k) {
    return std::string(ini_section_of(settings.name(k)));
  };
  for (const std::size_t k : writing_order(keys, axes, section_of))
    if (const std::string* value = value_of(k)) ini.add(settings.name(k), *value);
}

// Writes the sections of classes and jobs that take all values from the unnamed section.
void add_empty_sections(IniWriter& ini, const Settings& settings) {
  const std::size_t rows = key_table().size();
  for (std::size_t c = 0; c < settings.named.size(); ++c) {
    const auto own = std::span(settings.entries).subspan(rows * (c + 1), rows);
    if (std::ranges::none_of(own, [](const auto& entry) { return entry.has_value(); }))
      ini.add_empty_section(settings.named[c]);
  }
}

// Writes the text of written_ini(): the settings, then the defaults of keys that the verb may read.
std::string written(const Settings& settings, std::string_view verb,
                    FunctionRef<bool(std::string_view, const Values&)> may_be_one_of,
                    FunctionRef<const std::string*(std::size_t)> value_of) {
  const auto is_set = [&](std::string_view key) { return is_set_anywhere(settings, key); };
  const PossibleValues values{is_set, may_be_one_of};
  IniWriter ini;
  add_settings(
      ini, settings, [&](std::size_t k) { return settings.entries[k].has_value(); }, value_of);
  add_empty_sections(ini, settings);
  ini.add_comment(kDefaultsOfOtherKeys);
  add_settings(
      ini, settings,
      [&](std::size_t k) {
        return k < key_table().size() && !settings.entries[k] && !settings.is_replaced(k) &&
               may_read(Settings::row(k), verb, values);
      },
      value_of);
  return ini.text();
}

}  // namespace

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
  return settings_->entries[settings_->known(key)].has_value();
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
    settings_->fail(
        settings_->known(axis.key),
        fmt::format("{} values{}; allowed with {}: one{}", axis.values.size(),
                    joining_hint(Settings::row(settings_->known(axis.key)), axis.values), verb,
                    verb == "run" ? " (orthant sweep takes several)" : ""));
  }
  return point(0);
}

Config Config::with_first_value(std::string_view key) const {
  auto changed = std::make_shared<Settings>(*settings_);
  auto& entry = changed->entries[changed->known(key)];
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

Config Config::with_value(std::string_view key, const std::string& value,
                          const std::string& chosen_by) const {
  auto changed = std::make_shared<Settings>(*settings_);
  const std::size_t index = changed->known(key);
  auto& entry = changed->entries[index];
  assert(!entry || !entry->axis);
  if (!entry) {
    changed->order.push_back(index);
    entry.emplace();
  }
  entry->text = entry->value = value;
  entry->chosen_by = chosen_by;
  return Config(std::move(changed));
}

std::string Config::effective_ini() const {
  IniWriter ini;
  add_settings(
      ini, *settings_,
      [this](std::size_t k) { return settings_->entries[k] || settings_->has_default(k); },
      [this](std::size_t k) { return text_of(k); });
  add_empty_sections(ini, *settings_);
  return ini.text();
}

bool Config::may_be_one_of(std::string_view key, const Values& values) const {
  const auto holds = [&](const Settings::Entry& entry) {
    if (!entry.axis) return is_one_of(entry.value, values);
    return std::ranges::any_of(settings_->axes[*entry.axis].values,
                               [&](const std::string& value) { return is_one_of(value, values); });
  };
  if (any_entry(*settings_, key, holds)) return true;
  if (is_set(key)) return false;
  const std::size_t k = settings_->known(key);
  const std::string* value = common_default(k);
  if (value != nullptr) return is_one_of(*value, values);
  return point(0).find_default(k) != nullptr;  // an axis decides the default
}

std::string Config::written_ini(std::string_view verb) const {
  return written(
      *settings_, verb,
      [this](std::string_view key, const Values& values) { return may_be_one_of(key, values); },
      [this](std::size_t k) { return text_of(k); });
}

bool Config::may_hold(const ReadWhen& when, std::string_view verb) const {
  const auto is_set = [this](std::string_view key) { return is_set_anywhere(*settings_, key); };
  const auto one_of = [this](std::string_view key, const Values& values) {
    return may_be_one_of(key, values);
  };
  return orthant::may_hold(when, verb, {is_set, one_of});
}

// The text as written, with all values of an axis.
const std::string* Config::text_of(std::size_t key) const {
  const auto& entry = settings_->entries[key];
  if (!entry) return common_default(key);
  return entry->axis ? &entry->text : &entry->value;
}

const std::string* Config::common_default(std::size_t key) const {
  for (const DefaultRule& rule : default_rules()) {
    const auto axis = std::ranges::find(settings_->axes, rule.decider, &Axis::key);
    if (rule.key != Settings::row(key).name || axis == settings_->axes.end()) continue;
    const auto text_of = [&](const std::string& value) {
      const std::string* chosen = rule.chosen(value);
      return chosen != nullptr ? std::optional(*chosen) : std::nullopt;
    };
    for (const std::string& value : axis->values)
      if (text_of(value) != text_of(axis->values.front())) return nullptr;
  }
  return point(0).find_default(key);
}

// -------------------------------------------------------------------------------------------------
// Point

Point::Point(std::shared_ptr<const Settings> settings, std::vector<std::size_t> choice)
    : settings_(std::move(settings)),
      choice_(std::move(choice)),
      read_(settings_->entries.size()) {}

const std::string* Point::find_value(std::size_t key) const {
  if (const auto& entry = settings_->entries[key]) {
    return entry->axis ? &settings_->axes[*entry->axis].values[choice_[*entry->axis]]
                       : &entry->value;
  }
  return key < key_table().size() ? find_default(key) : nullptr;
}

const std::string* Point::find_default(std::size_t key) const {
  const Key& row = Settings::row(key);
  for (const DefaultRule& rule : default_rules()) {
    if (rule.key != row.name) continue;
    const std::string* decider = find_value(settings_->known(rule.decider));
    const std::string* chosen = decider != nullptr ? rule.chosen(*decider) : nullptr;
    if (chosen != nullptr) return chosen;
  }
  return row.fallback.empty() ? nullptr : &row.fallback;
}

const std::string& Point::value_of(std::string_view key) const {
  const std::size_t index = settings_->known(key);
  read_[index] = true;
  const std::string* value = find_value(index);
  if (value == nullptr) {
    const std::string when = Settings::row(index).when.sentence();
    fail(key, fmt::format("missing{}; allowed: {}",
                          when.empty() ? "" : fmt::format("; {} needs it", when),
                          Settings::row(index).allowed()));
  }
  return *value;
}

bool Point::is_set(std::string_view key) const {
  return settings_->entries[settings_->known(key)].has_value();
}

bool Point::has_value(std::string_view key) const {
  return find_value(settings_->known(key)) != nullptr;
}

std::vector<std::string> Point::names_in(std::string_view section) const {
  return settings_->names(section);
}

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
  if (const auto index = settings_->find(key)) settings_->fail(*index, message);
  config_error("{}: {}: {}", settings_->file, key, message);
}

std::vector<std::string> Point::unread_keys() const {
  std::vector<std::string> unread;
  for (const std::size_t key : settings_->order) {
    if (!read_[key]) unread.push_back(settings_->name(key));
  }
  return unread;
}

std::vector<std::pair<std::string, std::string>> Point::effective_settings() const {
  std::vector<std::pair<std::string, std::string>> settings;
  for (std::size_t k = 0; k < settings_->entries.size(); ++k) {
    if (!settings_->entries[k] && settings_->is_replaced(k)) continue;
    if (const std::string* value = find_value(k)) settings.emplace_back(settings_->name(k), *value);
  }
  return settings;
}

std::string Point::effective_ini() const {
  IniWriter ini;
  for (const auto& [name, value] : effective_settings()) ini.add(name, value);
  add_empty_sections(ini, *settings_);
  return ini.text();
}

std::string Point::written_ini(std::string_view verb) const {
  const auto may_be_one_of = [this](std::string_view key, const Values& values) {
    const std::size_t rows = key_table().size();
    for (std::size_t k = find_key(key).value(); k < settings_->entries.size(); k += rows)
      if (const std::string* value = find_value(k); value != nullptr && is_one_of(*value, values))
        return true;
    return false;
  };
  return written(*settings_, verb, may_be_one_of, [this](std::size_t k) { return find_value(k); });
}

// -------------------------------------------------------------------------------------------------
// NamedValues

bool NamedValues::is_own(std::string_view key) const {
  const auto row = find_key(key);
  return !section_.empty() && row && may_be_named(Settings::row(*row)) &&
         key.starts_with(named_sections_of(section_)->section) &&
         point_.is_set(in_named_section(section_, key));
}

std::string NamedValues::place_of(std::string_view key) const {
  return is_own(key) ? in_named_section(section_, key) : std::string(key);
}

}  // namespace orthant
