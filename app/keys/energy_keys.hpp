// What the actions of a router cost.
#pragma once

#include <optional>

#include "base/key_rows.hpp"
#include "sim/measure/activity.hpp"

namespace orthant {

// [energy], picojoules; not given: the action costs nothing.
struct EnergyKeys {
  // Of a flit.
  std::optional<double> buffer_write = {}, buffer_read = {}, crossbar = {}, link = {};
  std::optional<double> allocation = {};  // of a grant, VC or switch

  bool given() const { return buffer_write || buffer_read || crossbar || link || allocation; }
  double picojoules(const RouterActivity& counts) const;
};
const KeyRows<EnergyKeys>& energy_rows();

}  // namespace orthant
