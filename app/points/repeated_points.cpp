// Tested by: tests/app/sweep_test.py
#include "app/points/repeated_points.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "app/keys/sections.hpp"
#include "base/counted.hpp"

namespace orthant {

RepeatedPoints::RepeatedPoints(std::span<const Axis> axes) : axes_(axes) {
  for (const Axis& axis : axes) builds_.push_back(stage_of(axis.key) <= Stage::kCollective);
}

RepeatedPoints::Values RepeatedPoints::of_built(Values values) const {
  for (std::size_t a = 0; a < axes_.size(); ++a)
    if (!builds_[a]) values[a] = kAny;
  return values;
}

void RepeatedPoints::add(const Point& point) {
  const std::vector<std::string> unread = point.unread_keys();
  Added added;
  for (const Axis& axis : axes_) {
    const auto value = std::ranges::find(axis.values, point.text(axis.key));
    added.values.push_back(1 + static_cast<std::size_t>(value - axis.values.begin()));
    added.read.push_back(std::ranges::find(unread, axis.key) == unread.end());
  }
  std::vector<bool>& any = read_by_any_[of_built(added.values)];
  any.resize(axes_.size());
  for (std::size_t a = 0; a < axes_.size(); ++a) any[a] = any[a] || added.read[a];
  points_.push_back(std::move(added));
}

void RepeatedPoints::say() const {
  std::set<Values> seen;
  std::set<std::string> keys;
  std::size_t repeated = 0;
  for (const Added& point : points_) {
    const std::vector<bool>& any = read_by_any_.at(of_built(point.values));
    Values values = point.values;
    for (std::size_t a = 0; a < axes_.size(); ++a)
      if (!(builds_[a] ? any[a] : point.read[a])) values[a] = kAny;
    if (seen.insert(values).second) continue;
    ++repeated;
    for (std::size_t a = 0; a < axes_.size(); ++a)
      if (values[a] == kAny) keys.insert(axes_[a].key);
  }
  if (repeated != 0)
    spdlog::warn("{} of {} are the same as others: they differ only in {}, not read there",
                 repeated, counted(points_.size(), "points"), fmt::join(keys, ", "));
}

}  // namespace orthant
