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
#include <vector>

namespace orthant {

// "3 s", "12 min", "2 h 05 min".
std::string duration_text(double seconds);

// What items are expected to cost, in any unit, where they differ.
struct ItemCosts {
  std::function<double(std::size_t item)> of;  // above 0; empty: each costs 1
  double total = 0;                            // of all items, those that are finished too
  std::vector<double> to_do;                   // of the others, in the order in which they start
};

// One object per piece of work; all members but set_fraction() belong to one thread.
class Progress {
 public:
  // `what`: "points", "combinations". `finished` items need not be done again. At most `workers`
  // items are under way at a time.
  Progress(std::string_view what, std::size_t total, std::size_t finished, std::size_t workers,
           bool quiet, ItemCosts costs = {});
  ~Progress();  // clears the live line

  // The share (0 to 1) that worker `worker` has done of this item, which is its present one; 0 when
  // it has none. From any thread.
  void set_fraction(std::size_t worker, std::size_t item, double share);
  void item_done(std::size_t item);
  // Shows the state when it is time to; to be called several times a second.
  void tick();
  // Clears the live line for what goes to the same terminal by another way; the next tick() shows
  // it again.
  void make_room();
  // A line of its own in the log, above the live line. Not shown when quiet, unless `always`: then
  // it is a warning.
  void message(std::string_view text, bool always = false);

  // What tick() shows. The percentage never falls: where the items turn out to be longer than
  // thought, it waits and the time left grows; nothing is 100 % before all items are finished. The
  // time left falls while nothing new is known, and is left out when it is used up. It is the time
  // of all that is left on all workers, or that of the longest item on one; where all items are
  // under way, that of the slowest. In the first seconds there is none, but where a part of the
  // work that tells is done.
  std::string line(double elapsed_seconds);

 private:
  using Clock = std::chrono::steady_clock;
  struct UnderWay {
    std::atomic<double> share = 0, cost = 0;  // of an item
    std::atomic<std::size_t> item = 0;
    // As it was seen to begin, by the thread that shows the progress.
    std::size_t seen_item = 0;
    double since = 0;
  };
  double cost_of(std::size_t item) const { return costs_.of ? costs_.of(item) : 1; }
  // Sees which workers are busy. Where none says how far it is all count.
  void watch(double elapsed_seconds);
  double cost_under_way() const;
  // As was told at `told_`. `done`: of the cost, by then.
  double seconds_left(double done, double left) const;
  void clear();

  std::string what_;
  std::size_t total_, finished_before_, finished_;
  ItemCosts costs_;                // `to_do`: the most of any from there on
  double cost_left_;               // of items that are not finished
  double cost_done_ = 0;           // by this object's workers
  double busy_ = 0, watched_ = 0;  // seconds of workers that had an item, up to when
  // When something new was known of how much is done, how much, and busy_ then.
  double told_ = 0, told_done_ = 0, told_busy_ = 0;
  bool quiet_, terminal_;
  std::unique_ptr<UnderWay[]> under_way_;  // [worker]
  std::size_t workers_;
  Clock::time_point start_, next_;
  double shown_ = 0;   // largest share of the work that was shown
  bool live_ = false;  // a live line is on the screen
};

}  // namespace orthant
