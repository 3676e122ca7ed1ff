// Reads the settings of a config and checks each against its key.
//
// Tested by: tests/app/config_test.cpp, tests/app/config_fuzz_test.cpp, tests/bad_configs/
#include "app/config/settings.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/config/beside.hpp"
#include "app/config/ini.hpp"
#include "app/config/values.hpp"
#include "app/keys/default_rules.hpp"
#include "app/keys/spelling.hpp"
#include "base/error.hpp"
#include "base/words.hpp"

namespace orthant {
namespace {

bool replaces(const Key& key, std::string_view name) {
  return std::ranges::find(key.replaces, name) != key.replaces.end();
}

}  // namespace

std::string Settings::name(std::size_t key) const {
  const std::size_t rows = key_table().size();
  return key < rows ? row(key).name : in_named_section(named[key / rows - 1], row(key).name);
}

std::optional<std::size_t> Settings::find(std::string_view name) const {
  const std::string_view owner = named_section_of(name);
  if (owner.empty()) return find_key(name);
  const auto index = find_key(without_name(name));
  const auto found = std::ranges::find(named, owner);
  if (!index || !may_be_named(row(*index)) || found == named.end()) return std::nullopt;
  return *index + key_table().size() * static_cast<std::size_t>(found - named.begin() + 1);
}

std::size_t Settings::known(std::string_view name) const {
  const std::optional<std::size_t> key = find(name);
  assert(key && "a key that the table does not have");
  return key.value();
}

std::vector<std::string> Settings::names(std::string_view section) const {
  std::vector<std::string> all;
  for (const std::string& one : named)
    if (named_sections_of(one)->section == section) all.push_back(one.substr(section.size() + 1));
  return all;
}

std::string Settings::place(std::size_t key) const {
  const std::size_t rows = key_table().size();
  if (!entries[key] && key >= rows)
    return place(key % rows);  // unset keys of a named section come from the unnamed one
  if (!entries[key]) return has_default(key) ? "default value" : file;
  if (!entries[key]->chosen_by.empty()) return entries[key]->chosen_by;
  if (entries[key]->line == 0) return "command line";
  return fmt::format("{}:{}", file, entries[key]->line);
}

bool Settings::is_replaced(std::size_t key) const {
  return std::ranges::any_of(order, [&](std::size_t k) {
    return in_same_section(k, key) && replaces(row(k), row(key).name);
  });
}

bool Settings::has_default(std::size_t key) const {
  return key < key_table().size() && !entries[key] && !row(key).fallback.empty() &&
         !is_replaced(key);
}

void Settings::fail(std::size_t key, std::string_view what) const {
  config_error("{}: {}: {}{}", place(key), name(key), what, missing_beside(key));
}

namespace {

// True for the keys in kInputFileKeys.
bool names_input(const Key& key) { return key.type == KeyType::kFile && key.section() != "output"; }

}  // namespace

std::string Settings::missing_beside(std::size_t key) const {
  if (!entries[key] || entries[key]->line == 0 || !names_input(row(key))) return {};
  const std::string& value = entries[key]->value;
  const std::string beside = beside_config(file, value);
  std::error_code ignored;
  if (beside == value || std::filesystem::exists(value, ignored)) return {};
  return fmt::format(", nor is there {}", beside);
}

namespace {

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

// Adds entries for the named sections that the file has, or has keys of.
void set_named(Settings& settings, const IniText& ini) {
  settings.named.assign(ini.named_sections.begin(), ini.named_sections.end());
  settings.entries.resize(key_table().size() * (1 + settings.named.size()));
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

// Hint for "load" and "=0.5": ", did you mean traffic.load=0.5?"; empty if no key is likely.
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

// True for a value that leaves a refused feature off.
bool is_harmless(const Key& key, const std::string& value) {
  return key.type == KeyType::kReal && value == "0";
}

void check_value(Settings& settings, std::size_t index) {
  Settings::Entry& entry = *settings.entries[index];
  const Key& key = Settings::row(index);
  try {
    std::vector<std::string> values = plain_values(key, entry.text, kMaxPoints);
    if (entry.line > 0 && names_input(key)) {
      for (std::string& value : values) {
        const std::string found = found_beside_config(settings.file, value);
        if (found.find(',') != found.npos)
          key_error(key.name, "{} has a comma, which separates values; allowed: another folder",
                    in_quotes(found));
        value = plain_value(key, found);
      }
      entry.text = fmt::format("{}", fmt::join(values, ", "));
    }
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

// Refuses two keys of one section that give the same quantity in different units.
void check_replacements(const Settings& settings) {
  for (const std::size_t a : settings.order) {
    for (const std::size_t b : settings.order) {
      if (!settings.in_same_section(a, b)) continue;
      const auto& targets = Settings::row(b).replaces;
      const bool same = std::ranges::any_of(
          targets, [&](std::string_view target) { return replaces(Settings::row(a), target); });
      if (a != b && (replaces(Settings::row(a), Settings::row(b).name) || same)) {
        settings.fail(a, fmt::format("given beside {}; allowed: one of the two", settings.name(b)));
      }
    }
  }
}

}  // namespace

void count_points(Settings& settings) {
  settings.points = 1;
  for (const Axis& axis : settings.axes) {
    if (axis.values.size() > kMaxPoints / settings.points) {
      settings.fail(settings.known(axis.key),
                    fmt::format("the axes make too many points up to this one; "
                                "allowed: at most {} in all",
                                kMaxPoints));
    }
    settings.points *= axis.values.size();
  }
}

// The default that each rule alone would give its key.
static std::vector<std::string> defaults_by_rule(const Settings& settings) {
  std::vector<std::string> defaults;
  for (const DefaultRule& rule : default_rules()) {
    const std::size_t decider = settings.known(rule.decider);
    const auto& entry = settings.entries[decider];
    const std::string* chosen = rule.chosen(entry ? entry->value : Settings::row(decider).fallback);
    defaults.push_back(chosen != nullptr ? *chosen
                                         : Settings::row(settings.known(rule.key)).fallback);
  }
  return defaults;
}

// Warns that an override has no effect on defaults: an INI file beside a result sets every key,
// also those whose defaults the override would decide. `defaults`: those of the file alone.
static void warn_of_kept_defaults(const Settings& settings,
                                  const std::vector<std::string>& defaults) {
  struct Kept {
    std::string_view decider;
    std::vector<std::string> keys;
  };
  std::vector<Kept> kept;
  const std::vector<std::string> defaults_now = defaults_by_rule(settings);
  for (std::size_t r = 0; r < defaults.size(); ++r) {
    const DefaultRule& rule = default_rules()[r];
    const auto& set = settings.entries[settings.known(rule.key)];
    const auto& deciding = settings.entries[settings.known(rule.decider)];
    if (!set || set->axis || set->line == 0 || !deciding || deciding->axis || deciding->line != 0)
      continue;
    if (set->value != defaults[r] || set->value == defaults_now[r]) continue;
    if (kept.empty() || kept.back().decider != rule.decider) kept.push_back({rule.decider, {}});
    kept.back().keys.push_back(fmt::format("{} = {}", rule.key, set->value));
  }
  for (const Kept& of : kept)
    spdlog::warn("{} = {} does not change {}: {} sets {}", of.decider,
                 settings.entries[settings.known(of.decider)]->value, fmt::join(of.keys, ", "),
                 settings.file, of.keys.size() == 1 ? "it" : "them");
}

std::shared_ptr<const Settings> make_settings(std::istream& in, const std::string& name,
                                              std::span<const std::string> overrides) {
  auto settings = std::make_shared<Settings>();
  settings->file = name;
  const IniText ini = read_ini(in, name);
  set_named(*settings, ini);
  for (const IniSetting& setting : ini.settings) set_from_file(*settings, setting);
  const std::vector<std::string> defaults = defaults_by_rule(*settings);
  for (const std::string& text : overrides) set_override(*settings, text);
  for (const std::size_t key : settings->order) check_value(*settings, key);
  check_replacements(*settings);
  count_points(*settings);
  warn_of_kept_defaults(*settings, defaults);
  return settings;
}

}  // namespace orthant
