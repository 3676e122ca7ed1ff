// The verb run: simulates one point and writes a row for each repetition.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "app/config/verbs.hpp"
#include "app/jobs/checkpoint_file.hpp"
#include "app/jobs/interrupt.hpp"
#include "app/jobs/mpi_group.hpp"
#include "app/jobs/mpi_sweep.hpp"
#include "app/jobs/study.hpp"
#include "app/jobs/timing.hpp"
#include "app/output/append.hpp"
#include "app/output/csv.hpp"
#include "app/output/output.hpp"
#include "app/points/check_points.hpp"
#include "app/points/expected_work.hpp"
#include "app/points/point_tables.hpp"
#include "app/points/results.hpp"
#include "app/records/point_files.hpp"
#include "app/setup/build.hpp"
#include "app/setup/chosen_vcs.hpp"
#include "app/setup/key_columns.hpp"
#include "app/simulate/simulated_points.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/progress_timer.hpp"
#include "sim/node/node_models.hpp"

namespace orthant {
namespace {

// Tables filled by the repetitions of the point.
struct Tables {
  Table results, histogram, energy;
};

struct Repetition {
  ItemResult item;
  Simulated simulated;
  std::unique_ptr<PointFiles> files;
};

std::size_t finished(std::span<const Repetition> repetitions) {
  return static_cast<std::size_t>(std::ranges::count_if(
      repetitions, [](const Repetition& repetition) { return repetition.item.complete; }));
}

// [repetition]; empty without run.checkpoint_minutes.
using CheckpointFiles = std::vector<std::unique_ptr<CheckpointFile>>;

// Inputs that the repetitions of the point share.
struct RunContext {
  const Point& point;
  const Setup& setup;
  const CommandLine& command;
  const CheckpointFiles& checkpoints;
  const WrittenColumns& columns;
  BuiltNetworks& built;
  Ranks* ranks;  // simulate each repetition together; nullptr: this process alone
};

// Simulates repetition `i`, with files of its own.
Repetition simulate_repetition(const RunContext& context, std::uint32_t i, Share share,
                               const RunProgress& watch) {
  const Point point = context.point;  // reading a key marks it, so each thread copies the point
  share.ranks = context.ranks;
  Repetition repetition;
  repetition.files = std::make_unique<PointFiles>(context.setup, context.setup.run.seed + i);
  RunObservers observers = repetition.files->observers(watch);
  if (!context.checkpoints.empty()) observers.checkpoints = context.checkpoints[i].get();
  repetition.simulated = simulate_point(point, i, context.built, share, observers);
  repetition.files->finish(repetition.simulated.result);
  repetition.item = item_of(point, repetition.simulated);
  return repetition;
}

// Simulates the `wanted` repetitions and returns those that were begun; an interrupt leaves the
// running ones incomplete.
std::vector<Repetition> simulate_repetitions(const RunContext& context,
                                             std::span<const std::size_t> wanted,
                                             const Execution& threads, Timing& timing) {
  const std::size_t all = context.setup.repetitions;
  std::vector<std::optional<Repetition>> done(all);
  Progress progress("runs", all, all - wanted.size(), threads.threads, context.command.quiet);
  threads.run(
      wanted,
      [&](std::size_t i, const Share& share, const RunProgress& watch) {
        const auto start = std::chrono::steady_clock::now();
        done[i] = simulate_repetition(context, static_cast<std::uint32_t>(i), share, watch);
        ItemResult& item = done[i]->item;
        item.seconds = seconds_since(start);
        return item;
      },
      [&](std::size_t i, ItemResult&& item) {
        timing.add(i, item);
        if (!item.message.empty()) progress.message(item.message, true);
      },
      progress);
  std::vector<Repetition> begun;
  for (std::optional<Repetition>& repetition : done)
    if (repetition) begun.push_back(*std::move(repetition));
  return begun;
}

Tables tables_of(const WrittenColumns& columns, const std::vector<Repetition>& repetitions) {
  Tables tables{{columns.written(), {}}, histogram_table(), energy_table()};
  for (const Repetition& repetition : repetitions) {
    const Simulated& simulated = repetition.simulated;
    tables.results.rows.push_back(columns.written(repetition.item.row));
    add_histogram(tables.histogram, simulated.seed, simulated.result);
    if (simulated.setup->outputs.energy)
      add_energy(tables.energy, *simulated.setup, simulated.seed, simulated.result);
  }
  return tables;
}

// Writes the channels apart from the other tables: in a large network their table takes more memory
// than the network.
void write_channels(const std::vector<Repetition>& repetitions, const ResultFiles& files) {
  Table channels = channel_table();
  for (const Repetition& repetition : repetitions)
    add_channels(channels, *repetition.simulated.setup, repetition.simulated.seed,
                 repetition.simulated.result);
  files.write_beside(kOutputChannels, to_csv(channels));
}

// Writes the results first: they are kept even if another file cannot be written.
void write_all(const RunContext& context, const std::vector<Repetition>& repetitions,
               const ResultFiles& files, const AppendedFile* appended) {
  const Tables tables = tables_of(context.columns, repetitions);
  std::vector<PointFiles*> own;
  std::vector<Row> whole;
  for (const Repetition& repetition : repetitions) {
    own.push_back(repetition.files.get());
    whole.push_back(repetition.item.row);
  }
  if (appended != nullptr)
    appended->add(whole);
  else
    files.write(tables.results);
  PointFiles::write(own, files);
  if (files.asks_for(kOutputChannels)) write_channels(repetitions, files);
  files.write_beside(kOutputHistogram, to_csv(tables.histogram));
  files.write_beside(kOutputEnergy, to_csv(tables.energy));
}

// Called after an interrupt: writes the finished repetitions and what the others have measured.
// Leaves the others out if FILE is one that several runs add to, or if they will resume from
// checkpoints. Replaces no file, since an existing one may hold more.
void write_interrupted(std::vector<Repetition>& repetitions, const RunContext& context,
                       const ResultFiles& files, const AppendedFile* appended) {
  const std::size_t complete = finished(repetitions);
  const bool goes_on = !context.checkpoints.empty();
  std::erase_if(repetitions, [&](const Repetition& repetition) {
    const bool measured = repetition.simulated.result.window_cycles > 0;
    const bool has_something = measured || !repetition.files->empty();
    return !repetition.item.complete && (appended != nullptr || goes_on || !has_something);
  });
  const bool writes = appended != nullptr || files.are_free();
  std::string what = "nothing is written";
  if (!repetitions.empty()) {
    what = writes ? "what there is is written"
                  : "what there is goes to standard output, since "
                    "files are there already";
    if (writes)
      write_all(context, repetitions, files, appended);
    else
      files.print(tables_of(context.columns, repetitions).results);
  }
  spdlog::warn("interrupted: {} of {} finished; {}{}", complete,
               counted(context.setup.repetitions, "runs"), what,
               goes_on ? "; --resume goes on from the last checkpoint" : "");
}

// Throws ConfigError if checkpoints are impossible, or if existing ones cannot be used.
CheckpointFiles checkpoint_files(const Point& point, const Setup& setup, const ResultFiles& files,
                                 const CommandLine& command) {
  const auto needs = [&](std::string_view what) { point.fail(kCheckpointMinutes, what); };
  CheckpointFiles checkpoints;
  if (command.resume && command.overwrite)
    config_error("--resume: given beside --overwrite; allowed: one of them");
  if (!setup.checkpoint_minutes && command.resume)
    config_error(
        "--resume: goes on from a checkpoint, for which run.checkpoint_minutes has to be set");
  if (!setup.checkpoint_minutes) return checkpoints;
  if (!files.file() || is_special_file(*files.file()))
    needs("a checkpoint stands beside the result; allowed: with -o FILE, a regular file");
  if (command.append)
    needs("a file that several runs add to has no checkpoints; allowed: without --append");
  if (!go_with_checkpoints(setup.outputs)) needs(kNotInCheckpoints);
  for (std::uint32_t i = 0; i < setup.repetitions; ++i) {
    const std::uint64_t seed = setup.run.seed + i;
    checkpoints.push_back(std::make_unique<CheckpointFile>(
        CheckpointOptions{.path = checkpoint_path(*files.file(), seed, setup.repetitions),
                          .minutes = *setup.checkpoint_minutes,
                          .config = files.ini(),
                          .seed = seed,
                          .resume = command.resume,
                          .overwrite = command.overwrite}));
  }
  return checkpoints;
}

void check_append(const CommandLine& command, const ResultFiles& files) {
  if (!files.file()) config_error("--append: needs -o FILE");
  if (command.overwrite) config_error("--append: given beside --overwrite; allowed: one of them");
  if (command.format.value_or(Format::kCsv) != Format::kCsv)
    config_error("--append: adds rows of CSV only");
}

// Keeps the repetitions among these rows.
std::vector<Row> repetitions_of(const Setup& setup, std::vector<Row> rows) {
  const std::size_t column = column_of(result_columns(), "seed");
  std::erase_if(rows, [&](const Row& row) {
    const auto seed = parse_integer(row[column]);
    return !seed || static_cast<std::uint64_t>(*seed) - setup.run.seed >= setup.repetitions;
  });
  return rows;
}

// Returns the repetitions that the file does not have yet; all repetitions if files are wanted
// beside the result.
std::vector<std::size_t> missing(const Point& point, const Setup& setup,
                                 std::span<const Row> found) {
  std::vector<std::size_t> items;
  const std::size_t seed = column_of(result_columns(), "seed");
  const bool beside = std::ranges::any_of(
      point_file_keys(), [&](const std::string& key) { return point.has_value(key); });
  for (std::size_t i = 0; i < setup.repetitions; ++i) {
    const std::string own = fmt::format("{}", setup.run.seed + i);
    if (beside || std::ranges::none_of(found, [&](const Row& row) { return row[seed] == own; }))
      items.push_back(i);
  }
  return items;
}

// Values of a column for all repetitions, found or simulated.
std::vector<std::string> cells_of(std::string_view name, std::span<const Row> found,
                                  std::span<const Repetition> repetitions) {
  const std::size_t column = column_of(result_columns(), name);
  std::vector<std::string> cells;
  for (const Row& row : found) cells.push_back(row[column]);
  for (const Repetition& repetition : repetitions) cells.push_back(repetition.item.row[column]);
  return cells;
}

void say_overloaded(std::span<const std::string> verdicts, std::span<const std::string> seeds) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < verdicts.size(); ++i)
    if (is_overloaded(verdicts[i])) names.push_back(fmt::format("seed {}", seeds[i]));
  spdlog::warn("{} of {} not stable: {}", names.size(), counted(verdicts.size(), "runs"),
               first_names(names, kMostUnstableNamed));
}

// Runs repetitions one after the other if ranks simulate each together.
Execution execution_of(const CommandLine& command, const Checked& checked, const Ranks* ranks) {
  if (ranks == nullptr) return threads_of(command, checked.useful_threads);
  CommandLine one_by_one = command;
  one_by_one.threads = one_by_one.threads_per_run = command.threads_per_run.value_or(1);
  return threads_of(one_by_one);
}

void say_who_simulates(const Setup& setup, const Ranks* ranks) {
  if (ranks == nullptr) return;
  NetworkParts parts = setup.parts();
  parts.stepping.traced = setup.outputs.trace.has_value();
  if (can_be_shared(parts, ranks->size()))
    spdlog::info("{} ranks share the network", ranks->size());
  else
    spdlog::warn(
        "mpirun: using 1 of {} ranks. Several ranks need router.model = input_queued, no "
        "output.trace and at least one router each.",
        ranks->size());
}

// What every rank but 0 does in a run. Rank 0 has found every mistake in the config before it sends
// instructions, so an error here concerns this machine alone.
int follow_run(const CommandLine& command, Ranks& ranks) {
  catch_interrupts();
  try {
    const Share share = {
        .threads = command.threads_per_run.value_or(1), .exactly = true, .ranks = &ranks};
    std::optional<Config> config;
    BuiltNetworks built;
    for (Instruction next = ranks.next_instruction(); next.kind != Instruction::Kind::kEnd;
         next = ranks.next_instruction()) {
      if (next.kind != Instruction::Kind::kPoint)
        throw std::logic_error("an instruction that is of no point");
      if (!config)
        config =
            with_chosen_vcs(Config::read(command.config_file, command.overrides), command, built);
      follow_point(config->only_point("run"), static_cast<std::uint32_t>(next.numbers[0]), built,
                   share);
    }
  } catch (const std::exception& error) {
    spdlog::error("rank {}: {}", ranks.rank(), error.what());
    abort_ranks(kExitConfig);
  }
  return kExitDone;
}

void warn_of_large_files(const Setup& setup) {
  constexpr double kLarge = 100e6;  // bytes
  for (const ExpectedFile& file : expected_files(setup))
    if (file.bytes > kLarge)
      spdlog::warn("{} will hold about {:.{}f} GB{}", file.key, file.bytes / 1e9,
                   file.bytes < 10e9 ? 1 : 0,
                   file.key == kOutputTrace
                       ? fmt::format("; trace.one_in = {:.0f}, or another key of [trace], would "
                                     "make a file of 100 MB",
                                     std::ceil(file.bytes / kLarge))
                       : "");
}

int run_point(const CommandLine& command, Ranks* ranks) {
  const ScopedBroadcast end(ranks, Instruction::Kind::kEnd);
  const Config given = Config::read(command.config_file, command.overrides);
  given.only_point("run");
  catch_interrupts();
  BuiltNetworks built;
  const Config config = with_chosen_vcs(given, command, built);
  const Point point = config.only_point("run");
  const Checked checked = check_points(config, built, command);
  if (checked.code != kExitDone) return checked.code;
  const std::unique_ptr<Setup> setup = make_setup(point, SetupNeeds::kAll, &built);
  say_who_simulates(*setup, ranks);
  const ResultFiles files(command, point, config_text(point, command));
  const WrittenColumns columns =
      written_columns(result_columns(measured_of(point)), config, command.verb);
  files.check_rows(columns, setup->repetitions);
  std::optional<AppendedFile> appended;
  std::vector<Row> found;
  if (command.append) {
    check_append(command, files);
    appended.emplace(*files.file(), columns, point, files.ini());
    found = repetitions_of(*setup, appended->found());
    if (!found.empty())
      spdlog::info("{}: {} of {} there already", *files.file(), found.size(),
                   counted(setup->repetitions, "runs"));
  }
  const CheckpointFiles checkpoints = checkpoint_files(point, *setup, files, command);
  remove_leftovers_of_point(setup->outputs);
  const std::vector<std::size_t> wanted = missing(point, *setup, found);
  Timing timing(command, files.ini("--timing"));
  if (!wanted.empty()) warn_of_large_files(*setup);
  const RunContext context{point, *setup, command, checkpoints, columns, built, ranks};
  std::vector<Repetition> repetitions =
      simulate_repetitions(context, wanted, execution_of(command, checked, ranks), timing);
  if (finished(repetitions) < wanted.size()) {
    write_interrupted(repetitions, context, files, appended ? &*appended : nullptr);
    return kExitInterrupted;
  }
  if (!wanted.empty())
    write_all(context, repetitions, files, appended ? &*appended : nullptr);
  else
    appended->settle();
  if (!command.quiet) spdlog::info("{}", timing.summary("runs"));
  for (const auto& checkpoint : checkpoints) checkpoint->remove();
  const std::vector<std::string> verdicts = cells_of("verdict", found, repetitions);
  const int code = exit_code_of(verdicts, command.require_stable);
  if (code == kExitSaturated) say_overloaded(verdicts, cells_of("seed", found, repetitions));
  if (code == kExitUnfinished) spdlog::warn("{}", kUnfinishedText);
  return code;
}

}  // namespace

int run_verb(const CommandLine& command) {
  return on_ranks([&](const MpiRanks& job) {
    const std::unique_ptr<Ranks> ranks = job.together();
    return job.rank() == 0 ? run_point(command, ranks.get()) : follow_run(command, *ranks);
  });
}

}  // namespace orthant
