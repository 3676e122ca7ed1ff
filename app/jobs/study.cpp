// Computes the missing rows of a study, writes them and determines the exit code.
//
// Tested by: tests/app/study_test.cpp, tests/app/sweep_test.py
#include "app/jobs/study.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>

#include "app/config/command_line.hpp"
#include "app/jobs/extension.hpp"
#include "app/jobs/interrupt.hpp"
#include "app/jobs/resume.hpp"
#include "app/jobs/shard.hpp"
#include "app/jobs/timing.hpp"
#include "app/keys/keys.hpp"
#include "app/output/csv.hpp"
#include "app/output/origin.hpp"
#include "app/output/output.hpp"
#include "base/cores.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/progress_timer.hpp"
#include "base/reorder_buffer.hpp"

namespace orthant {
namespace {

// Rows of a study by their numbers.
class Rows {
 public:
  explicit Rows(const Study& study) : study_(study) {
    for (const Axis& axis : study.config.axes())
      if (std::ranges::find(study.shown, axis.key) == study.shown.end()) axes_.push_back(axis.key);
    for (const std::string_view key : study.given)
      if (std::ranges::find(axes_, key) == axes_.end()) axes_.emplace_back(key);
    std::ranges::sort(axes_);
    columns_ = with_axes(study.columns, [](const std::string& key) { return Column{key}; });
  }

  WrittenColumns written_columns(std::string_view verb) const {
    return orthant::written_columns(columns_, study_.config, verb);
  }
  std::string count(const ShardRows& part) const { return counted(part.size(), study_.what); }

  RowResult compute(std::size_t row, const Share& share, bool alone,
                    const RunProgress& progress) const {
    const auto start = std::chrono::steady_clock::now();
    const auto [point, repetition] = place(row);
    RowResult answer = study_.compute({point, repetition, share, alone, progress});
    if (answer.complete)
      answer.row =
          with_axes(std::move(answer.row), [&](const auto& key) { return point.text(key); });
    answer.seconds = seconds_since(start);
    return answer;
  }

  // `beside`: the config in FILE.ini.
  LongerSweep as_longer(const Config& beside) const {
    return {beside, study_.config, study_.repetitions, axes_};
  }

  // Known fields in the order of the columns.
  std::vector<KnownField> known(std::size_t row) const {
    const auto [point, repetition] = place(row);
    std::vector<KnownField> fields;
    if (study_.known) fields = study_.known(point, repetition);
    for (const std::string& key : axes_) fields.push_back({key, point.text(key)});
    std::ranges::stable_sort(
        fields, {}, [&](const KnownField& field) { return column_of(columns_, field.column); });
    return fields;
  }

  std::string verdict(const Row& row) const {
    if (!study_.verdict) return "";
    return std::string(study_.verdict(row[column_of(columns_, study_.verdict_column)]));
  }

  // Name of a row in messages: "traffic.load = 0.4, repetition 2".
  std::string name(std::size_t row) const {
    const auto [point, repetition] = place(row);
    std::vector<std::string> parts;
    for (const Axis& axis : study_.config.axes())
      parts.push_back(fmt::format("{} = {}", axis.key, point.text(axis.key)));
    if (study_.repetitions > 1) parts.push_back(fmt::format("repetition {}", repetition));
    return fmt::format("{}", fmt::join(parts, ", "));
  }

 private:
  std::pair<Point, std::uint32_t> place(std::size_t row) const {
    return {study_.config.point(row / study_.repetitions),
            static_cast<std::uint32_t>(row % study_.repetitions)};
  }

  template <class Item, class OfAxis>
  std::vector<Item> with_axes(std::vector<Item> items, const OfAxis& of_axis) const {
    std::vector<Item> more;
    for (const std::string& key : axes_) more.push_back(of_axis(key));
    const std::size_t at = study_.axes_at.value_or(items.size());
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(at), more.begin(), more.end());
    return items;
  }

  const Study& study_;
  std::vector<std::string> axes_;  // axes and keys that need columns
  std::vector<Column> columns_;
};

// Writes to standard output: CSV row by row in order, other forms when all rows are there.
class StreamSink : public RowSink {
 public:
  StreamSink(WrittenColumns columns, Format format, ConfigEntries entries)
      : columns_(std::move(columns)), format_(format), entries_(std::move(entries)) {
    table_.columns = columns_.written();
    if (format_ == Format::kCsv) write_text(csv_header(table_.columns) + '\n', std::nullopt);
  }
  const std::map<std::size_t, Row>& found() const override { return found_; }
  void add(std::size_t index, const Row& row) override {
    rows_.put(index, columns_.written(row));
    for (Row& next : rows_.take()) {
      if (format_ == Format::kCsv)
        write_text(csv_line(next) + '\n', std::nullopt);
      else
        table_.rows.push_back(std::move(next));
    }
  }
  void finish() override {
    if (format_ != Format::kCsv) write_table(table_, format_, entries_, std::nullopt);
  }

 private:
  WrittenColumns columns_;
  Format format_;
  ConfigEntries entries_;
  Table table_;
  std::map<std::size_t, Row> found_;  // always empty
  ReorderBuffer<Row> rows_;
};

std::unique_ptr<RowSink> make_sink(const Rows& rows, const CommandLine& command,
                                   const ShardRows& part, const Config& config,
                                   const std::optional<std::string>& file) {
  WrittenColumns columns = rows.written_columns(command.verb);
  const Format format = command.format.value_or(default_format(file));
  const std::string ini = ini_text(config_text(config, command), command);
  if (!file) return std::make_unique<StreamSink>(std::move(columns), format, ini_settings(ini));
  if (format == Format::kTable)
    config_error("--format table: a {} file is csv or json; without -o a table is printed",
                 command.verb);
  ResumeOptions options{
      *file, format, std::move(columns), part.size(), ini, ini_settings(ini), command.overwrite};
  options.is_part = command.shard.has_value();
  if (!options.is_part)
    options.earlier = [&rows, &config, ini, path = *file + ".ini"](const std::string& old_ini) {
      return earlier_rows(old_ini, path, ini, rows.as_longer(config));
    };
  auto resumed = std::make_unique<ResumableFile>(std::move(options));
  for (const auto& [index, row] : resumed->found())
    resumed->compare(index, rows.known(part.in_sweep(index)));
  return resumed;
}

// Numbers in the sweep of the missing rows.
std::vector<std::size_t> missing_rows(const ShardRows& part, const RowSink& sink) {
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i < part.size(); ++i)
    if (!sink.found().contains(i)) missing.push_back(part.in_sweep(i));
  return missing;
}

// The rows that this command computes. Throws ConfigError if --shard has more parts than points, or
// if its output is no CSV file.
ShardRows part_of(const Study& study, const CommandLine& command,
                  const std::optional<std::string>& file) {
  const Shard shard = command.shard.value_or(Shard{});
  const std::size_t points = study.config.point_count();
  if (command.shard && !file) config_error("--shard: a part is a file; allowed: with -o FILE");
  if (command.shard && command.format.value_or(Format::kCsv) != Format::kCsv)
    config_error("--shard: parts are csv; allowed: --format csv");
  if (shard.of > points)
    config_error("--shard: {} parts of {}; allowed: at most one for every point", shard.of,
                 counted(points, study.what));
  return {shard, points, study.repetitions};
}

Progress progress_of(const Study& study, const CommandLine& command, const ShardRows& part,
                     std::span<const std::size_t> missing, std::size_t workers) {
  const std::size_t finished = part.size() - missing.size();
  if (study.cost.empty()) return {study.what, part.size(), finished, workers, command.quiet};
  ItemCosts costs;
  costs.of = [&study](std::size_t row) { return study.cost[row / study.repetitions]; };
  for (std::size_t i = 0; i < part.size(); ++i) costs.total += costs.of(part.in_sweep(i));
  costs.finished = costs.total;
  for (const std::size_t row : missing) costs.finished -= costs.of(row);
  return {study.what, part.size(), finished, workers, command.quiet, std::move(costs)};
}

std::string interrupted_text(const std::string& count, std::size_t finished,
                             const std::optional<std::string>& file) {
  std::string text = fmt::format("interrupted: {} of {} finished", finished, count);
  if (file) text += fmt::format(" and kept in {}; the same command again computes the rest", *file);
  return text;
}

}  // namespace

ComputeItem Study::items() const {
  return [rows = Rows(*this)](std::size_t row, const Share& share,
                              const RunProgress& progress) -> ItemResult {
    return rows.compute(row, share, false, progress);
  };
}

WrittenColumns written_columns(std::vector<Column> all, const Config& config,
                               std::string_view verb) {
  const auto may_hold = [&](const ReadWhen& when) { return config.may_hold(when, verb); };
  return {std::move(all), may_hold};
}

Execution threads_of(const CommandLine& command, std::size_t most_of_one) {
  const std::size_t cores = usable_cores();
  // Limits threads per item: points may share a core, but threads of one point wait for each other.
  const ThreadUse use = {command.threads.value_or(cores),
                         command.threads_per_run.value_or(std::min(most_of_one, cores)),
                         command.threads_per_run.has_value()};
  return {use.threads, [use](std::span<const std::size_t> items, const ComputeItem& compute,
                             const TakeResult& take, Progress& progress) {
            compute_on_threads(items, use, compute, take, progress);
          }};
}

Config with_first_values(const Config& given, std::string_view reader,
                         const std::function<bool(std::string_view key)>& is_read,
                         const std::function<void(const Config& config)>& check) {
  Config config = given;
  std::vector<std::string> said;
  for (const Axis& axis : given.axes()) {
    if (is_read(axis.key)) continue;
    said.push_back(
        fmt::format("{}: its {} values are not read by {}", axis.key, axis.values.size(), reader));
    config = config.with_first_value(axis.key);
  }
  if (!said.empty() && check) check(config);
  for (const std::string& text : said) spdlog::info("{}", text);
  return config;
}

Config config_without_runs(const CommandLine& command,
                           std::initializer_list<std::string_view> also_unread,
                           const std::function<void(const Config& config)>& check) {
  const auto is_read = [&](std::string_view key) {
    return without_name(key) != "traffic.load" && !key.starts_with("run.") &&
           std::ranges::none_of(also_unread,
                                [&](std::string_view unread) { return key.starts_with(unread); });
  };
  return with_first_values(Config::read(command.config_file, command.overrides), command.verb,
                           is_read, check);
}

bool is_overloaded(std::string_view verdict) {
  return verdict == verdict_name(Verdict::kSaturated) ||
         verdict == verdict_name(Verdict::kImpossible) ||
         verdict == verdict_name(Verdict::kDisconnected) ||
         verdict == verdict_name(Verdict::kUnroutable);
}

int exit_code_of(std::span<const std::string> verdicts, bool require_stable) {
  const auto any = [&](Verdict verdict) {
    return std::ranges::find(verdicts, verdict_name(verdict)) != verdicts.end();
  };
  if (any(Verdict::kDeadlocked)) return kExitDeadlock;
  if (require_stable && std::ranges::any_of(verdicts, is_overloaded)) return kExitSaturated;
  if (any(Verdict::kUnfinished)) return kExitUnfinished;
  return kExitDone;
}

void refuse_too_many_rows(std::size_t rows, std::string_view verb) {
  if (rows > kMostRows)
    config_error("{}: {} rows in all; allowed: at most {}", verb, rows, kMostRows);
}

std::string first_names(std::span<const std::string> names, std::size_t most) {
  return fmt::format("{}{}", fmt::join(names.first(std::min(names.size(), most)), "; "),
                     names.size() > most ? "; ..." : "");
}

// Names of rows with chosen verdicts; rows are given by their numbers in the sweep.
static std::vector<std::string> names_with(const Rows& rows, std::span<const std::size_t> in_sweep,
                                           std::span<const std::string> verdicts,
                                           const std::function<bool(std::string_view)>& is_chosen) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < verdicts.size(); ++i)
    if (is_chosen(verdicts[i])) found.push_back(in_sweep[i]);
  std::ranges::sort(found);
  std::vector<std::string> names;
  for (const std::size_t row : found) names.push_back(rows.name(row));
  return names;
}

int compute_rows(const Study& study, const CommandLine& command, const Config& config,
                 const Execution& execution) {
  refuse_too_many_rows(study.rows(), command.verb);
  check_paths(command, config.point(0), true);
  const std::string timing_ini = ini_text(config_text(config, command), command, "--timing");
  if (command.timing_file && !command.overwrite)
    check_replace(link_target(*command.timing_file), "--timing", timing_ini);
  const std::optional<std::string> file = output_file(command, config.point(0));
  const Rows rows(study);
  const ShardRows part = part_of(study, command, file);
  const std::unique_ptr<RowSink> sink = make_sink(rows, command, part, config, file);
  std::vector<std::string> verdicts;
  std::vector<std::size_t> in_sweep;  // row of each verdict
  for (const auto& [index, row] : sink->found()) {
    verdicts.push_back(rows.verdict(row));
    in_sweep.push_back(part.in_sweep(index));
  }
  std::size_t finished = sink->found().size();
  const std::vector<std::size_t> missing = missing_rows(part, *sink);

  const std::string count = rows.count(part);
  Timing timing(command, timing_ini);
  Progress progress = progress_of(study, command, part, missing, execution.threads);
  if (finished > 0)
    progress.message(fmt::format("{}: {} of {} there already", *file, finished, count));
  execution.run(
      missing, study.items(),
      [&](std::size_t index, ItemResult&& result) {
        if (!file) progress.make_room();
        sink->add(part.in_part(index), result.row);
        ++finished;
        timing.add(index, result);
        verdicts.push_back(rows.verdict(result.row));
        in_sweep.push_back(index);
        if (!result.message.empty())
          progress.message(fmt::format("row {}: {}", index + 1, result.message), true);
      },
      progress);
  if (finished < part.size()) {
    if (!file) sink->finish();  // writes the rows before the first missing one
    progress.message(interrupted_text(count, finished, file), true);
    return kExitInterrupted;
  }
  if (!file) progress.make_room();
  sink->finish();
  progress.message(timing.summary(study.what));
  const int code = exit_code_of(verdicts, command.require_stable);
  if (code == kExitSaturated) {
    const auto names = names_with(rows, in_sweep, verdicts, is_overloaded);
    progress.message(fmt::format("{} of {} not stable: {}", names.size(), count,
                                 first_names(names, kMostUnstableNamed)),
                     true);
  }
  if (code != kExitUnfinished || command.require_stable || study.unfinished_is_failure) return code;
  // Unfinished points are expected on a curve across the knee; other rows stay valid.
  constexpr std::size_t kMostNamed = 2;
  const auto names = names_with(rows, in_sweep, verdicts, [](std::string_view verdict) {
    return verdict == verdict_name(Verdict::kUnfinished);
  });
  progress.message(fmt::format("{} of {} {} ({})", names.size(), count, kUnfinishedText,
                               first_names(names, kMostNamed)),
                   true);
  return kExitDone;
}

int compute_row(const Study& study, const CommandLine& command, ConfigText config) {
  const ResultFiles files(command, study.config.point(0), std::move(config));
  const Rows rows(study);
  const WrittenColumns columns = rows.written_columns(command.verb);
  files.check_rows(columns, 1);
  if (study.check) study.check();
  if (study.can_be_interrupted) catch_interrupts();
  Timing timing(command, files.ini("--timing"));
  const RowResult answer = rows.compute(0, {threads_of(command).threads}, true, {});
  timing.add(0, answer);
  const Table table{columns.written(), {columns.written(answer.row)}};
  if (answer.write)
    answer.write(files, table);
  else
    files.write(table);
  if (!answer.complete) return kExitInterrupted;
  return exit_code_of(std::vector{rows.verdict(answer.row)}, command.require_stable);
}

int compute_study(const Study& study, const CommandLine& command, std::string_view files) {
  if (study.config.point_count() > 1 && files.empty()) {
    catch_interrupts();
    return compute_rows(study, command, study.config, threads_of(command));
  }
  return compute_row(study, command, config_text(study.config.only_point(files), command));
}

}  // namespace orthant
