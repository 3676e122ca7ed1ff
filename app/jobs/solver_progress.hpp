// News of a linear program that is being solved.
#pragma once

#include <functional>
#include <string>

#include "solver/linear_program.hpp"

namespace orthant {

// For LpOptions::progress: a line in the log every few seconds, and a stop after an interrupt.
std::function<bool(const LpProgress&)> solver_news(std::string what);

}  // namespace orthant
