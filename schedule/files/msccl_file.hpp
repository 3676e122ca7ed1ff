// A schedule of an all-to-all as an algorithm file of MSCCL, which its runtime loads.
//
// Every message is sent straight from its source to its destination, by a thread block of its own
// at either end; one more per GPU copies its own chunk. A message waits at either end for all
// messages that this GPU sends and receives in the last frame before in which it has any: so every
// GPU keeps the order of the frames. Messages only wait for earlier frames, so nothing waits in a
// circle.
//
// Source: the parser and the interpreter of MSCCL (msccl_parser.cc, msccl_kernel.cu of its executor
// for NCCL).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "schedule/collective.hpp"

namespace orthant {

// Throws ConfigError where the transfers are not one from every node to every other one, or are of
// more nodes than a file can have.
void check_msccl(const std::vector<NodePair>& pairs, std::size_t nodes);
// Requires check_msccl(). `name` is of letters, digits and blanks. Throws ConfigError where a
// message would have to wait for too many.
std::string msccl_text(const std::string& name, const std::vector<NodePair>& pairs,
                       const Frames& frames, std::size_t nodes);

}  // namespace orthant
