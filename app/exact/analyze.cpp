// The verb analyze: exact throughput and path lengths of an oblivious routing, one row for every
// combination of the axes; a single row can have files of channels, pairs, the worst permutation
// and the paths beside it.
//
// Tested by: tests/app/analyze_test.py
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "app/config/verbs.hpp"
#include "app/exact/analysis_run.hpp"
#include "app/exact/network_lists.hpp"
#include "app/jobs/study.hpp"
#include "app/keys/analysis_keys.hpp"
#include "app/output/output.hpp"
#include "app/points/idle_channels.hpp"
#include "app/setup/build.hpp"
#include "app/setup/key_columns.hpp"
#include "app/setup/schedule_problem.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "routing/graph/forwarding_tables.hpp"
#include "routing/table/path_table_file.hpp"
#include "topology/graph_files.hpp"
#include "topology/names.hpp"
#include "topology/neighbors.hpp"

namespace orthant {
namespace {

// The routing as a path table, with the analysis as notes.
std::string routing_text(const Point& point, const Analysis& analysis) {
  const Setup& setup = analysis.setup();
  std::vector<std::string> notes = {"paths of " + point.text("routing.algorithm")};
  const std::vector<std::string> fields = analysis.fields();
  const std::vector<Column> columns = Analysis::columns();
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (!fields[i].empty()) notes.push_back(fmt::format("{} {}", columns[i].name, fields[i]));
  return point.place_errors([&] {
    return path_table_text(tabulated(*setup.topology, *setup.routing->oblivious()), notes);
  });
}

std::string tables_text(const Point& point, const Analysis& analysis) {
  const Setup& setup = analysis.setup();
  return point.place_errors(
      [&] { return forwarding_tables_text(*setup.topology, *setup.routing->oblivious()); });
}

// Analyses up/down routing with every router as the root.
Table root_table(const Point& point, const Topology& topology) {
  if (point.text("routing.algorithm") != "up_down")
    point.fail("routing.algorithm", "--roots is for up_down");
  Table table{Analysis::root_columns(), {}};
  for (std::size_t r = 0; r < topology.router_count(); ++r) {
    // Skips routers without nodes that the links of the message class do not reach.
    if (!topology.has_nodes(RouterId{r}) && channels_by_neighbor(topology, RouterId{r}).empty())
      continue;
    const Analysis analysis(point, RouterId{r});
    Row row = {fmt::format("{}", r)};
    for (std::size_t i = 1; i < table.columns.size(); ++i)
      row.push_back(analysis.field(table.columns[i].name));
    table.rows.push_back(std::move(row));
  }
  return table;
}

// The format that the ending of the file's name stands for.
GraphFormat graph_format(const std::string& file) {
  if (const auto format = format_of_extension(file)) return *format;
  config_error(
      "--graph: {} ends with no known format; allowed: .edges, .anynet, .ibnetdiscover, "
      ".graphml, .dot",
      file);
}

const Topology& whole_network(const Setup& setup) {
  return setup.whole ? *setup.whole : *setup.topology;
}

void write_graph(const CommandLine& command, const Topology& topology, const ResultFiles& files) {
  const GraphFormat format = graph_format(*command.graph_file);
  files.write_beside("--graph", graph_text(topology, format));
  if (const std::size_t down = isolated_routers(topology); down > 0)
    spdlog::info("--graph: without {} that {} down; the others are numbered anew",
                 counted(down, "routers"), down == 1 ? "is" : "are");
  const std::vector<std::string> keys = keys_not_in_graph_text(topology, format);
  if (!keys.empty())
    spdlog::warn("--graph: {} cannot hold what {} say{}; a config that reads it has to set that",
                 *command.graph_file, fmt::join(keys, " and "), keys.size() == 1 ? "s" : "");
}

void write_side_files(const CommandLine& command, const Point& point, const Analysis& analysis,
                      const ResultFiles& files) {
  if (command.channels_file) files.write_beside("--channels", to_csv(analysis.channel_table()));
  if (command.permutation_file)
    files.write_beside("--permutation", to_csv(analysis.permutation_table()));
  if (command.pairs_file) files.write_beside("--pairs", to_csv(analysis.pair_table()));
  if (command.routing_file) files.write_beside("--routing", routing_text(point, analysis));
  if (command.roots_file)
    files.write_beside("--roots", to_csv(root_table(point, *analysis.setup().topology)));
  if (command.forwarding_file) files.write_beside("--forwarding", tables_text(point, analysis));
  if (command.graph_file) write_graph(command, whole_network(analysis.setup()), files);
}

// Names the busiest channels of a network without coordinates, which no symmetry makes alike.
void say_busiest_channels(const Analysis& analysis) {
  constexpr std::size_t kMost = 10;
  const Topology& topology = *analysis.setup().topology;
  if (topology.structure() != nullptr) return;
  std::vector<std::pair<double, std::size_t>> channels;
  for (std::size_t c = 0; c < topology.channel_count(); ++c)
    channels.emplace_back(
        -analysis.channel_loads()[c] / to_double(topology.channel(ChannelId{c}).bandwidth), c);
  std::ranges::sort(channels);
  for (const std::string& warning : topology.warnings()) spdlog::warn("{}", warning);
  if (const auto idle = idle_channels_text(topology, analysis.idle_channels()))
    spdlog::warn("{}", *idle);
  channels.resize(std::min(kMost, channels.size()));
  for (const auto& [load, c] : channels) {
    const Channel& channel = topology.channel(ChannelId{c});
    spdlog::info(
        "busy channel: {:.4g} of its bandwidth where nodes send one flit per cycle, {} to {}",
        -load, router_text(topology, channel.from), router_text(topology, channel.to));
  }
}

// Reports a mistake in any point before the first is analysed.
void refuse_adaptive(const Config& config, std::size_t threads, BuiltNetworks& built) {
  for (std::size_t i = 0; i < config.point_count(); ++i) {
    const Point point = config.point(i);
    const auto setup = make_setup(
        point, SetupNeeds::kRouting, &built,
        {.program_capacity = false, .threads = threads, .allows_unserved = has_fault_axis(config)});
    if (setup->routing->oblivious() == nullptr)
      point.fail("routing.algorithm", adaptive_text(point.text("routing.algorithm")));
  }
}

// The row of a draw of faults that cannot be analysed; nullopt for any other point. A network that
// is cut apart carries no uniform traffic.
std::optional<Row> row_if_unserved(const Point& point, BuiltNetworks& built) {
  const auto setup = make_setup(point, SetupNeeds::kRouting, &built,
                                {.program_capacity = false, .allows_unserved = true});
  if (!setup->unserved) return std::nullopt;
  spdlog::warn("not analysed: {}", setup->unserved->reason());
  const std::vector<Column> columns = Analysis::columns();
  Row fields(columns.size());
  if (setup->unserved->verdict == Verdict::kDisconnected)
    fields[column_of(columns, "capacity_flits")] = "0";
  return chained(key_fields(point, *setup), std::move(fields));
}

void check_side_files(const CommandLine& command, const Point& point) {
  if (command.graph_file) graph_format(*command.graph_file);
  if (command.permutation_file && !analysis_rows().read(point).worst_case)
    point.fail("analysis.worst_case", "no, but --permutation asks for it; allowed: yes");
}

// Runs --map or --hops.
int list_network(const CommandLine& command) {
  const Config config = config_without_runs(command, {"analysis.", "traffic."});
  const Point point = config.only_point(command.map ? "analyze --map" : "analyze --hops");
  const ResultFiles files(command, point, config_text(config, command));
  files.write(command.map ? map_table(point) : hop_table(point, *command.hops));
  return kExitDone;
}

}  // namespace

int analyze_verb(const CommandLine& command) {
  if (command.map || command.hops) return list_network(command);
  BuiltNetworks built;
  const Config config = config_without_runs(command, {}, [&](const Config& read) {
    refuse_adaptive(read, threads_of(command).threads, built);
  });
  const bool side_files = command.channels_file || command.permutation_file || command.pairs_file ||
                          command.graph_file || command.roots_file || command.forwarding_file ||
                          command.routing_file;
  Study study = study_of_keys(config, "combinations", Analysis::columns());
  study.compute = [&](const Task& task) {
    RowResult answer;
    if (has_fault_axis(config)) {
      if (std::optional<Row> row = row_if_unserved(task.point, built)) {
        answer.row = std::move(*row);
        return answer;
      }
    }
    const OnePath one_path = command.forwarding_file ? one_of_equal_ways(task.point) : OnePath();
    const auto analysis =
        std::make_shared<const Analysis>(task.point, task.share.threads, &built, one_path);
    answer.row = chained(key_fields(task.point, analysis->setup()), analysis->fields());
    answer.write = [=, &command, point = task.point](const ResultFiles& files, const Table& table) {
      spdlog::debug("compared: {}", analysis->symmetry().verified);
      say_busiest_channels(*analysis);
      write_side_files(command, point, *analysis, files);
      files.write(table);
    };
    return answer;
  };
  study.check = [&] { check_side_files(command, config.point(0)); };
  study.can_be_interrupted = false;
  if (config.point_count() > 1 && !side_files)
    refuse_adaptive(config, threads_of(command).threads, built);
  return compute_study(study, command,
                       side_files ? "analyze --channels, --permutation, --pairs, --graph, --roots, "
                                    "--forwarding or --routing"
                                  : "");
}

}  // namespace orthant
