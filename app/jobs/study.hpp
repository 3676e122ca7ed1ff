// Shared by the verbs that make rows: one row for every point of a config, computed in parallel,
// written in order and resumed after an interruption; or a single row, with other files beside it.
// A verb defines its row; the rest is written once, here.
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

// A computed row.
struct RowResult : ItemResult {
  // For a single row: writes the row, in a table of its own, and the files that the command wants
  // beside it. Empty if there are no such files.
  std::function<void(const ResultFiles& files, const Table& table)> write = {};
};

// Rows, and how they are computed. Each also shows its point's values on the axes, in columns named
// by their keys.
struct Study {
  Config config;                             // of the points
  std::string_view what;                     // the rows, for messages: "designs"
  std::vector<Column> columns;               // without those of axes
  std::vector<std::string_view> shown = {};  // keys whose axes need no column of their own
  std::vector<std::string_view> given = {};  // further keys to show, which are given
  std::optional<std::size_t> axes_at = {};   // number of `columns` before the axes; nullopt: all
  std::uint32_t repetitions = 1;             // rows per point
  std::vector<double> cost = {};  // of a row of each point, in any unit; empty: all equal
  // Computes a row; called from several threads at once.
  std::function<RowResult(const Task& task)> compute = {};
  // Fields of a row that are known without computing it.
  std::function<std::vector<KnownField>(const Point& point, std::uint32_t repetition)> known = {};
  // Maps the field in this column to a word of exit_code_of(); empty: there is none.
  std::string_view verdict_column = {};
  std::function<std::string_view(const std::string& field)> verdict = {};
  // Makes kUnfinished set its exit code, which otherwise needs --require-stable.
  bool unfinished_is_failure = false;
  // Single row: throws ConfigError, before the row is computed, if a file beside it cannot be made.
  std::function<void()> check = {};
  bool can_be_interrupted = true;  // while it computes a single row

  std::size_t rows() const { return config.point_count() * repetitions; }
  // compute() by row number, timed. The study must outlive it.
  ComputeItem items() const;
};

// Keeps the columns that some point of the config can fill for the verb.
WrittenColumns written_columns(std::vector<Column> all, const Config& config,
                               std::string_view verb);

// compute_on_threads() with a fixed number of threads, or its equivalent on MPI ranks.
using Executor = std::function<void(std::span<const std::size_t> items, const ComputeItem& compute,
                                    const TakeResult& take, Progress& progress)>;

struct Execution {
  std::size_t threads = 1;
  Executor run;
};
// `most_of_one`: threads per row, unless --threads-per-run sets them.
Execution threads_of(const CommandLine& command, std::size_t most_of_one = 1);

// Largest number of rows; more would fill the memory before the first is computed.
inline constexpr std::size_t kMostRows = 10'000'000;
void refuse_too_many_rows(std::size_t rows, std::string_view verb);  // throws ConfigError

// Computes the missing rows and writes everything; `config` goes to FILE.ini. Returns kExitDone,
// kExitInterrupted, or the exit code for the verdicts of all rows; unfinished rows may only cause a
// warning.
int compute_rows(const Study& study, const CommandLine& command, const Config& config,
                 const Execution& execution);
// Computes the one row of a study; `config` goes to FILE.ini.
int compute_row(const Study& study, const CommandLine& command, ConfigText config);
// Calls compute_row() or compute_rows(). `files`: the options given that ask for files beside a
// single row; empty if there are none.
int compute_study(const Study& study, const CommandLine& command, std::string_view files);

// Keeps one value of every axis that `reader` does not read. Logs this after `check` has thrown
// nothing, so that a mistake is reported in one line.
Config with_first_values(const Config& given, std::string_view reader,
                         const std::function<bool(std::string_view key)>& is_read,
                         const std::function<void(const Config& config)>& check = {});
// Keeps one value of axes that a verb does not read because it simulates nothing: more would only
// repeat rows. `also_unread`: prefixes of further such keys.
Config config_without_runs(const CommandLine& command,
                           std::initializer_list<std::string_view> also_unread = {},
                           const std::function<void(const Config& config)>& check = {});

// Explains points that are neither stable nor saturated.
inline constexpr std::string_view kUnfinishedText =
    "unfinished: the window, or the wait after it, is too short to tell stable from saturated; a "
    "longer run.measure_cycles, or run.drain_cycles, may";

// Formats "load 0.8; load 0.9; ...".
std::string first_names(std::span<const std::string> names, std::size_t most);
inline constexpr std::size_t kMostUnstableNamed = 10;

// True if the offered load exceeds what the network or its nodes carry.
bool is_overloaded(std::string_view verdict);

// Returns the exit code for these verdicts. A deadlock goes before saturation, which counts only
// with require_stable; saturation goes before unfinished.
int exit_code_of(std::span<const std::string> verdicts, bool require_stable);

}  // namespace orthant
