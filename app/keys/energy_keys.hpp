// The energies of a router's actions.
#pragma once

#include <optional>

#include "base/key_rows.hpp"
#include "sim/measure/activity.hpp"

namespace orthant {

// [energy], in picojoules; an energy that is not given counts as zero.
struct EnergyKeys {
  // Energy per flit.
  std::optional<double> buffer_write = {}, buffer_read = {}, crossbar = {}, link = {};
  std::optional<double> allocation = {};  // per grant, VC or switch

  bool given() const { return buffer_write || buffer_read || crossbar || link || allocation; }
  double picojoules(const RouterActivity& counts) const;
};
const KeyRows<EnergyKeys>& energy_rows();

}  // namespace orthant
