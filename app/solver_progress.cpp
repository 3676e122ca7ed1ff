// Tested by: tests/app/design_test.py
#include "app/solver_progress.hpp"

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
      spdlog::info("{}: {} iterations, objective {:.6g}, infeasibility {:.2g}, {}", what,
                   progress.iterations, progress.objective, progress.infeasibility,
                   duration_text(seconds));
    }
    return true;
  };
}

std::function<bool(const LpProgress&)> solver_news_until_interrupted(std::string what) {
  return [news = solver_news(std::move(what))](const LpProgress& progress) {
    return news(progress) && !interrupted();
  };
}

}  // namespace orthant
