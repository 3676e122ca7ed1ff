// The signal handler and its flags, the only mutable globals of the program.
#include "app/jobs/interrupt.hpp"

#include <atomic>
#include <csignal>

namespace orthant {
namespace {

std::atomic<bool> interrupt_seen = false;
std::atomic<bool> caught = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may touch it");

void on_signal(int) { interrupt_seen = true; }

void take_signals(struct sigaction* before_int, struct sigaction* before_term) {
  caught = true;
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
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

bool interrupted() { return interrupt_seen; }

void end_if_interrupted() {
  if (interrupted()) throw Interrupted();
}

}  // namespace orthant
