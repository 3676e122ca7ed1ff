// If a mistake shows only in the whole graph, the file of its rank is read again to find its line.
//
// Tested by: tests/traffic/dumpi_trace_test.cpp
#include "traffic/traces/dumpi_trace.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/read_file.hpp"
#include "traffic/traces/dumpi_calls.hpp"
#include "traffic/traces/rank_files.hpp"
#include "traffic/traces/rank_program.hpp"
#include "traffic/workload_problem.hpp"

namespace orthant {
namespace {

class DumpiTrace {
 public:
  DumpiTrace(const std::string& key, const std::string& file, std::size_t nodes,
             const TraceOptions& options)
      : key_(key),
        files_(key, file, nodes),
        options_(options),
        collectives_(options.shape_of(files_.ranks()), options.algorithm) {}

  Workload read() {
    WorkloadBuilder builder(files_.ranks());
    CollectiveOrder order(key_, [&](std::uint32_t rank, std::uint64_t line) {
      return fmt::format("{}:{}", files_.of(rank), line);
    });
    std::set<std::string, std::less<>> ignored;
    for (std::uint32_t rank = 0; rank < files_.ranks(); ++rank) {
      DumpiRank calls = calls_of(rank);
      write(rank, calls, builder);
      ignored.merge(calls.ignored);
      order.add(rank, std::move(calls.collectives));
    }
    if (!ignored.empty())
      options_.report(
          fmt::format("calls of the trace that send nothing: {}", fmt::join(ignored, ", ")));
    Workload workload = builder.finish();
    if (const auto problem = find_problem(workload))
      throw KeyError(key_, problem_text(*problem, workload,
                                        [&](const auto& place) { return place_of(place); }));
    return workload;
  }

 private:
  DumpiRank calls_of(std::uint32_t rank) const {
    const std::string file = files_.of(rank);
    return read_dumpi_calls(key_, file, read_file_of(key_, file), files_.ranks(),
                            options_.computations);
  }

  // Writes a rank, and returns the first operation of each event; events + 1 entries.
  std::vector<std::uint32_t> write(std::uint32_t rank, const DumpiRank& calls,
                                   WorkloadBuilder& builder) {
    using Kind = DumpiEvent::Kind;
    std::vector<std::uint32_t> first;
    builder.begin_rank(rank);
    RankProgram program(builder, rank, collectives_);
    std::vector<std::uint32_t> ends(calls.events.size(), RankProgram::kNone);  // [event]
    for (std::size_t e = 0; e < calls.events.size(); ++e) {
      const DumpiEvent& event = calls.events[e];
      first.push_back(builder.operations());
      try {
        switch (event.kind) {
          case Kind::kNull:
            break;
          case Kind::kSend:
            ends[e] = program.send(event.amount, event.peer, event.tag);
            break;
          case Kind::kReceive:
            ends[e] = program.receive(event.amount, event.peer, event.tag);
            break;
          case Kind::kComputation:
            program.compute(event.amount);
            break;
          case Kind::kWait: {
            std::vector<std::uint32_t> waited;
            for (std::uint32_t w = 0; w < event.peer; ++w)
              waited.push_back(ends[calls.waited[event.amount + w]]);
            program.wait(std::move(waited));
            break;
          }
          case Kind::kCollective:
            program.collective(calls.collectives[event.amount].what);
            break;
        }
      } catch (const KeyError& error) {
        if (is_algorithm_error(error)) throw;
        key_error(key_, "{}:{}: {}", files_.of(rank), event.line, error.what());
      }
    }
    first.push_back(builder.operations());
    builder.end_rank();
    return first;
  }

  PlaceInFile place_of(const OperationId& place) {
    const DumpiRank calls = calls_of(place.rank);
    WorkloadBuilder builder(files_.ranks());
    const std::vector<std::uint32_t> first = write(place.rank, calls, builder);
    const auto next = std::ranges::upper_bound(first, place.operation);
    const DumpiEvent& event =
        calls.events[static_cast<std::size_t>(std::prev(next) - first.begin())];
    const std::string where = fmt::format("{}:{}", files_.of(place.rank), event.line);
    return {.where = where,
            .brief = where,
            .name = fmt::format("{} of rank {}", name_of(event, calls), place.rank)};
  }
  static std::string_view name_of(const DumpiEvent& event, const DumpiRank& calls) {
    switch (event.kind) {
      case DumpiEvent::Kind::kCollective:
        return calls.collectives[event.amount].name;
      case DumpiEvent::Kind::kSend:
        return "a send";
      case DumpiEvent::Kind::kReceive:
        return "a receive";
      default:
        return "a computation";
    }
  }

  const std::string& key_;
  RankFiles files_;
  const TraceOptions& options_;
  CollectiveWriter collectives_;
};

}  // namespace

Workload read_dumpi(const std::string& key, const std::string& file, std::size_t nodes,
                    const TraceOptions& options) {
  return DumpiTrace(key, file, nodes, options).read();
}

}  // namespace orthant
