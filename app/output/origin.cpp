// Origin lines are compared as text, so they hold nothing that differs between equal runs.
#include "app/output/origin.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <sstream>
#include <string_view>
#include <variant>
#include <vector>

#include "app/config/version.hpp"
#include "app/config/written_ini.hpp"
#include "app/keys/keys.hpp"
#include "app/keys/spelling.hpp"
#include "app/output/files.hpp"
#include "base/error.hpp"
#include "base/file_kind.hpp"
#include "base/fnv.hpp"
#include "base/words.hpp"
#include "traffic/traces/rank_files.hpp"

namespace orthant {
namespace {

constexpr std::string_view kHash = ", FNV-1a ";
constexpr std::string_view kCommit = " (commit ";

// The comment lines at the beginning, without comment marks.
std::vector<std::string> leading_comments(std::string_view ini) {
  std::vector<std::string> lines;
  while (ini.starts_with("; ")) {
    const std::size_t end = std::min(ini.find('\n'), ini.size());
    lines.emplace_back(ini.substr(2, end - 2));
    ini.remove_prefix(std::min(end + 1, ini.size()));
  }
  return lines;
}

bool is_version(std::string_view line) { return line.starts_with("orthant "); }

bool is_trace(std::string_view format, const std::string& path) {
  if (format != "auto") return format == "dumpi" || format == "chakra";
  const auto kind = kind_of_file(path);
  return kind.has_value() && (*kind == FileKind::kDumpi || *kind == FileKind::kChakra);
}

// All files that a key stands for: files of other ranks lie beside that of rank 0.
std::vector<std::string> files_of(const Point& point, const std::string& key,
                                  const std::string& path) {
  if (!key.starts_with("workload.") || !key.ends_with(".file")) return {path};
  const std::string own = key.substr(0, key.rfind('.')) + ".format";
  const std::string format = point.text(point.is_set(own) ? own : "workload.format");
  if (!is_trace(format, path)) return {path};
  std::vector<std::string> paths;
  try {
    const RankFiles files(key, path, std::numeric_limits<std::size_t>::max());
    for (std::uint32_t rank = 0; rank < files.ranks(); ++rank) paths.push_back(files.of(rank));
  } catch (const KeyError&) {  // their reader reports it
    return {path};
  }
  return paths;
}

// The line of input_line() for all these files together.
std::string files_line(const Point& point, const std::string& key, const std::string& path) {
  const std::vector<std::string> paths = files_of(point, key, path);
  if (paths.size() == 1) return input_line(key, path);
  std::size_t bytes = 0;
  Fnv hash;
  for (const std::string& rank : paths) {
    const std::string text = read_file(rank).value_or("");
    bytes += text.size();
    hash.add(text);
  }
  return fmt::format("; {} {} and {} more: {} bytes{}{}\n", key, path, paths.size() - 1, bytes,
                     kHash, hash.text());
}

}  // namespace

std::string input_line(std::string_view key, const std::string& path) {
  const std::optional<std::string> text = read_file(path);
  if (!text) return "";
  return fmt::format("; {} {}: {} bytes{}{}\n", key, path, text->size(), kHash, fnv_text(*text));
}

std::vector<std::string> input_file_keys(const Point& point) {
  std::vector<std::string> keys(std::begin(kInputFileKeys), std::end(kInputFileKeys));
  for (const NamedSections& named : named_sections())
    for (const std::string& name : point.names_in(named.section))
      for (const std::string_view key : kInputFileKeys)
        if (key.starts_with(named.section) && may_be_named(key_table()[*find_key(key)]))
          keys.push_back(in_named_section(fmt::format("{}.{}", named.section, name), key));
  return keys;
}

std::string origin(const Point& point) {
  std::string text = "; " + build_text() + '\n';
  for (const std::string& key : input_file_keys(point))
    if (point.is_set(key)) text += files_line(point, key, point.text(key));
  return text;
}

std::string origin(const Config& config) {
  std::string text = "; " + build_text() + '\n';
  const Point first = config.point(0);
  for (const std::string& key : input_file_keys(first)) {
    const auto axis = std::ranges::find(config.axes(), key, &Axis::key);
    if (axis != config.axes().end()) {
      for (const std::string& path : axis->values) text += files_line(first, key, path);
    } else if (first.is_set(key)) {
      text += files_line(first, key, first.text(key));
    }
  }
  return text;
}

std::string made_by_line(const CommandLine& command, std::string_view option) {
  std::string text = fmt::format("; {}", command.verb == "sweep" ? "run" : command.verb);
  for (const Option& asked : options()) {
    if (!asked.changes_result) continue;
    const auto* flag = std::get_if<bool CommandLine::*>(&asked.member);
    if (flag != nullptr && command.**flag) text += fmt::format(" --{}", asked.name);
    if (flag != nullptr) continue;
    if (const auto& word =
            command.*std::get<std::optional<std::string> CommandLine::*>(asked.member))
      text += fmt::format(" --{}={}", asked.name, *word);
  }
  if (command.shard)
    text += fmt::format(" --shard {}/{}", command.shard->number, command.shard->of);
  return fmt::format("{}{}{}\n", text, option.empty() ? "" : " ", option);
}

ConfigEntries ini_settings(const std::string& ini) {
  ConfigEntries settings;
  std::istringstream lines(ini);
  std::string section, text;
  while (std::getline(lines, text)) {
    if (text.ends_with('\r')) text.pop_back();
    const std::string_view line = trimmed(text);
    if (line.empty() || line[0] == ';' || line[0] == '#') continue;
    if (line[0] == '[') {
      section = line.substr(1, line.find(']') - 1);
      continue;
    }
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    settings.emplace_back(section + '.' + std::string(trimmed(line.substr(0, equals))),
                          std::string(trimmed(line.substr(equals + 1))));
  }
  return settings;
}

// The headers of [traffic.NAME] and [workload.NAME], whose sections may be empty.
std::vector<std::string> named_sections_in(const std::string& ini) {
  std::vector<std::string> headers;
  std::istringstream lines(ini);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with('[') && line.find('.') != line.npos) headers.push_back(line);
  return headers;
}

// Adds the defaults that written_ini() leaves out. Texts of builds that wrote all keys stay
// unchanged: a key that they lack did not exist.
std::string complete(const std::string& ini) {
  if (ini.find(kDefaultsOfOtherKeys) == ini.npos) return ini;
  try {
    return Config::parse(ini, "", {}).effective_ini();
  } catch (const ConfigError&) {
    return ini;
  }
}

std::string first_difference(const std::string& old_ini, const std::string& new_ini,
                             std::span<const std::string_view> free_keys) {
  const auto settings_of = [&](const std::string& ini) {
    const std::string text = complete(ini);
    ConfigEntries settings = ini_settings(text);
    for (const std::string& name : named_sections_in(text))
      settings.emplace_back(name, "a section");
    std::erase_if(settings, [&](const auto& entry) {
      return std::ranges::find(free_keys, entry.first) != free_keys.end();
    });
    return settings;
  };
  const ConfigEntries old_settings = settings_of(old_ini), new_settings = settings_of(new_ini);
  const std::map<std::string, std::string> old_values(old_settings.begin(), old_settings.end());
  const std::map<std::string, std::string> new_values(new_settings.begin(), new_settings.end());
  for (const auto& [key, value] : new_settings) {
    const auto old_value = old_values.find(key);
    if (old_value == old_values.end()) return fmt::format("{} not set, now {}", key, value);
    if (old_value->second != value)
      return fmt::format("{} = {}, now {}", key, old_value->second, value);
  }
  for (const auto& [key, value] : old_settings)
    if (!new_values.contains(key)) return fmt::format("{} = {}, now not set", key, value);
  return {};
}

namespace {

bool is_input(const std::string& line) { return line.find(kHash) != line.npos; }

std::vector<std::string> input_lines(std::string_view ini) {
  std::vector<std::string> lines = leading_comments(ini);
  std::erase_if(lines, [](const std::string& line) { return !is_input(line); });
  return lines;
}

std::optional<std::string> made_by(const std::string& ini) {
  for (const std::string& line : leading_comments(ini))
    if (!is_input(line) && !is_version(line)) return line;
  return std::nullopt;
}

std::string input_difference(const std::string& old_ini, const std::string& new_ini) {
  const std::vector<std::string> before = input_lines(old_ini), now = input_lines(new_ini);
  for (std::size_t i = 0; i < std::max(before.size(), now.size()); ++i) {
    const std::string was = i < before.size() ? before[i] : "no input file";
    const std::string is = i < now.size() ? now[i] : "no input file";
    if (was != is) return fmt::format("made with {}, now {}", was, is);
  }
  return {};
}

std::string verb_difference(const std::string& old_ini, const std::string& new_ini) {
  const auto was = made_by(old_ini), is = made_by(new_ini);
  if (!was || !is || *was == *is) return {};
  return fmt::format("made by {}, now {}", *was, *is);
}

std::string version_difference(const std::string& old_ini, const std::string& new_ini) {
  const std::string unknown = "an unknown version";
  const std::string was = version_in(old_ini).value_or(unknown);
  const std::string is = version_in(new_ini).value_or(unknown);
  return was == is ? std::string() : fmt::format("made with {}, now {}", was, is);
}

}  // namespace

std::string origin_difference(const std::string& old_ini, const std::string& new_ini,
                              Versions versions, std::span<const std::string_view> free_keys) {
  const std::string verb = verb_difference(old_ini, new_ini);
  if (!verb.empty()) return verb;
  const std::string setting = first_difference(old_ini, new_ini, free_keys);
  if (!setting.empty()) return fmt::format("made with {}", setting);
  const std::string version = version_difference(old_ini, new_ini);
  if (versions == Versions::kEqual && !version.empty()) return version;
  return input_difference(old_ini, new_ini);
}

std::string extension_difference(const std::string& old_ini, const std::string& new_ini) {
  const std::string verb = verb_difference(old_ini, new_ini);
  if (!verb.empty()) return verb;
  const std::string version = version_difference(old_ini, new_ini);
  if (!version.empty()) return version;
  const std::vector<std::string> now = input_lines(new_ini);
  for (const std::string& was : input_lines(old_ini)) {
    if (std::ranges::find(now, was) != now.end()) continue;
    const std::string file = was.substr(0, was.rfind(": "));
    const auto is = std::ranges::find_if(
        now, [&](const std::string& line) { return line.starts_with(file + ": "); });
    return fmt::format("made with {}, now {}", was, is == now.end() ? "no input file" : *is);
  }
  return {};
}

std::optional<std::string> version_in(const std::string& ini) {
  const std::vector<std::string> lines = leading_comments(ini);
  if (lines.empty() || !is_version(lines[0])) return std::nullopt;
  return lines[0].substr(0, lines[0].find(kCommit));
}

}  // namespace orthant
