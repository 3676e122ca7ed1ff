// The cores of the machine: how many this process may use, and whether others use them.
#pragma once

#include <chrono>
#include <cstddef>

namespace orthant {

// Those that the calling thread may run on, at least one. A core that runs two threads at once
// counts twice.
std::size_t usable_cores();

// Of the calling thread; -1: not known.
int current_core();
// Moves the calling thread to another core, if it runs on this one and may run on others. Nothing
// keeps it there. For a thread that has just been begun or woken by another that goes on: some
// systems let the two share a core for ten milliseconds, whatever else is idle.
void leave_core(int core);

// Runs for some milliseconds, longer than what programs that share a core get at once. False, and
// sooner, where the calling thread began long after `start`, or is interrupted for a quarter of the
// time: other programs want its core, and its time may be that of this program.
bool has_core_since(std::chrono::steady_clock::time_point start);
// Whether the calling thread and others beside it, `threads` together, would each have a core.
bool are_cores_idle(std::size_t threads);

}  // namespace orthant
