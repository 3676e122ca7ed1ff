// Traces of ranks in the format of dumpi2ascii, and the workloads read from them.
#pragma once

#include <fmt/ranges.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/traffic/rank_texts.hpp"
#include "traffic/traces/dumpi_trace.hpp"

namespace orthant {

using Arguments = std::vector<std::string>;

inline constexpr const char* kWorld = "MPI_Comm comm=2 (MPI_COMM_WORLD)";

// Prints the calls of a rank, each of 10 ns.
class Calls {
 public:
  Calls& after(std::int64_t ns) {
    now_ += ns;
    return *this;
  }
  Calls& call(const std::string& name, const Arguments& arguments) {
    const auto time = [&] { return fmt::format("7.{:09}", now_); };
    text_ += fmt::format("MPI_{} entering at walltime {}, cputime 0.1 seconds in thread 0.\n", name,
                         time());
    for (const std::string& argument : arguments) text_ += argument + "\n";
    now_ += 10;
    text_ += fmt::format("MPI_{} returning at walltime {}, cputime 0.1 seconds in thread 0.\n",
                         name, time());
    return *this;
  }
  Calls& send(int count, int to, int tag, int request = 0) {
    return call(request == 0 ? "Send" : "Isend", message(count, "dest", to, tag, request));
  }
  Calls& receive(int count, int from, int tag, int request = 0,
                 const std::string& status = "<IGNORED>") {
    Arguments arguments = message(count, "source", from, tag, request);
    if (request == 0) arguments.push_back("MPI_Status status=" + status);
    return call(request == 0 ? "Recv" : "Irecv", arguments);
  }
  Calls& wait(int request, const std::string& status = "<IGNORED>") {
    return call("Wait",
                {fmt::format("MPI_Request request=[{}]", request), "MPI_Status status=" + status});
  }
  Calls& wait_all(const std::vector<int>& requests, const std::string& statuses = "<IGNORED>") {
    return call("Waitall", {fmt::format("int count={}", requests.size()),
                            list("MPI_Request requests", requests),
                            fmt::format("MPI_Status statuses[{}]={}", requests.size(), statuses)});
  }
  static std::string list(const std::string& name, const std::vector<int>& values) {
    return fmt::format("{}[{}]=[{}]", name, values.size(), fmt::join(values, ", "));
  }
  static std::string status(int source, int tag) {
    return fmt::format("{{bytes=4, cancelled=0, source={}, tag={}, error=0}}", source, tag);
  }
  const std::string& text() const { return text_; }
  operator std::string() const { return text_; }  // NOLINT: implicit by design

 private:
  // With MPI_INT elements.
  static Arguments message(int count, const char* peer, int rank, int tag, int request) {
    Arguments arguments = {fmt::format("int count={}", count), "MPI_Datatype datatype=9 (MPI_INT)",
                           fmt::format("int {}={}", peer, rank), fmt::format("int tag={}", tag),
                           kWorld};
    if (request != 0) arguments.push_back(fmt::format("MPI_Request request=[{}]", request));
    return arguments;
  }

  std::int64_t now_ = 1000;
  std::string text_;
};

inline Workload dumpi_of(const std::vector<std::string>& ranks, const TraceOptions& options = {}) {
  const RankTexts files(ranks, "-0000.txt");
  return read_dumpi("workload.file", files.first(), 16, options);
}
inline std::string dumpi_error(const std::vector<std::string>& ranks,
                               const TraceOptions& options = {}) {
  const RankTexts files(ranks, "-0000.txt");
  return files.error_of([&] { read_dumpi("workload.file", files.first(), 16, options); });
}

}  // namespace orthant
