// Workloads as traces of MPI programs: the output of dumpi2ascii of SST DUMPI, one file per rank
// (rank_files.hpp). dumpi_text.hpp describes the format, dumpi_calls.cpp the supported calls. A
// rank executes its calls in sequence: a blocking call ends before the next one starts, messages
// are eager, and the time between two calls is a computation in ns.
#pragma once

#include <cstddef>
#include <string>

#include "traffic/traces/trace_options.hpp"
#include "traffic/workload.hpp"

namespace orthant {

// Throws KeyError(key, "FILE:LINE: ...") if a file is no such text or has calls that cannot be
// replayed, if messages or collective communications do not match, or if ranks form a cyclic
// dependency; KeyError of another key if `options` do not fit.
Workload read_dumpi(const std::string& key, const std::string& file, std::size_t nodes,
                    const TraceOptions& options);

}  // namespace orthant
