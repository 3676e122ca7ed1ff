// Many rows that are computed in parallel, written in order and resumed after an interruption: what
// sweep and saturate share.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/command_line.hpp"
#include "app/config/config.hpp"
#include "app/jobs/workers.hpp"
#include "app/output/table.hpp"

namespace orthant {

struct Campaign {
  std::string what;  // "points", for messages
  std::vector<Column> columns;
  std::size_t rows = 0;
  ComputeItem compute;
  // The fields of a row that are known without computing it.
  std::function<std::vector<KnownField>(std::size_t index)> expected;
  // The word of exit_code_of() that a row stands for; empty: none.
  std::function<std::string(const Row& row)> verdict;
  // kUnfinished asks for its exit code; otherwise it only does with --require-stable.
  bool unfinished_is_failure = false;
};

// compute_on_threads() with the number of threads settled, or what does the same on MPI ranks.
using Executor = std::function<void(std::span<const std::size_t> items, const ComputeItem& compute,
                                    const TakeResult& take, Progress& progress)>;

struct Execution {
  std::size_t workers = 1;
  Executor run;
};
Execution threads_of(const CommandLine& command);

// More would fill the memory before the first is computed.
inline constexpr std::size_t kMostRows = 10'000'000;
void refuse_too_many_rows(std::size_t rows, std::string_view verb);  // throws ConfigError

// Computes what is missing and writes everything. Returns kExitDone, kExitInterrupted, or what the
// verdicts of all rows ask for; unfinished ones may only be warned of.
int run_campaign(const Campaign& campaign, const CommandLine& command, const Config& config,
                 const Execution& execution);

// The config with one value for every axis that `verb` does not read, because it simulates nothing:
// more would only repeat rows.
Config without_run_axes(const Config& given, std::string_view verb);

// What to say of points that are neither stable nor saturated.
inline constexpr std::string_view kUnfinishedText =
    "unfinished: too short a window to tell stable from saturated; a longer run.measure_cycles may";

// The exit code that verdicts stand for: a deadlock counts before saturation (which counts with
// require_stable only), saturation before unfinished.
int exit_code_of(std::span<const std::string> verdicts, bool require_stable);

}  // namespace orthant
