// The verb run: one point, each repetition a row.
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <chrono>
#include <numeric>

#include "app/campaign.hpp"
#include "app/interrupt.hpp"
#include "app/origin.hpp"
#include "app/output.hpp"
#include "app/packet_file.hpp"
#include "app/results.hpp"
#include "app/sweep.hpp"
#include "app/verbs.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"

namespace orthant {
namespace {

// What the repetitions of the point leave behind.
struct Tables {
  Table results, channels, histogram;
};

struct Repetition {
  ItemResult item;
  Simulated simulated;
  std::unique_ptr<PacketLines> packets;  // where output.packets is given
};

PacketColumns packet_columns(const Setup& setup) {
  return {.detour = !setup.routing->traits().detours.empty(), .cycle_ns = setup.cycle_ns};
}

// Simulates repetition i; its packets go to a file of their own.
Repetition simulate_repetition(const Point& point, std::uint32_t i, const Setup& setup,
                               BuiltNetworks& built, const RunProgress& watch) {
  Repetition repetition;
  std::unique_ptr<PacketLines>& packets = repetition.packets;
  if (setup.packets_file)
    packets = std::make_unique<PacketLines>(*setup.packets_file, setup.run.seed + i,
                                            packet_columns(setup));
  const RunProgress go_on = [&](Cycle done, Cycle expected) {
    return watch(done, expected) && !(packets && packets->failed());
  };
  repetition.simulated = simulate_point(point, i, built, {go_on, packets.get()});
  if (packets) packets->finish();
  repetition.item = item_of(point, repetition.simulated, {});
  return repetition;
}

// All repetitions; fewer after an interrupt.
std::vector<Repetition> simulate_repetitions(const Point& point, const Setup& setup,
                                             const CommandLine& command, BuiltNetworks& built) {
  const std::uint32_t repetitions = setup.repetitions;
  const Execution threads = threads_of(command);
  std::vector<std::size_t> items(repetitions);
  std::iota(items.begin(), items.end(), std::size_t{0});
  std::vector<std::optional<Repetition>> done(repetitions);
  Timing timing(command);
  Progress progress("runs", repetitions, 0, threads.workers, command.quiet);
  threads.run(
      items,
      [&](std::size_t i, const RunProgress& watch) {
        const auto start = std::chrono::steady_clock::now();
        const Point own_point = point;  // reading a key marks it: one thread, one point
        done[i] =
            simulate_repetition(own_point, static_cast<std::uint32_t>(i), setup, built, watch);
        ItemResult& item = done[i]->item;
        item.seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return item;
      },
      [&](std::size_t i, ItemResult&& item) {
        timing.add(i, item);
        if (!item.message.empty()) progress.message(item.message, true);
      },
      progress);
  std::vector<Repetition> complete;
  for (std::optional<Repetition>& repetition : done)
    if (repetition && repetition->item.complete) complete.push_back(*std::move(repetition));
  if (complete.size() == repetitions) progress.message(timing.summary("runs"));
  return complete;
}

void write_packets(std::vector<Repetition>& repetitions, const Setup& setup) {
  std::vector<std::unique_ptr<PacketLines>> packets;
  for (Repetition& repetition : repetitions) packets.push_back(std::move(repetition.packets));
  save_packets(packet_columns(setup), packets);
}

std::vector<Column> result_columns() {
  std::vector<Column> columns = key_columns({});
  for (Column& column : simulation_columns()) columns.push_back(std::move(column));
  return columns;
}

Tables tables_of(const std::vector<Repetition>& repetitions) {
  Tables tables{{result_columns(), {}}, channel_table(), histogram_table()};
  for (const Repetition& repetition : repetitions) {
    const Simulated& simulated = repetition.simulated;
    tables.results.rows.push_back(repetition.item.row);
    add_channels(tables.channels, *simulated.setup, simulated.seed, simulated.result);
    add_histogram(tables.histogram, simulated.seed, simulated.result);
  }
  return tables;
}

// The results first: where a file cannot be written, they are not lost.
void write_all(std::vector<Repetition>& repetitions, const Point& point, const Setup& setup,
               const CommandLine& command) {
  const Tables tables = tables_of(repetitions);
  const std::optional<std::string> file = output_file(command, point);
  if (command.append)
    append_rows(tables.results, point, *file);
  else
    write_result(command, point, tables.results, file);
  if (setup.packets_file) write_packets(repetitions, setup);
  if (setup.channels_file) write_file(*setup.channels_file, to_csv(tables.channels));
  if (setup.histogram_file) write_file(*setup.histogram_file, to_csv(tables.histogram));
}

// What is wrong with the options or with the file that is to be written is said before anything is
// simulated.
void check_output(const CommandLine& command, const Point& point, std::size_t rows) {
  const std::optional<std::string> file = output_file(command, point);
  if (command.append) {
    if (!file) config_error("--append: needs -o FILE");
    if (command.overwrite) config_error("--append: given beside --overwrite; allowed: one of them");
    if (command.format.value_or(Format::kCsv) != Format::kCsv)
      config_error("--append: adds rows of CSV only");
    check_append(result_columns(), *file);
  } else if (file && !command.overwrite) {
    check_replace(result_columns(), rows, origin(point) + point.effective_ini(), *file);
  } else if (file && file_exists(*file + ".partial")) {
    const LineFile unused(*file + ".partial", LineFile::Lock::kRefuse);
    remove_file(unused.path());
  }
}

}  // namespace

int run_verb(const CommandLine& command) {
  const Config config = Config::read(command.config_file, command.overrides);
  const Point point = config.only_point("run");
  catch_interrupts();
  BuiltNetworks built;
  if (const int code = check_points(config, built); code != kExitDone) return code;
  const std::unique_ptr<Setup> setup = make_setup(point, SetupNeeds::kAll, &built);
  check_paths(command, point, false);
  check_output(command, point, setup->repetitions);
  std::vector<Repetition> repetitions = simulate_repetitions(point, *setup, command, built);
  if (!repetitions.empty()) write_all(repetitions, point, *setup, command);
  if (repetitions.size() < setup->repetitions) {
    spdlog::warn("interrupted: {} of {} finished{}", repetitions.size(),
                 counted(setup->repetitions, "runs"), repetitions.empty() ? "" : " and written");
    return kExitInterrupted;
  }
  std::vector<std::string> verdicts;
  for (const Repetition& repetition : repetitions)
    verdicts.emplace_back(verdict_name(repetition.simulated.result.verdict));
  const int code = exit_code_of(verdicts, command.require_stable);
  if (code == kExitUnfinished) spdlog::warn("{}", kUnfinishedText);
  return code;
}

}  // namespace orthant
