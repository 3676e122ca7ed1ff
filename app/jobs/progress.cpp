// The progress line and its estimate of the time that is left.
#include "app/jobs/progress.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/counted.hpp"

namespace orthant {

std::string duration_text(double seconds) {
  const auto whole = static_cast<long long>(std::ceil(seconds));
  if (whole < 100) return fmt::format("{} s", whole);
  const long long minutes = (whole + 59) / 60;
  if (minutes < 100) return fmt::format("{} min", minutes);
  return fmt::format("{} h {:02} min", minutes / 60, minutes % 60);
}

Progress::Progress(std::string_view what, std::size_t total, std::size_t finished,
                   std::size_t workers, bool quiet)
    : what_(what),
      total_(total),
      finished_before_(finished),
      finished_(finished),
      quiet_(quiet),
      terminal_(::isatty(STDERR_FILENO) != 0),
      fractions_(std::make_unique<std::atomic<double>[]>(workers)),
      workers_(workers),
      start_(Clock::now()),
      next_(start_ + (terminal_ ? std::chrono::milliseconds(200) : std::chrono::seconds(10))) {}

Progress::~Progress() { clear(); }

void Progress::set_fraction(std::size_t worker, double share) { fractions_[worker] = share; }

void Progress::item_done() { ++finished_; }

std::string Progress::line(double elapsed_seconds) {
  double under_way = 0;
  for (std::size_t w = 0; w < workers_; ++w) under_way += fractions_[w];
  const double done = static_cast<double>(finished_ - finished_before_) + under_way;
  const double left = static_cast<double>(total_ - finished_) - under_way;
  std::string text = fmt::format("{} of {}", finished_, counted(total_, what_));
  shown_ = std::max(shown_, 1 - left / static_cast<double>(total_));
  if (done > 0) text += fmt::format(", {:.0f} %", 100 * shown_);
  constexpr double kTellsEnough = 0.02;  // of an item: before, it was set up for the most part
  if (done >= kTellsEnough && left > 0)
    text += fmt::format(", about {} left", duration_text(elapsed_seconds * left / done));
  return text;
}

void Progress::tick() {
  const Clock::time_point now = Clock::now();
  if (quiet_ || now < next_) return;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  if (terminal_) {
    fmt::print(stderr, "\r\x1b[K{}", line(elapsed));
    std::fflush(stderr);
    live_ = true;
    next_ = now + std::chrono::milliseconds(200);
  } else {
    spdlog::info(line(elapsed));
    // Less often the longer it lasts: a log of a long sweep stays short.
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

}  // namespace orthant
