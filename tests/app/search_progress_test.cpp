// What the progress line shows while simulated searches go on.
#include "app/points/search_progress.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "app/jobs/progress.hpp"

namespace orthant {
namespace {

// Three seeds that carry loads up to their own knees, some of them less through a long window, on a
// machine that simulates a thousand cycles a second.
class SimulatedSearch {
 public:
  explicit SimulatedSearch(std::uint32_t seed) : random_(seed) {
    const double knee = uniform();
    for (double& of_seed : knees_) of_seed = knee * (1 - 0.1 * uniform());
    long_window_loss_ = 0.05 * uniform();
    run_.measure = 20'000;
    if (uniform() < 0.5) run_.warmup = 5'000;
    search_ = std::make_unique<SearchProgress>(watch_, run_);
    find_knee(
        {1, 0.01, 3}, [this](const Probe& probe) { return simulate(probe); },
        [&] { return knee + 0.1 * (uniform() - 0.5); });
  }

  struct Seen {
    double seconds = 0;
    int percent = 0;
    double seconds_left = 0;
    bool has_news = false;  // of the outcome before, or of a drain that takes longer
  };
  const std::vector<Seen>& seen() const { return seen_; }
  double seconds() const { return seconds_; }

 private:
  double uniform() { return std::uniform_real_distribution<>(0, 1)(random_); }

  Probed simulate(const Probe& probe) {
    const auto window = static_cast<double>(run_.measure) * probe.window_factor;
    const double cycles =
        window + (run_.warmup ? static_cast<double>(*run_.warmup) : 0.3125 * window);
    const RunProgress told = search_->begin(probe);
    for (int part = 1; part <= 10; ++part) {
      news_ = part == 1 || part == 10;
      seconds_ += cycles / 10 / 1000;
      // The last tenth is a drain, which moves the end away.
      told(static_cast<Cycle>(cycles * part / 10),
           static_cast<Cycle>(part < 10 ? cycles * 0.9 : cycles * 1.5));
    }
    const double knee = knees_[probe.seed] - (probe.window_factor >= 8 ? long_window_loss_ : 0);
    if (std::abs(probe.load - knee) < 0.01 && probe.window_factor < 4)
      return {Stability::kDoubtful};
    if (probe.load < knee) return {Stability::kStable};
    return {Stability::kUnstable, 1000};
  }

  void look(Cycle done, Cycle expected) {
    progress_.set_fraction(0, 0, static_cast<double>(done) / static_cast<double>(expected));
    const std::string line = progress_.line(seconds_);
    const std::size_t end = line.find(" %");
    ASSERT_NE(end, std::string::npos) << line;
    const int percent = std::stoi(line.substr(line.rfind(' ', end - 1)));
    seen_.push_back({seconds_, percent,
                     seconds_ * static_cast<double>(expected - done) / static_cast<double>(done),
                     news_});
  }

  std::mt19937 random_;
  double knees_[3] = {};
  double long_window_loss_ = 0;
  RunOptions run_;
  double seconds_ = 0;
  bool news_ = false;
  Progress progress_{"combinations", 1, 0, 1, true};
  std::vector<Seen> seen_;
  RunProgress watch_ = [this](Cycle done, Cycle expected) {
    look(done, expected);
    return true;
  };
  std::unique_ptr<SearchProgress> search_;
};

TEST(SearchProgress, NeverGoesBackwards) {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    const SimulatedSearch search(seed);
    int before = 0;
    for (const auto& seen : search.seen()) {
      EXPECT_GE(seen.percent, before) << seed;
      EXPECT_LE(seen.percent, 100) << seed;
      before = seen.percent;
    }
  }
}

// Work that is done takes from the time left; only the outcome of a simulation, seen when the next
// one begins, or a drain may add to it.
TEST(SearchProgress, TimeLeftFallsWhileASimulationGoesOn) {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    const SimulatedSearch search(seed);
    double before = 1e9;
    for (const auto& seen : search.seen()) {
      if (!seen.has_news) {
        EXPECT_LE(seen.seconds_left, before + 0.01) << seed;
      }
      before = seen.seconds_left;
    }
  }
}

// A share that was 0 up to the end would not go backwards either.
TEST(SearchProgress, IsOftenNearTheTruth) {
  double off = 0;
  std::size_t looks = 0;
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    const SimulatedSearch search(seed);
    for (const auto& seen : search.seen()) {
      off += std::abs(seen.percent / 100.0 - seen.seconds / search.seconds());
      ++looks;
    }
  }
  EXPECT_LT(off / static_cast<double>(looks), 0.12);
}

}  // namespace
}  // namespace orthant
