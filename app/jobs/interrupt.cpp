// The signal handler and its flag, the only mutable global of the program.
#include "app/jobs/interrupt.hpp"

#include <atomic>
#include <csignal>

namespace orthant {
namespace {

std::atomic<bool> interrupt_seen = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may touch it");

void on_signal(int) { interrupt_seen = true; }

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return interrupt_seen; }

void end_if_interrupted() {
  if (interrupted()) throw Interrupted();
}

}  // namespace orthant
