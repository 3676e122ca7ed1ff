// The signal handler and its flags, the only mutable globals of the program.
#include "app/jobs/interrupt.hpp"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>

namespace orthant {
namespace {

std::atomic<std::int64_t> first_seen = 0;  // ns; 0: no signal has come
std::atomic<bool> caught = false;
static_assert(std::atomic<bool>::is_always_lock_free &&
                  std::atomic<std::int64_t>::is_always_lock_free,
              "a signal handler may touch it");

constexpr std::int64_t kSecond = 1'000'000'000;  // ns

// Ignores repeated signals within a second, since timeout and shells signal a program and its group
// as well; a later SIGINT comes from an impatient user and ends the program.
void on_signal(int signal) {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  const std::int64_t now = time.tv_sec * kSecond + time.tv_nsec + 1;
  std::int64_t first = 0;
  if (first_seen.compare_exchange_strong(first, now)) return;
  if (signal != SIGINT || now - first <= kSecond) return;
  std::signal(SIGINT, SIG_DFL);
  raise(SIGINT);
}

void take_signals(struct sigaction* before_int, struct sigaction* before_term) {
  caught = true;
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, before_int);
  sigaction(SIGTERM, &action, before_term);
}

}  // namespace

void catch_interrupts() { take_signals(nullptr, nullptr); }

CaughtInterrupts::CaughtInterrupts() : outermost_(!caught) {
  if (outermost_) take_signals(&before_int_, &before_term_);
}

CaughtInterrupts::~CaughtInterrupts() {
  if (!outermost_) return;
  caught = false;
  sigaction(SIGINT, &before_int_, nullptr);
  sigaction(SIGTERM, &before_term_, nullptr);
}

bool interrupted() { return first_seen != 0; }

void end_if_interrupted() {
  if (interrupted()) throw Interrupted();
}

}  // namespace orthant
