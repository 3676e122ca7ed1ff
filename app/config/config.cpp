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
#include "base/words.hpp"

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
  [[noreturn]] void fail(std::size_t key, std::string_view what) const {
    config_error("{}: {}: {}", place(key), name(key), what);
  }
};

namespace {

const Key& key_at(std::size_t key) { return Settings::row(key); }

bool replaces(const Key& key, std::string_view name) {
  return std::ranges::find(key.replaces, name) != key.replaces.end();
}

std::size_t resolve(const Settings& settings, const std::string& place, const std::string& name) {
  if (const auto key = settings.find(name)) return *key;
  const std::string_view owner = named_section_of(name);
  const bool known = std::ranges::find(settings.named, owner) != settings.named.end();
  std::string what;
  if (owner.empty() || !find_key(without_name(name))) {
    what = unknown_key_hint(without_name(name), known ? owner : "");
  } else if (const NamedSections& kind = *named_sections_of(name); known) {
    what = fmt::format("of {}; allowed: {}", kind.all, without_name(name));
  } else {
    const std::vector<std::string> all = settings.names(kind.section);
    const std::vector<std::string_view> names(all.begin(), all.end());
    what = fmt::format("no such {}; allowed: {}", kind.one,
                       names.empty() ? fmt::format("a section [{}.NAME] in the file", kind.section)
                                     : joined(names));
  }
  config_error("{}: {}: {}", place, in_quotes(name), what);
}

void set_from_file(Settings& settings, const IniSetting& setting) {
  const std::string place = fmt::format("{}:{}", settings.file, setting.line);
  const std::size_t key = resolve(settings, place, setting.key);
  auto& entry = settings.entries[key];
  if (entry) {
    config_error("{}: {}: given twice, first in line {}; allowed: once", place, settings.name(key),
                 entry->line);
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
  const std::size_t key = resolve(settings, "command line", name);
  auto& entry = settings.entries[key];
  if (entry && entry->line == 0) {
    config_error("command line: {}: given twice; allowed: once", settings.name(key));
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
      settings.axes.push_back({settings.name(index), std::move(values)});
    }
  } catch (const KeyError& error) {
    settings.fail(index, error.what());
  }
  if (key.refused && (entry.axis || !is_harmless(key, entry.value))) {
    settings.fail(index, "not available in this version; allowed: to leave it out");
  }
}

// Keys that say the same in different units exclude each other; not those of another named section.
void check_replacements(const Settings& settings) {
  for (const std::size_t a : settings.order) {
    for (const std::size_t b : settings.order) {
      if (!settings.in_same_section(a, b)) continue;
      const auto& targets = key_at(b).replaces;
      const bool same = std::ranges::any_of(
          targets, [&](std::string_view target) { return replaces(key_at(a), target); });
      if (a != b && (replaces(key_at(a), key_at(b).name) || same)) {
        settings.fail(a, fmt::format("given beside {}; allowed: one of the two", settings.name(b)));
      }
    }
  }
}

void count_points(Settings& settings) {
  settings.points = 1;
  for (const Axis& axis : settings.axes) {
    if (axis.values.size() > Config::kMaxPoints / settings.points) {
      settings.fail(settings.known(axis.key),
                    fmt::format("the axes make too many points up to this one; "
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
  const IniText ini = read_ini(in, name);
  settings->set_named(ini);
  for (const IniSetting& setting : ini.settings) set_from_file(*settings, setting);
  for (const std::string& text : overrides) set_override(*settings, text);
  for (const std::size_t key : settings->order) check_value(*settings, key);
  check_replacements(*settings);
  count_points(*settings);
  return settings;
}

// Appends "key = value" under its section's header.
void append_setting(std::string& ini, std::string& section, std::string_view name,
                    std::string_view value) {
  const std::string_view own = ini_section_of(name);
  if (own != section) {
    ini += fmt::format("{}[{}]\n", ini.empty() ? "" : "\n", own);
    section = own;
  }
  ini += fmt::format("{} = {}\n", name.substr(own.size() + 1), value);
}

// Classes that have all from [traffic].
void append_empty_sections(std::string& ini, const Settings& settings) {
  const std::size_t rows = key_table().size();
  for (std::size_t c = 0; c < settings.named.size(); ++c) {
    const auto own = std::span(settings.entries).subspan(rows * (c + 1), rows);
    if (std::ranges::none_of(own, [](const auto& entry) { return entry.has_value(); }))
      ini += fmt::format("\n[{}]\n", settings.named[c]);
  }
}

}  // namespace

bool Settings::is_replaced(std::size_t key) const {
  return std::ranges::any_of(order, [&](std::size_t k) {
    return in_same_section(k, key) && replaces(key_at(k), key_at(key).name);
  });
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
    settings_->fail(settings_->known(axis.key),
                    fmt::format("{} values{}; allowed with {}: one{}", axis.values.size(),
                                joining_hint(key_at(settings_->known(axis.key)), axis.values), verb,
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

std::string Config::effective_ini() const {
  std::vector<std::size_t> keys, axes(settings_->axes.size());
  for (std::size_t k = 0; k < settings_->entries.size(); ++k) {
    const auto& entry = settings_->entries[k];
    if (entry || settings_->has_default(k)) keys.push_back(k);
    if (entry && entry->axis) axes[*entry->axis] = k;
  }
  std::string ini;
  std::string section;
  const auto section_of = [&](std::size_t k) {
    return std::string(ini_section_of(settings_->name(k)));
  };
  for (const std::size_t k : writing_order(keys, axes, section_of)) {
    const auto& entry = settings_->entries[k];
    append_setting(ini, section, settings_->name(k),
                   !entry        ? std::string_view(key_at(k).fallback)
                   : entry->axis ? std::string_view(entry->text)
                                 : std::string_view(entry->value));
  }
  append_empty_sections(ini, *settings_);
  return ini;
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
  const bool is_named = key >= key_table().size();
  const std::string& fallback = key_at(key).fallback;
  return is_named || fallback.empty() ? nullptr : &fallback;
}

const std::string& Point::value_of(std::string_view key) const {
  const std::size_t index = settings_->known(key);
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
  std::string ini;
  std::string section;
  for (const auto& [name, value] : effective_settings()) {
    append_setting(ini, section, name, value);
  }
  append_empty_sections(ini, *settings_);
  return ini;
}

// -------------------------------------------------------------------------------------------------
// NamedValues

bool NamedValues::is_own(std::string_view key) const {
  const auto row = find_key(key);
  return row && may_be_named(key_at(*row)) &&
         key.starts_with(named_sections_of(section_)->section) &&
         point_.is_set(in_named_section(section_, key));
}

std::string NamedValues::place_of(std::string_view key) const {
  return is_own(key) ? in_named_section(section_, key) : std::string(key);
}

}  // namespace orthant
