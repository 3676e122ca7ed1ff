// Tested by: tests/app/design_test.py
#include "app/jobs/solver_progress.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <utility>

#include "app/jobs/interrupt.hpp"
#include "app/jobs/progress.hpp"
#include "base/progress_timer.hpp"

namespace orthant {

std::function<bool(const LpProgress&)> solver_news(std::string what) {
  return [what = std::move(what), news = ProgressTimer()](const LpProgress& progress) mutable {
    if (news.is_due()) {
      const bool begun = progress.iterations > 0 || progress.infeasibility > 0;
      const std::string state =
          begun ? fmt::format("{} iterations, objective {:.6g}, infeasibility {:.2g}",
                              progress.iterations, progress.objective, progress.infeasibility)
                : "the program is being set up";
      spdlog::info("{}: {}, {}", what, state, duration_text(news.seconds()));
    }
    return !interrupted();
  };
}

}  // namespace orthant
