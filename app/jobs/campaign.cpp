// Which rows are missing, who computes them, where they go and how it ends.
#include "app/jobs/campaign.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <thread>

#include "app/config/command_line.hpp"
#include "app/jobs/in_order.hpp"
#include "app/jobs/interrupt.hpp"
#include "app/jobs/resume.hpp"
#include "app/jobs/timing.hpp"
#include "app/output/csv.hpp"
#include "app/output/origin.hpp"
#include "app/output/output.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"

namespace orthant {
namespace {

// Where rows go.
class RowSink {
 public:
  virtual ~RowSink() = default;
  virtual const std::map<std::size_t, Row>& found() const = 0;  // rows that were there before
  virtual void add(std::size_t index, const Row& row) = 0;
  virtual void finish() = 0;
};

class FileSink : public RowSink {
 public:
  FileSink(ResumeOptions options, const Campaign& campaign) : file_(std::move(options)) {
    for (const auto& [index, row] : file_.found()) file_.compare(index, campaign.expected(index));
  }
  const std::map<std::size_t, Row>& found() const override { return file_.found(); }
  void add(std::size_t index, const Row& row) override { file_.add(index, row); }
  void finish() override { file_.finish(); }

 private:
  ResumableFile file_;
};

// Standard output: CSV row by row in their order, other forms when all rows are there.
class StreamSink : public RowSink {
 public:
  StreamSink(const Campaign& campaign, Format format, ConfigEntries entries)
      : format_(format), entries_(std::move(entries)) {
    table_.columns = campaign.columns;
    if (format_ == Format::kCsv) print(csv_header(campaign.columns) + '\n');
  }
  const std::map<std::size_t, Row>& found() const override { return found_; }
  void add(std::size_t index, const Row& row) override {
    rows_.put(index, row);
    for (Row& next : rows_.take()) {
      if (format_ == Format::kCsv)
        print(csv_line(next) + '\n');
      else
        table_.rows.push_back(std::move(next));
    }
  }
  void finish() override {
    if (format_ != Format::kCsv) write_table(table_, format_, entries_, std::nullopt);
  }

 private:
  static void print(const std::string& text) {
    if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0)
      config_error("standard output: cannot be written");
  }

  Format format_;
  ConfigEntries entries_;
  Table table_;
  std::map<std::size_t, Row> found_;  // nothing
  InOrder<Row> rows_;
};

// What stands beside the result, or beside what an option asks for.
std::string ini_text(const CommandLine& command, const Config& config,
                     std::string_view option = {}) {
  return origin(config) + made_by_line(command, option) + config.effective_ini();
}

std::unique_ptr<RowSink> make_sink(const Campaign& campaign, const CommandLine& command,
                                   const Config& config, const std::optional<std::string>& file) {
  const Format format = command.format.value_or(Format::kCsv);
  const std::string ini = ini_text(command, config);
  if (!file) return std::make_unique<StreamSink>(campaign, format, ini_settings(ini));
  if (format == Format::kTable)
    config_error("--format table: a {} file is csv or json; without -o a table is printed",
                 command.verb);
  return std::make_unique<FileSink>(ResumeOptions{*file, format, campaign.columns, campaign.rows,
                                                  ini, ini_settings(ini), command.overwrite},
                                    campaign);
}

std::vector<std::size_t> missing_rows(const Campaign& campaign, const RowSink& sink) {
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i < campaign.rows; ++i)
    if (!sink.found().contains(i)) missing.push_back(i);
  return missing;
}

std::string interrupted_text(const Campaign& campaign, std::size_t finished,
                             const std::optional<std::string>& file) {
  std::string text = fmt::format("interrupted: {} of {} finished", finished,
                                 counted(campaign.rows, campaign.what));
  if (file) text += fmt::format(" and kept in {}; the same command again computes the rest", *file);
  return text;
}

}  // namespace

Execution threads_of(const CommandLine& command) {
  const std::size_t threads =
      command.threads.value_or(std::max(1u, std::thread::hardware_concurrency()));
  return {threads, [threads](std::span<const std::size_t> items, const ComputeItem& compute,
                             const TakeResult& take, Progress& progress) {
            compute_on_threads(items, threads, compute, take, progress);
          }};
}

Config without_run_axes(const Config& given, std::string_view verb) {
  Config config = given;
  for (const Axis& axis : given.axes()) {
    if (axis.key != "traffic.load" && !axis.key.starts_with("run.")) continue;
    spdlog::info("{}: its {} values are not read by {}", axis.key, axis.values.size(), verb);
    config = config.with(axis.key, axis.values.front());
  }
  return config;
}

int exit_code_of(std::span<const std::string> verdicts, bool require_stable) {
  const auto any = [&](Verdict verdict) {
    return std::ranges::find(verdicts, verdict_name(verdict)) != verdicts.end();
  };
  if (any(Verdict::kDeadlocked)) return kExitDeadlock;
  if (require_stable && (any(Verdict::kSaturated) || any(Verdict::kImpossible)))
    return kExitSaturated;
  if (any(Verdict::kUnfinished)) return kExitUnfinished;
  return kExitDone;
}

void refuse_too_many_rows(std::size_t rows, std::string_view verb) {
  if (rows > kMostRows)
    config_error("{}: {} rows in all; allowed: at most {}", verb, rows, kMostRows);
}

int run_campaign(const Campaign& campaign, const CommandLine& command, const Config& config,
                 const Execution& execution) {
  refuse_too_many_rows(campaign.rows, command.verb);
  check_paths(command, config.point(0), true);
  const std::string timing_ini = ini_text(command, config, "--timing");
  if (command.timing_file && !command.overwrite)
    check_replace(link_target(*command.timing_file), "--timing", timing_ini);
  const std::optional<std::string> file = output_file(command, config.point(0));
  const std::unique_ptr<RowSink> sink = make_sink(campaign, command, config, file);
  std::vector<std::string> verdicts;
  for (const auto& [index, row] : sink->found()) verdicts.push_back(campaign.verdict(row));
  std::size_t finished = sink->found().size();
  const std::vector<std::size_t> missing = missing_rows(campaign, *sink);

  Timing timing(command, timing_ini);
  Progress progress(campaign.what, campaign.rows, finished, execution.workers, command.quiet);
  if (finished > 0)
    progress.message(fmt::format("{}: {} of {} there already", *file, finished,
                                 counted(campaign.rows, campaign.what)));
  execution.run(
      missing, campaign.compute,
      [&](std::size_t index, ItemResult&& result) {
        if (!file) progress.make_room();
        sink->add(index, result.row);
        ++finished;
        timing.add(index, result);
        verdicts.push_back(campaign.verdict(result.row));
        if (!result.message.empty())
          progress.message(fmt::format("row {}: {}", index + 1, result.message), true);
      },
      progress);
  if (finished < campaign.rows) {
    progress.message(interrupted_text(campaign, finished, file), true);
    return kExitInterrupted;
  }
  if (!file) progress.make_room();
  sink->finish();
  progress.message(timing.summary(campaign.what));
  const int code = exit_code_of(verdicts, command.require_stable);
  if (code != kExitUnfinished || command.require_stable || campaign.unfinished_is_failure)
    return code;
  // A curve across the knee has such points; its other rows are none the worse.
  const auto unfinished = std::ranges::count(verdicts, verdict_name(Verdict::kUnfinished));
  progress.message(fmt::format("{} of {} {}", unfinished, counted(campaign.rows, campaign.what),
                               kUnfinishedText),
                   true);
  return kExitDone;
}

}  // namespace orthant
