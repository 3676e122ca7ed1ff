// The cores of the machine: how many this process may use, and whether others use them.
#pragma once

#include <chrono>
#include <cstddef>

namespace orthant {

// Those that the calling thread may run on, at least one. A core that runs two threads at once
// counts twice.
std::size_t usable_cores();

// Runs for some milliseconds, longer than what programs that share a core get at once. False, and
// sooner, where the calling thread was interrupted for a tenth of that since `start`, beginning
// late included: other programs want its core, and its time may be that of this program.
bool has_core_since(std::chrono::steady_clock::time_point start);
// Whether the calling thread and others beside it, `threads` together, would each have a core.
bool are_cores_idle(std::size_t threads);

}  // namespace orthant
