#include "app/jobs/progress.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "app/jobs/interrupt.hpp"
#include "base/counted.hpp"
#include "base/progress_timer.hpp"

namespace orthant {

std::string duration_text(double seconds) {
  const auto whole = static_cast<long long>(std::ceil(seconds));
  if (whole < 100) return fmt::format("{} s", whole);
  const long long minutes = (whole + 59) / 60;
  if (minutes < 100) return fmt::format("{} min", minutes);
  return fmt::format("{} h {:02} min", minutes / 60, minutes % 60);
}

Progress::Progress(std::string_view what, std::size_t total, std::size_t finished,
                   std::size_t workers, bool quiet, ItemCosts costs)
    : what_(what),
      total_(total),
      finished_(finished),
      costs_(std::move(costs)),
      quiet_(quiet),
      terminal_(::isatty(STDERR_FILENO) != 0),
      under_way_(std::make_unique<std::atomic<double>[]>(workers)),
      workers_(workers),
      start_(Clock::now()),
      next_(start_ + (terminal_ ? std::chrono::milliseconds(200) : std::chrono::seconds(10))) {
  if (costs_.of) return;
  costs_.total = static_cast<double>(total);
  costs_.finished = static_cast<double>(finished);
}

Progress::~Progress() { clear(); }

void Progress::set_fraction(std::size_t worker, std::size_t item, double share) {
  under_way_[worker] = share * cost_of(item);
}

void Progress::item_done(std::size_t item) {
  ++finished_;
  cost_done_ += cost_of(item);
}

std::string Progress::line(double elapsed_seconds) {
  constexpr double kMostUnfinished = 0.99, kSecondsEnough = 5, kShareEnough = 0.05;
  double done = cost_done_;
  for (std::size_t w = 0; w < workers_; ++w) done += under_way_[w];
  const double to_do = costs_.total - costs_.finished, left = to_do - done;
  std::string text = fmt::format("{} of {}", finished_, counted(total_, what_));
  if (done <= 0) return text;
  const double share = (costs_.finished + done) / costs_.total;
  shown_ = std::max(shown_, finished_ < total_ ? std::min(share, kMostUnfinished) : 1);
  text += fmt::format(", {:.0f} %", 100 * shown_);
  const bool is_steady = elapsed_seconds >= kSecondsEnough || done >= kShareEnough * to_do;
  if (is_steady && left > 0 && finished_ < total_)
    text += fmt::format(", about {} left", duration_text(elapsed_seconds * left / done));
  return text;
}

void Progress::tick() {
  if (quiet_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  if (terminal_) {
    fmt::print(stderr, "\r\x1b[K{}", line(elapsed));
    std::fflush(stderr);
    live_ = true;
    next_ = now + std::chrono::milliseconds(200);
  } else {
    spdlog::info(line(elapsed));
    // Logs less often the longer the work lasts, so that the log of a long sweep stays short.
    next_ = now + std::max<Clock::duration>(std::chrono::seconds(10), (now - start_) / 10);
  }
}

void Progress::make_room() {
  if (live_) next_ = Clock::now();
  clear();
}

void Progress::message(std::string_view text, bool always) {
  clear();
  if (always)
    spdlog::warn(text);
  else if (!quiet_)
    spdlog::info(text);
}

void Progress::clear() {
  if (live_) fmt::print(stderr, "\r\x1b[K");
  live_ = false;
}

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
