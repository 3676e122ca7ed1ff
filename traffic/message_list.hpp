// Workloads as a list of messages, a line each:
//
//   time,source,destination,bytes,after
//   0,0,1,4096,
//   100,1,2,64,1
//   0,1,0,8,1 2
//
// Message 1 is the first line under the head. `after` names earlier messages that reach the source
// or leave it: when all of them have, the source computes for `time`, one such computation after
// the other, and sends. Without any the message starts at `time`. Where no message waits for
// others, the column may be left out.
#pragma once

#include <cstddef>
#include <string>

#include "base/rational.hpp"
#include "traffic/workload.hpp"

namespace orthant {

// All times are `time_scale` times those of the list, rounded up. Throws KeyError(key,
// "FILE:LINE: ...") where the text is no such list or there are more ranks than nodes.
Workload read_message_list(const std::string& key, const std::string& file, std::size_t nodes,
                           const Rational& time_scale = 1);

}  // namespace orthant
