// Workloads as Chakra execution traces, a file for each rank (rank_files.hpp), whose nodes compute,
// send, receive or take part in collective communications when those that they wait for are done.
#pragma once

#include <cstddef>
#include <string>

#include "traffic/traces/trace_options.hpp"
#include "traffic/workload.hpp"

namespace orthant {

// Throws KeyError(key, "FILE: node ID: ...") or "FILE: message N: ..." where a file is no such
// trace, where messages or collective communications do not match, and where nodes wait for each
// other for ever; KeyError of another key where `options` do not fit. Times are in ns.
Workload read_chakra(const std::string& key, const std::string& file, std::size_t nodes,
                     const TraceOptions& options);

}  // namespace orthant
