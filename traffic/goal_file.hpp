// Workloads in GOAL (Group Operation Assembly Language; Hoefler, Siebert, Lumsdaine 2009), the
// format of Schedgen and LogGOPSim.
//
//   num_ranks 2
//   rank 0 {
//     l1: calc 100 cpu 0
//     l2: send 8b to 1 tag 7 nic 0
//     l2 requires l1
//   }
//   rank 1 {
//     l1: recv 8b from 0 tag 7
//   }
//
// Line breaks are insignificant. `requires` waits for the end of an operation, `irequires` for its
// start; both may precede the operations that they name. A missing tag, cpu or nic is 0; a receive
// `from -1` or with `tag -1` accepts any source or tag; unused labels may be omitted. Comments are
// /* ... */, or from // or # to the end of the line. A rank without a block does nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "traffic/workload.hpp"
#include "traffic/workload_problem.hpp"

namespace orthant {

inline constexpr std::uint32_t kMaxRanks = 1u << 24;

// Reads a file in text or binary form. Throws KeyError(key, "FILE:LINE: ...") if it is no GOAL, if
// it has more ranks than nodes, if messages do not match, or if operations form a cyclic
// dependency.
Workload read_goal(const std::string& key, const std::string& file, std::size_t nodes = kMaxRanks);
// Parses a text; `file` is its name in messages.
Workload parse_goal(const std::string& key, const std::string& file, std::string_view text,
                    std::size_t nodes = kMaxRanks);

// Parses a binary schedule of LogGOPSim, as written by its txt2bin. Throws KeyError(key, "FILE:
// rank R: ...").
Workload parse_goal_binary(const std::string& key, const std::string& file, std::string_view bytes,
                           std::size_t nodes = kMaxRanks);
bool is_goal_binary(std::string_view bytes);

// Returns the places of operations in a GOAL file; those in a binary file have no label and line.
std::vector<PlaceInFile> places_in_goal(const std::string& key, const std::string& file,
                                        std::span<const OperationId> operations);

// Writes the workload as GOAL text, with tags that match the same sends and receives.
std::string goal_text(const Workload& workload);

}  // namespace orthant
