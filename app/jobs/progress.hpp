// How far the work is, on stderr: a line that renews itself on a terminal, a line now and then
// elsewhere, nothing when quiet.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace orthant {

// "3 s", "12 min", "2 h 05 min".
std::string duration_text(double seconds);

// One object per piece of work; all members but set_fraction() belong to one thread.
class Progress {
 public:
  // `what`: "points", "combinations". `finished` items need not be done again. At most `workers`
  // items are under way at a time.
  Progress(std::string_view what, std::size_t total, std::size_t finished, std::size_t workers,
           bool quiet);
  ~Progress();  // clears the live line

  // The share (0 to 1) that worker `worker` has done of its present item. From any thread.
  void set_fraction(std::size_t worker, double share);
  void item_done();
  // Shows the state when it is time to; to be called several times a second.
  void tick();
  // Clears the live line for what goes to the same terminal by another way; the next tick() shows
  // it again.
  void make_room();
  // A line of its own in the log, above the live line. Not shown when quiet, unless `always`: then
  // it is a warning.
  void message(std::string_view text, bool always = false);

  // What tick() shows. The percentage never falls: where the items turn out to be longer than
  // thought, it waits and the time left grows.
  std::string line(double elapsed_seconds);

 private:
  using Clock = std::chrono::steady_clock;
  void clear();

  std::string what_;
  std::size_t total_, finished_before_, finished_;
  bool quiet_, terminal_;
  std::unique_ptr<std::atomic<double>[]> fractions_;
  std::size_t workers_;
  Clock::time_point start_, next_;
  double shown_ = 0;   // largest share of the work that was shown
  bool live_ = false;  // a live line is on the screen
};

}  // namespace orthant
