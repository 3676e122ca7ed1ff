// Points of a sweep that are the same as others.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "app/config/config.hpp"

namespace orthant {

// Points that differ from another one in axes alone that neither of them reads.
class RepeatedPoints {
 public:
  // Axes of a config that outlives this.
  explicit RepeatedPoints(std::span<const Axis> axes);

  // Of a point whose keys have been read.
  void add(const Point& point);
  // Warns of them, if there are any.
  void say() const;

 private:
  using Values = std::vector<std::size_t>;  // [axis]: which of its values, from 1 on; kAny
  static constexpr std::size_t kAny = 0;    // it is not read

  // The values that a network or a program is built from, which other points share.
  Values of_built(Values values) const;

  std::span<const Axis> axes_;
  std::vector<bool> builds_;  // [axis]: the first point alone that shares what is built reads it
  struct Added {
    Values values;
    std::vector<bool> read;  // [axis]
  };
  std::vector<Added> points_;
  std::map<Values, std::vector<bool>> read_by_any_;  // of those that share what is built: [axis]
};

}  // namespace orthant
