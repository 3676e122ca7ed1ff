// A schedule of an all-to-all as an algorithm file for the MSCCL runtime.
//
// Every message goes directly from its source to its destination, in its own thread block at either
// end; one more thread block per GPU copies the GPU's own chunk. At either end a message waits for
// all messages that this GPU sends and receives in its last previous nonempty frame, so every GPU
// keeps the order of the frames. Messages wait only for earlier frames, so there is no cyclic
// dependency.
//
// Source: the parser and the interpreter of MSCCL (msccl_parser.cc, msccl_kernel.cu of its executor
//   for NCCL).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "schedule/collective.hpp"

namespace orthant {

// Throws ConfigError unless there is exactly one transfer from every node to every other one, and
// no more nodes than a file allows.
void check_msccl(const std::vector<NodePair>& pairs, std::size_t nodes);
// Requires check_msccl(). `name` consists of letters, digits and blanks. Throws ConfigError if a
// message has too many dependencies.
std::string msccl_text(const std::string& name, const std::vector<NodePair>& pairs,
                       const Frames& frames, std::size_t nodes);

}  // namespace orthant
