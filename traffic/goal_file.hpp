// Workloads in the language GOAL (Hoefler, Siebert, Lumsdaine 2009: Group Operation Assembly
// Language), as Schedgen and LogGOPSim write and read it.
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
// Words may be on any lines. `requires` waits for the end of an operation, `irequires` for its
// start; both may stand before the operations that they name. A tag, a cpu and a nic are 0 where
// they are left out; a receive `from -1` or with `tag -1` takes messages of any; a label may be
// left out where nothing names it. Comments are /* ... */, or from // or # to the end of the line.
// A rank without a block does nothing.
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

inline constexpr std::uint32_t kMostRanks = 1u << 24;

// Throws KeyError(key, "FILE:LINE: ...") where the text is no GOAL, where there are more ranks than
// nodes, where messages do not match and where operations wait for each other for ever.
// A file in either form.
Workload read_goal(const std::string& key, const std::string& file, std::size_t nodes = kMostRanks);
// The same of a text; `file` is its name in messages.
Workload parse_goal(const std::string& key, const std::string& file, std::string_view text,
                    std::size_t nodes = kMostRanks);

// A binary schedule of LogGOPSim, as its txt2bin writes it of a text. Throws KeyError(key,
// "FILE: rank R: ...").
Workload parse_goal_binary(const std::string& key, const std::string& file, std::string_view bytes,
                           std::size_t nodes = kMostRanks);
bool is_goal_binary(std::string_view bytes);

// Where operations of such a file stand, by their place there; without a label or line where it is
// in the binary form.
std::vector<PlaceInFile> places_in_goal(const std::string& key, const std::string& file,
                                        std::span<const OperationId> operations);

// The workload as GOAL text. Tags are made up, so that the same messages match.
std::string goal_text(const Workload& workload);

}  // namespace orthant
