// Progress on stderr: a line that renews itself on a terminal, a line now and then elsewhere,
// nothing when quiet.
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

// Formats "3 s", "12 min", "2 h 05 min".
std::string duration_text(double seconds);

// Expected costs of items in any unit, if they differ.
struct ItemCosts {
  std::function<double(std::size_t item)> of;  // above 0; empty: each costs 1
  double total = 0, finished = 0;              // of all items, and of items finished before
};

// Progress of one piece of work; all members but set_fraction() belong to one thread.
class Progress {
 public:
  // `what`: "points", "combinations". `finished` items are already done. At most `workers` items
  // are in progress at a time.
  Progress(std::string_view what, std::size_t total, std::size_t finished, std::size_t workers,
           bool quiet, ItemCosts costs = {});
  ~Progress();  // clears the live line

  // Sets the share (0 to 1) of its present item that a worker has done; 0: it has no item. Callable
  // from any thread.
  void set_fraction(std::size_t worker, std::size_t item, double share);
  void item_done(std::size_t item);
  // Shows the state if it is due; to be called several times a second.
  void tick();
  // Clears the live line for other output to the same terminal; the next tick() shows it again.
  void make_room();
  // Logs a line of its own above the live line. Not shown when quiet, unless `always`: then it is a
  // warning.
  void message(std::string_view text, bool always = false);

  // The line that tick() shows. The percentage is the share of the expected cost, never falls, and
  // is below 100 until all items are finished. The time left assumes the pace so far, and is shown
  // once five seconds have passed or a twentieth of the cost is done.
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

// Progress of a linear program, for LpOptions::progress: logs a line every few seconds, and stops
// the solver after an interrupt.
std::function<bool(const LpProgress&)> solver_news(std::string what);

}  // namespace orthant
