// The lines are compared as they are, so they hold nothing that differs between equal runs.
#include "app/origin.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "app/files.hpp"
#include "app/help.hpp"
#include "base/fnv.hpp"

namespace orthant {
namespace {

constexpr std::string_view kHash = ", FNV-1a ";

// The comment lines at the beginning, without their marks.
std::vector<std::string> leading_comments(std::string_view ini) {
  std::vector<std::string> lines;
  while (ini.starts_with("; ")) {
    const std::size_t end = std::min(ini.find('\n'), ini.size());
    lines.emplace_back(ini.substr(2, end - 2));
    ini.remove_prefix(std::min(end + 1, ini.size()));
  }
  return lines;
}

}  // namespace

std::string input_line(std::string_view key, const std::string& path) {
  const std::optional<std::string> text = read_file(path);
  if (!text) return "";
  return fmt::format("; {} {}: {} bytes{}{}\n", key, path, text->size(), kHash, fnv_text(*text));
}

std::string origin(const Point& point) {
  std::string text = "; " + version_text();
  for (const std::string_view key : kInputFileKeys)
    if (point.is_set(key)) text += input_line(key, point.text(key));
  return text;
}

std::string origin(const Config& config) {
  std::string text = "; " + version_text();
  const Point first = config.point(0);
  for (const std::string_view key : kInputFileKeys) {
    const auto axis = std::ranges::find(config.axes(), key, &Axis::key);
    if (axis != config.axes().end()) {
      for (const std::string& path : axis->values) text += input_line(key, path);
    } else if (first.is_set(key)) {
      text += input_line(key, first.text(key));
    }
  }
  return text;
}

namespace {

std::string difference(const std::vector<std::string>& before,
                       const std::vector<std::string>& now) {
  for (std::size_t i = 0; i < std::max(before.size(), now.size()); ++i) {
    const std::string was = i < before.size() ? before[i] : "an unknown version";
    const std::string is = i < now.size() ? now[i] : "an unknown version";
    if (was != is) return fmt::format("{}, now {}", was, is);
  }
  return {};
}

// The comment lines about input files.
std::vector<std::string> input_lines(std::string_view ini) {
  std::vector<std::string> lines = leading_comments(ini);
  std::erase_if(lines, [](const std::string& line) { return line.find(kHash) == line.npos; });
  return lines;
}

}  // namespace

std::string origin_difference(const std::string& old_ini, const std::string& new_ini) {
  return difference(leading_comments(old_ini), leading_comments(new_ini));
}

std::string input_difference(const std::string& old_ini, const std::string& new_ini) {
  return difference(input_lines(old_ini), input_lines(new_ini));
}

std::optional<std::string> version_in(const std::string& ini) {
  const std::vector<std::string> lines = leading_comments(ini);
  if (lines.empty() || !lines[0].starts_with("orthant ")) return std::nullopt;
  return lines[0];
}

}  // namespace orthant
