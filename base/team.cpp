#include "base/team.hpp"

#include <algorithm>
#include <chrono>
#include <system_error>

namespace orthant {
namespace {

void look_away() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace

Team::Team(std::size_t members, std::span<const CoreNumber> cores)
    : pinned_(members > 1 && cores.size() >= members),
      thrown_(std::max<std::size_t>(members, 1)),
      members_(thrown_.size()),
      arrivals_(thrown_.size()) {
  if (pinned_) pin_.emplace(cores[0]);
  try {
    for (std::size_t member = 1; member < members; ++member)
      threads_.emplace_back(
          [this, member, core = pinned_ ? std::optional(cores[member]) : std::nullopt] {
            std::optional<Pin> pin;
            if (core) pin.emplace(*core);
            serve(member);
          });
  } catch (const std::system_error&) {  // those that have begun wait for the first meeting
    members_ = 1 + threads_.size();
  }
}

Team::~Team() {
  ends_ = true;
  meet(0, Pause::kNone);
}

void Team::run(Step step, FunctionRef<bool()> in_pause) {
  step_ = &step;
  in_pause_ = &in_pause;
  std::ranges::fill(thrown_, nullptr);
  failed_ = false;
  meet(0, Pause::kNone);
  take_steps(0);
  for (const std::exception_ptr& thrown : thrown_)
    if (thrown) std::rethrow_exception(thrown);
}

void Team::run(FunctionRef<void(std::size_t)> step) {
  run(
      [&](std::size_t member) {
        step(member);
        return Pause::kNow;
      },
      [] { return false; });
}

void Team::serve(std::size_t member) {
  while (true) {
    meet(member, Pause::kNone);
    if (ends_) return;
    take_steps(member);
  }
}

void Team::take_steps(std::size_t member) {
  do {
    Pause asked = Pause::kNow;
    attempt(member, [&] { asked = (*step_)(member); });
    if (!meet(member, asked)) continue;
    if (member == 0) {
      goes_on_ = false;
      if (!failed_) attempt(member, [&] { goes_on_ = (*in_pause_)(); });
    }
    meet(member, Pause::kNone);
    if (!goes_on_) return;
  } while (true);
}

template <class F>
void Team::attempt(std::size_t member, const F& f) {
  try {
    f();
  } catch (...) {
    thrown_[member] = std::current_exception();
    failed_ = true;
  }
}

// Goes on when all members have come. True: there is a pause. A member may be one meeting ahead of
// one that still looks who has come, but not two.
bool Team::meet(std::size_t member, Pause asked) {
  const std::uint32_t meeting = ++arrivals_[member].meeting;
  const std::size_t side = meeting % 2;
  arrivals_[member].last[side].store(meeting << 2 | static_cast<std::uint32_t>(asked),
                                     std::memory_order_release);
  if (!pinned_) wake_sleepers();
  bool now = asked == Pause::kNow;
  bool all = asked == Pause::kIfAll;
  for (std::size_t other = 0; other < members_; ++other) {
    if (other == member) continue;
    const auto its = static_cast<Pause>(wait_for(arrivals_[other].last[side], meeting) & 3);
    now |= its == Pause::kNow;
    all &= its == Pause::kIfAll;
  }
  return now || all;
}

void Team::wake_sleepers() {
  {
    const std::lock_guard lock(mutex_);
    if (sleepers_ == 0) return;
  }
  arrival_.notify_all();
}

std::uint32_t Team::wait_for(const std::atomic<std::uint32_t>& arrival,
                             std::uint32_t meeting) const {
  constexpr std::chrono::microseconds kNap(20);
  // Some hundred microseconds; or some, where another member may wait for this core.
  const int most_looks = pinned_ ? 10'000 : 100;
  std::uint32_t found = 0;
  const auto has_come = [&] {
    found = arrival.load(std::memory_order_acquire);
    return found >> 2 == (meeting & ~(3u << 30));
  };
  for (int looks = 0; looks < most_looks; ++looks) {
    if (has_come()) return found;
    look_away();
  }
  if (pinned_) {
    while (!has_come()) std::this_thread::sleep_for(kNap);
  } else {
    std::unique_lock lock(mutex_);
    ++sleepers_;
    arrival_.wait(lock, has_come);
    --sleepers_;
  }
  return found;
}

}  // namespace orthant
