// How many cores this process may use, and whether other processes are using them.
#pragma once

#include <chrono>
#include <cstddef>

namespace orthant {

// Number of hardware threads that the calling thread may run on, at least 1.
std::size_t usable_cores();

// Core of the calling thread; -1: unknown.
int current_core();
// Moves the calling thread off `core` if it runs there and may run elsewhere, without pinning it.
// A thread that was just started or woken should call this if the thread that woke it continues to
// run: some systems let the two threads share a core for ten milliseconds although other cores are
// idle.
void leave_core(int core);

// Runs for some milliseconds, longer than a time slice. Returns false, then earlier, if the calling
// thread started long after `start` or is preempted for a quarter of the time: other work, perhaps
// of this program, wants its core.
bool has_core_since(std::chrono::steady_clock::time_point start);
// True if `threads` threads, the calling one among them, would each have a core.
bool are_cores_idle(std::size_t threads);

}  // namespace orthant
