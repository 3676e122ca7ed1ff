// Workloads as a list of messages, one per line:
//
//   time,source,destination,bytes,after
//   0,0,1,4096,
//   100,1,2,64,1
//   0,1,0,8,1 2
//
// Message 1 is the first line after the header. `after` names earlier messages from or to the
// source. When all of these have left or arrived, the source computes for `time`, one such
// computation at a time, and then sends. A message without `after` starts at `time`. The column
// `after` may be omitted if no message waits for others.
#pragma once

#include <cstddef>
#include <string>

#include "base/rational.hpp"
#include "traffic/workload.hpp"

namespace orthant {

// Multiplies all times by `time_scale` and rounds them up. Throws KeyError(key, "FILE:LINE: ...")
// if the text is no such list or has more ranks than nodes.
Workload read_message_list(const std::string& key, const std::string& file, std::size_t nodes,
                           const Rational& time_scale = 1);

}  // namespace orthant
