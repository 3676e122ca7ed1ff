// The check for deadlock before a simulation, done once for all points that share a network.
#pragma once

#include <map>
#include <string>

#include "analysis/deadlock/deadlock_report.hpp"
#include "app/config/config.hpp"
#include "app/setup/setup.hpp"

namespace orthant {

DeadlockReport deadlock_report(const Point& point, const Setup& setup);

class DeadlockGate {
 public:
  // Reason why this point must not be simulated, with the cycle of dependencies; empty if it may
  // be: the check holds, or routing.allow_deadlock = yes.
  const std::string& refusal(const Point& point, const Setup& setup);

 private:
  std::map<std::string, std::string> answers_;  // by all inputs of the check
};

}  // namespace orthant
