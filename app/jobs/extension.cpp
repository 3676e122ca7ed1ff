// Compares the settings of every earlier point with those of the point that takes its place: equal
// axis values would not do, since an axis may decide the defaults of other keys.
#include "app/jobs/extension.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "app/output/origin.hpp"

namespace orthant {
namespace {

constexpr const char* kRepetitions = "run.repetitions";

std::optional<std::string> value_of(const Point& point, const std::string& key) {
  if (!point.has_value(key)) return std::nullopt;
  return point.text(key);
}

// Finds the point of one config with the same axis values as a point of another.
class Places {
 public:
  explicit Places(const Config& config) : axes_(config.axes()) {
    for (const Axis& axis : axes_) {
      auto& values = numbers_.emplace_back();
      for (std::size_t i = 0; i < axis.values.size(); ++i) values.emplace(axis.values[i], i);
    }
  }

  // Point number; the first axis varies slowest. Sets `missing` to the axis that lacks the value.
  std::optional<std::size_t> of(const Point& point, std::string& missing) const {
    std::size_t place = 0;
    for (std::size_t a = 0; a < axes_.size(); ++a) {
      const std::optional<std::string> value = value_of(point, axes_[a].key);
      const auto number = value ? numbers_[a].find(*value) : numbers_[a].end();
      if (number == numbers_[a].end()) {
        missing = axes_[a].key;
        return std::nullopt;
      }
      place = place * axes_[a].values.size() + number->second;
    }
    return place;
  }

 private:
  std::span<const Axis> axes_;
  std::vector<std::map<std::string, std::size_t>> numbers_;
};

// The key of the first setting in which two points differ; empty if there is none.
std::string differing_key(const Point& before, const Point& now, bool repetitions_may_grow) {
  ConfigEntries old_settings = before.effective_settings(), settings = now.effective_settings();
  if (repetitions_may_grow)
    for (ConfigEntries* entries : {&old_settings, &settings})
      std::erase_if(*entries, [](const auto& entry) { return entry.first == kRepetitions; });
  if (old_settings == settings) return {};
  const std::map<std::string, std::string> values(settings.begin(), settings.end());
  for (const auto& [key, value] : old_settings)
    if (const auto found = values.find(key); found == values.end() || found->second != value)
      return key;
  const std::map<std::string, std::string> old_values(old_settings.begin(), old_settings.end());
  for (const auto& [key, value] : settings)
    if (!old_values.contains(key)) return key;
  return {};
}

// Formats "made with traffic.load = 0.1:0.5:0.1, now 0.1:0.3:0.1".
std::string difference_in(const std::string& key, const std::string& old_ini,
                          const std::string& new_ini) {
  const auto text_in = [&](const std::string& ini) -> std::string {
    for (const auto& [name, value] : ini_settings(ini))
      if (name == key) return value;
    return {};
  };
  const std::string before = text_in(old_ini), now = text_in(new_ini);
  return fmt::format("made with {}{}, now {}", key,
                     before.empty() ? " not set" : fmt::format(" = {}", before),
                     now.empty() ? "not set" : now);
}

// Returns the earlier config with one value for each axis that makes no points in the longer sweep.
// Sets `differing` to such an axis if its values differ, or to an axis with a column of its own if
// it was no axis before.
Config points_of(const Config& earlier, const LongerSweep& longer, std::string& differing) {
  Config points = earlier;
  for (const std::string& key : longer.own_columns)
    if (std::ranges::find(earlier.axes(), key, &Axis::key) == earlier.axes().end()) differing = key;
  for (const Axis& axis : longer.beside.axes()) {
    const auto made = longer.points.axes();
    if (std::ranges::find(made, axis.key, &Axis::key) != made.end()) continue;
    const auto before = std::ranges::find(earlier.axes(), axis.key, &Axis::key);
    if (before == earlier.axes().end() || before->values != axis.values) differing = axis.key;
    points = points.with_first_value(axis.key);
  }
  return points;
}

// True if the rows of a point are its repetitions, whose number may grow.
bool repeats_points(const LongerSweep& longer) {
  const Point any = longer.points.point(0);
  return any.has_value(kRepetitions) && any.integer(kRepetitions) == longer.repetitions;
}

}  // namespace

EarlierRows earlier_rows(const std::string& old_ini, const std::string& ini_path,
                         const std::string& new_ini, const LongerSweep& longer) {
  EarlierRows rows;
  rows.difference = extension_difference(old_ini, new_ini);
  if (!rows.difference.empty()) return rows;
  std::string differing;
  const Config earlier = points_of(Config::parse(old_ini, ini_path, {}), longer, differing);
  const bool may_grow = repeats_points(longer);
  const auto repetitions =
      may_grow ? static_cast<std::size_t>(earlier.point(0).integer(kRepetitions)) : 1;
  if (differing.empty() && repetitions > longer.repetitions) differing = kRepetitions;
  const Places places(longer.points);
  for (std::size_t p = 0; differing.empty() && p < earlier.point_count(); ++p) {
    const Point before = earlier.point(p);
    const std::optional<std::size_t> place = places.of(before, differing);
    if (!place) break;
    differing = differing_key(before, longer.points.point(*place), may_grow);
    for (std::size_t r = 0; r < repetitions; ++r)
      rows.places.push_back(*place * longer.repetitions + r);
  }
  if (!differing.empty())
    rows.difference = difference_in(differing, old_ini, new_ini);
  else if (rows.places.size() >= longer.points.point_count() * longer.repetitions)
    rows.difference = origin_difference(old_ini, new_ini, Versions::kEqual);
  return rows;
}

}  // namespace orthant
