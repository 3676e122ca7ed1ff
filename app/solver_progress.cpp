// Tested by: tests/app/design_test.py
#include "app/solver_progress.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <utility>

#include "app/interrupt.hpp"
#include "app/progress.hpp"

namespace orthant {

std::function<bool(const LpProgress&)> solver_news(std::string what) {
  using Clock = std::chrono::steady_clock;
  static constexpr auto kInterval = std::chrono::seconds(5);
  return [what = std::move(what), start = Clock::now(),
          next = Clock::now() + kInterval](const LpProgress& progress) mutable {
    if (Clock::now() >= next) {
      next = Clock::now() + kInterval;
      const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
      const bool begun = progress.iterations > 0 || progress.infeasibility > 0;
      const std::string state =
          begun ? fmt::format("{} iterations, objective {:.6g}, infeasibility {:.2g}",
                              progress.iterations, progress.objective, progress.infeasibility)
                : "the program is being set up";
      spdlog::info("{}: {}, {}", what, state, duration_text(seconds));
    }
    return !interrupted();
  };
}

}  // namespace orthant
