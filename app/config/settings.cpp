// Tested by: tests/app/config_test.cpp, tests/app/config_fuzz_test.cpp, tests/bad_configs/
#include "app/config/settings.hpp"

#include <utility>

#include "app/config/values.hpp"
#include "app/keys/spelling.hpp"
#include "base/words.hpp"

namespace orthant {
namespace {

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
  const Key& key = Settings::row(index);
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

Settings Settings::read(std::istream& in, const std::string& name,
                        std::span<const std::string> overrides) {
  Settings settings;
  settings.file = name;
  const IniText ini = read_ini(in, name);
  settings.set_named(ini);
  for (const IniSetting& setting : ini.settings) set_from_file(settings, setting);
  for (const std::string& text : overrides) set_override(settings, text);
  for (const std::size_t key : settings.order) check_value(settings, key);
  check_replacements(settings);
  settings.count_points();
  return settings;
}

bool Settings::is_replaced(std::size_t key) const {
  return std::ranges::any_of(order, [&](std::size_t k) {
    return in_same_section(k, key) && replaces(row(k), row(key).name);
  });
}

void Settings::count_points() {
  points = 1;
  for (const Axis& axis : axes) {
    if (axis.values.size() > Config::kMaxPoints / points) {
      fail(known(axis.key), fmt::format("the axes make too many points up to this one; "
                                        "allowed: at most {} in all",
                                        Config::kMaxPoints));
    }
    points *= axis.values.size();
  }
}

}  // namespace orthant
