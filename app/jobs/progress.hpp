// How far the work is, on stderr: a line that renews itself on a terminal, a line now and then
// elsewhere, nothing when quiet.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "solver/linear_program.hpp"

namespace orthant {

// "3 s", "12 min", "2 h 05 min".
std::string duration_text(double seconds);

// Expected costs of items, in any unit, where they differ.
struct ItemCosts {
  std::function<double(std::size_t item)> of;  // above 0; empty: each costs 1
  double total = 0, finished = 0;              // of all items, and of those finished before
};

// One object per piece of work; all members but set_fraction() belong to one thread.
class Progress {
 public:
  // `what`: "points", "combinations". `finished` items need not be done again. At most `workers`
  // items are under way at a time.
  Progress(std::string_view what, std::size_t total, std::size_t finished, std::size_t workers,
           bool quiet, ItemCosts costs = {});
  ~Progress();  // clears the live line

  // The share (0 to 1) that worker `worker` has done of its present item; 0: it has none. From any
  // thread.
  void set_fraction(std::size_t worker, std::size_t item, double share);
  void item_done(std::size_t item);
  // Shows the state when it is time to; to be called several times a second.
  void tick();
  // Clears the live line for other output to the same terminal; the next tick() shows it again.
  void make_room();
  // A line of its own in the log, above the live line. Not shown when quiet, unless `always`: then
  // it is a warning.
  void message(std::string_view text, bool always = false);

  // What tick() shows. The percentage is that of the expected cost, never falls, and is below 100
  // until all items are finished. The time left supposes the pace so far, and is shown once five
  // seconds have passed or a twentieth of the cost is done.
  std::string line(double elapsed_seconds);

 private:
  using Clock = std::chrono::steady_clock;
  double cost_of(std::size_t item) const { return costs_.of ? costs_.of(item) : 1; }
  void clear();

  std::string what_;
  std::size_t total_, finished_;
  ItemCosts costs_;
  double cost_done_ = 0;  // by this object's workers
  bool quiet_, terminal_;
  std::unique_ptr<std::atomic<double>[]> under_way_;  // [worker]: cost done of its item
  std::size_t workers_;
  Clock::time_point start_, next_;
  double shown_ = 0;   // largest share of the cost that was shown
  bool live_ = false;  // a live line is on the screen
};

// Of a linear program that is being solved, for LpOptions::progress: a line in the log every few
// seconds, and a stop after an interrupt.
std::function<bool(const LpProgress&)> solver_news(std::string what);

}  // namespace orthant
