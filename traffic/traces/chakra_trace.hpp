// Workloads as Chakra execution traces, one file per rank (rank_files.hpp). Nodes compute, send,
// receive or take part in collective communications when their dependencies are done.
#pragma once

#include <cstddef>
#include <string>

#include "traffic/traces/trace_options.hpp"
#include "traffic/workload.hpp"

namespace orthant {

// Throws KeyError(key, "FILE: node ID: ...") or "FILE: message N: ..." if a file is no such trace,
// if messages or collective communications do not match, or if nodes form a cyclic dependency;
// KeyError of another key if `options` do not fit. Times are in ns.
Workload read_chakra(const std::string& key, const std::string& file, std::size_t nodes,
                     const TraceOptions& options);

}  // namespace orthant
