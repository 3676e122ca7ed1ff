// What the verbs share that make rows: one for every point of a config, computed in parallel,
// written in order and resumed after an interruption; or one alone, with other files beside it. A
// verb says what a row is, the rest is written once, here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/command_line.hpp"
#include "app/config/config.hpp"
#include "app/jobs/workers.hpp"
#include "app/output/output.hpp"
#include "app/output/table.hpp"
#include "app/output/written_columns.hpp"

namespace orthant {

// One row to be computed.
struct Task {
  Point point;
  std::uint32_t repetition;
  Share share;
  bool alone;  // the only row of its command
  const RunProgress& progress;
};

// What came out.
struct RowResult : ItemResult {
  // Of a row that is alone: writes it, in a table of its own, and what the command wants beside it.
  // Empty: there is nothing beside it.
  std::function<void(const ResultFiles& files, const Table& table)> write = {};
};

// Rows, and how they are computed. Each also shows the point's values on the axes, in columns named
// by their keys.
struct Study {
  Config config;                             // of the points
  std::string_view what;                     // the rows, for messages: "designs"
  std::vector<Column> columns;               // but those of axes
  std::vector<std::string_view> shown = {};  // keys whose axes need no column of their own
  std::optional<std::size_t> axes_at = {};   // how many of `columns` stand before the axes; all
  std::uint32_t repetitions = 1;             // rows of a point
  std::vector<double> cost = {};  // of a row of each point, in any unit; empty: all the same
  // Computes a row; called from several threads at once.
  std::function<RowResult(const Task& task)> compute = {};
  // The fields of a row that are known without computing it.
  std::function<std::vector<KnownField>(const Point& point, std::uint32_t repetition)> known = {};
  // The word of exit_code_of() that a row stands for, by its field in this column; empty: none.
  std::string_view verdict_column = {};
  std::function<std::string_view(const std::string& field)> verdict = {};
  // kUnfinished asks for its exit code; otherwise it only does with --require-stable.
  bool unfinished_is_failure = false;
  // Of a row that is alone: throws ConfigError, before it is computed, where a file beside it
  // cannot be made.
  std::function<void()> check = {};
  bool can_be_interrupted = true;  // while it computes a row that is alone

  std::size_t rows() const { return config.point_count() * repetitions; }
  // compute() by the number of a row, timed. The study must outlive it.
  ComputeItem items() const;
};

// Of a verb those of the columns that some point of the config can fill.
WrittenColumns written_columns(std::vector<Column> all, const Config& config,
                               std::string_view verb);

// compute_on_threads() with the number of threads settled, or what does the same on MPI ranks.
using Executor = std::function<void(std::span<const std::size_t> items, const ComputeItem& compute,
                                    const TakeResult& take, Progress& progress)>;

struct Execution {
  std::size_t threads = 1;
  Executor run;
};
// `most_of_one`: threads of a row, unless --threads-per-run says how many.
Execution threads_of(const CommandLine& command, std::size_t most_of_one = 1);

// More would fill the memory before the first is computed.
inline constexpr std::size_t kMostRows = 10'000'000;
void refuse_too_many_rows(std::size_t rows, std::string_view verb);  // throws ConfigError

// Computes what is missing and writes everything; `config` stands beside the result. Returns
// kExitDone, kExitInterrupted, or what the verdicts of all rows ask for; unfinished ones may only
// be warned of.
int compute_rows(const Study& study, const CommandLine& command, const Config& config,
                 const Execution& execution);
// The one row of a study. `config` stands beside the result.
int compute_row(const Study& study, const CommandLine& command, ConfigText config);
// One of the two. `files`: options that ask for files beside a single row, where the command has
// one of them; else empty.
int compute_study(const Study& study, const CommandLine& command, std::string_view files);

// The config with one value for every axis that is not read by `reader`, which says so once `check`
// has thrown nothing: a mistake is one line.
Config with_first_values(const Config& given, std::string_view reader,
                         const std::function<bool(std::string_view key)>& is_read,
                         const std::function<void(const Config& config)>& check = {});
// The same of what a verb does not read, because it simulates
// nothing: more would only repeat rows. `also_unread`: further beginnings of such keys.
Config config_without_runs(const CommandLine& command,
                           std::initializer_list<std::string_view> also_unread = {},
                           const std::function<void(const Config& config)>& check = {});

// What to say of points that are neither stable nor saturated.
inline constexpr std::string_view kUnfinishedText =
    "unfinished: the window, or the wait after it, is too short to tell stable from saturated; a "
    "longer run.measure_cycles, or run.drain_cycles, may";

// "load 0.8; load 0.9; ..."
std::string first_names(std::span<const std::string> names, std::size_t most);
inline constexpr std::size_t kMostUnstableNamed = 10;

// Whether more was offered than the network or its nodes carry.
bool is_overloaded(std::string_view verdict);

// The exit code that verdicts stand for: a deadlock counts before saturation (which counts with
// require_stable only), saturation before unfinished.
int exit_code_of(std::span<const std::string> verdicts, bool require_stable);

}  // namespace orthant
