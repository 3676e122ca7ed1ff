// News of a linear program that is being solved.
#pragma once

#include <functional>
#include <string>

#include "solver/linear_program.hpp"

namespace orthant {

// For LpOptions::progress: a line in the log every few seconds. Never stops.
std::function<bool(const LpProgress&)> solver_news(std::string what);
// The same, with a stop after an interrupt.
std::function<bool(const LpProgress&)> solver_news_until_interrupted(std::string what);

}  // namespace orthant
