// Workloads as traces of MPI programs: what dumpi2ascii of SST DUMPI prints, a file for each rank
// (rank_files.hpp). dumpi_text.hpp says what a file looks like, dumpi_calls.cpp which calls are
// read. A rank does what its calls say, one after the other: a blocking call ends before the next
// one, messages are eager, and the time between two calls is a computation in ns.
#pragma once

#include <cstddef>
#include <string>

#include "traffic/traces/trace_options.hpp"
#include "traffic/workload.hpp"

namespace orthant {

// Throws KeyError(key, "FILE:LINE: ...") where a file is no such text or has calls that cannot be
// replayed, where messages or collective communications do not match, and where ranks wait for each
// other for ever; KeyError of another key where `options` do not fit.
Workload read_dumpi(const std::string& key, const std::string& file, std::size_t nodes,
                    const TraceOptions& options);

}  // namespace orthant
