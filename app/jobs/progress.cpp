// The progress line and its estimate of the time that is left.
#include "app/jobs/progress.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <utility>

#include "base/counted.hpp"

namespace orthant {
namespace {

// Of an item: before, it was set up for the most part.
constexpr double kTellsEnough = 0.02;
// A time left rests on so many seconds, or on this share of what there is to do: before, it jumps.
constexpr double kSecondsEnough = 5, kShareEnough = 0.05;

}  // namespace

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
      finished_before_(finished),
      finished_(finished),
      costs_(std::move(costs)),
      quiet_(quiet),
      terminal_(::isatty(STDERR_FILENO) != 0),
      under_way_(std::make_unique<UnderWay[]>(workers)),
      workers_(workers),
      start_(Clock::now()),
      next_(start_ + (terminal_ ? std::chrono::milliseconds(200) : std::chrono::seconds(10))) {
  std::vector<double>& to_do = costs_.to_do;
  if (!costs_.of) costs_.total = static_cast<double>(total);
  cost_left_ = costs_.of ? std::accumulate(to_do.begin(), to_do.end(), 0.0)
                         : static_cast<double>(total - finished);
  for (std::size_t i = to_do.size(); i-- > 1;) to_do[i - 1] = std::max(to_do[i - 1], to_do[i]);
}

Progress::~Progress() { clear(); }

void Progress::set_fraction(std::size_t worker, std::size_t item, double share) {
  under_way_[worker].share = share;
  under_way_[worker].cost = cost_of(item);
  under_way_[worker].item = item;
}

void Progress::item_done(std::size_t item) {
  ++finished_;
  cost_left_ -= cost_of(item);
  cost_done_ += cost_of(item);
}

void Progress::watch(double elapsed_seconds) {
  std::size_t busy = 0;
  for (std::size_t w = 0; w < workers_; ++w) {
    UnderWay& worker = under_way_[w];
    busy += worker.share > 0 ? 1 : 0;
    if (worker.share == 0)
      worker.since = elapsed_seconds;
    else if (worker.item != worker.seen_item)
      worker.since = watched_;
    worker.seen_item = worker.item;
  }
  if (busy == 0)
    busy = std::clamp<std::size_t>(total_ - finished_, 1, std::max<std::size_t>(workers_, 1));
  busy_ += std::max(0.0, elapsed_seconds - watched_) * static_cast<double>(busy);
  watched_ = std::max(watched_, elapsed_seconds);
  const double done = cost_done_ + cost_under_way();
  if (done == told_done_) return;
  told_ = elapsed_seconds;
  told_done_ = done;
  told_busy_ = busy_;
}

double Progress::cost_under_way() const {
  double cost = 0;
  for (std::size_t w = 0; w < workers_; ++w) cost += under_way_[w].share * under_way_[w].cost;
  return cost;
}

double Progress::seconds_left(double done, double left) const {
  const std::size_t begun = finished_ - finished_before_ + workers_;
  const bool all_begun = begun >= total_ - finished_before_;
  const double longest = all_begun ? 0 : costs_.of ? costs_.to_do[begun] : 1;
  double seconds = all_begun ? 0 : std::max(told_ * left, told_busy_ * longest) / done;
  for (std::size_t w = 0; w < workers_; ++w) {
    const UnderWay& worker = under_way_[w];
    const double share = worker.share;
    if (share > 0)
      seconds =
          std::max(seconds, share < kTellsEnough ? told_busy_ * worker.cost / done
                                                 : (told_ - worker.since) * (1 - share) / share);
  }
  return seconds > 0 ? seconds : told_ * left / done;
}

std::string Progress::line(double elapsed_seconds) {
  watch(elapsed_seconds);
  auto items = static_cast<double>(finished_ - finished_before_);
  for (std::size_t w = 0; w < workers_; ++w) items += under_way_[w].share;
  const double under_way = cost_under_way();
  const double done = cost_done_ + under_way;
  const double left = cost_left_ - under_way;
  std::string text = fmt::format("{} of {}", finished_, counted(total_, what_));
  shown_ = std::max(shown_, 1 - left / costs_.total);
  constexpr double kMostUnfinished = 0.99;
  const double most = finished_ < total_ ? kMostUnfinished : 1;
  if (items > 0) text += fmt::format(", {:.0f} %", 100 * std::min(shown_, most));
  const bool steady =
      elapsed_seconds >= kSecondsEnough || done >= kShareEnough * (cost_done_ + cost_left_);
  if (items < kTellsEnough || !steady || finished_ == total_ || left <= 0) return text;
  const double seconds = seconds_left(done, left) - (elapsed_seconds - told_);
  if (seconds > 0) text += fmt::format(", about {} left", duration_text(seconds));
  return text;
}

void Progress::tick() {
  if (quiet_) return;
  const Clock::time_point now = Clock::now();
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  watch(elapsed);
  if (now < next_) return;
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
