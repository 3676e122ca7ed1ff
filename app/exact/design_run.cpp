// The verb design: the best oblivious routing for an objective, one row for every combination of
// the axes; a single row can have the routing as a table and the linear program beside it.
//
// Tested by: tests/app/design_test.py
#include "app/exact/design_run.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <memory>

#include "analysis/design/tabulated_paths.hpp"
#include "analysis/loads/channel_load.hpp"
#include "app/config/verbs.hpp"
#include "app/exact/analysis_run.hpp"
#include "app/jobs/interrupt.hpp"
#include "app/jobs/progress.hpp"
#include "app/jobs/study.hpp"
#include "app/output/csv.hpp"
#include "app/output/output.hpp"
#include "app/setup/build.hpp"
#include "app/setup/key_columns.hpp"
#include "base/error.hpp"
#include "routing/table/path_table_file.hpp"
#include "sim/measure/limit.hpp"

namespace orthant {

DesignRun::DesignRun(const Point& point, std::size_t threads, const std::string& mps_file)
    : setup_(make_setup(point, SetupNeeds::kNetwork)), keys_(design_rows().read(point)) {
  if (setup_->topology->channel_count() == 0)
    point.fail("topology.dimensions", "a single router has nothing to design; allowed: several");
  if (setup_->topology->limits_message_classes())
    point.fail("topology.file",
               "links carry certain message classes only, and a routing is designed for packets "
               "that may use all; allowed: links without message classes");
  point.place_errors([&] {
    DesignOptions options = options_of(point, threads);
    options.mps_file = mps_file;
    design_ = design_routing(*setup_->topology, options);
    if (design_.paths.empty()) return;
    table_ = std::make_shared<const PathTable>(table_of(*setup_->topology, design_));
    analyze(point, threads);
    count_classes();
  });
}

DesignOptions DesignRun::options_of(const Point& point, std::size_t threads) {
  DesignOptions options = keys_;
  options.load_limit = load_limit(point);
  options.solver.threads = threads;
  options.solver.time_limit_seconds = keys_.time_limit_seconds.value_or(kUnlimited);
  options.solver.progress =
      solver_news(fmt::format("design {}", kObjectives.name_of(keys_.objective)));
  const bool with_matrices = options.objective == DesignObjective::kPattern ||
                             options.objective == DesignObjective::kAverageCase;
  constexpr std::size_t kMostRouters = 10'000;  // 10^8 entries
  if (with_matrices && setup_->topology->router_count() > kMostRouters) {
    point.fail("topology.dimensions",
               "{} routers are too many for a matrix of their traffic; allowed: {}",
               setup_->topology->router_count(), kMostRouters);
  }
  if (options.objective == DesignObjective::kPattern) {
    if (!setup_->traffic.pattern) {
      point.fail("traffic.pattern", point.has_value("traffic.pattern")
                                        ? "worst_case is of a routing; allowed with design: "
                                          "another pattern, or design.objective = worst_case"
                                        : "missing; design.objective = pattern needs it");
    }
    if (!setup_->traffic.pattern->changes().empty())
      point.fail("traffic.file",
                 "rates change with time, and a routing is designed for one matrix; allowed: flows "
                 "at all times");
    options.matrices = {matrix_of(router_traffic(*setup_->topology, setup_->traffic))};
  }
  if (options.objective == DesignObjective::kAverageCase) {
    const auto average = average_options(point, threads);
    if (!average) {
      point.fail("analysis.average_samples",
                 "missing; design.objective = average_case needs it, or "
                 "analysis.average_sampling = file");
    }
    options.matrices = sample_matrices(*setup_->topology, *average);
  }
  return options;
}

std::optional<double> DesignRun::load_limit(const Point& point) const {
  if (!keys_.throughput) return std::nullopt;
  if (keys_.locality) {
    point.fail("design.throughput",
               "paths are as short as the throughput allows, and design.locality limits them too; "
               "allowed: one of the two keys");
  }
  if (!setup_->capacity_flits) {
    point.fail("design.throughput",
               no_capacity_text(*setup_->topology) + "; allowed: to leave it out");
  }
  return 1 / (*keys_.throughput * *setup_->capacity_flits);
}

void DesignRun::analyze(const Point& point, std::size_t threads) {
  const Topology& topology = *setup_->topology;
  const TabulatedPaths routing(*table_);
  const SymmetricLoads found = find_symmetry(topology, routing, {.threads = threads});
  const PairLoads& loads = found.loads;
  worst_ = worst_case(found, threads);
  lengths_ = path_length(loads);
  if (const auto average = average_options(point, threads))
    average_ = average_case(loads, *average);
  if (setup_->traffic.pattern) {
    pattern_throughput_ = pattern_throughput(
        topology, setup_->traffic, loads.channel_loads(router_traffic(topology, setup_->traffic)),
        node_rates(setup_->node_channels));
  }
}

// Counts the VC classes for wormhole switching with credits. Paths with few turns get their classes
// at once by sets of turns; paths with many turns need layers, which take long for large tables.
void DesignRun::count_classes() {
  constexpr std::size_t kFewTurns = 6, kMostPaths = 2'000'000;
  const std::size_t sources = table_->by_translation() ? setup_->topology->router_count() : 1;
  const bool few = setup_->topology->grid() != nullptr && table_->longest_turns() <= kFewTurns;
  if (!few && table_->path_count() * sources > kMostPaths) return;
  RoutingOptions options;
  options.path_table = [this](std::string_view, const Topology&) { return table_; };
  try {
    vc_classes_ =
        find_routing("table")->make(*setup_->topology, options)->traits().vc_classes.size();
  } catch (const KeyError& error) {
    spdlog::info("{}", error.what());
  }
}

const ColumnRows<DesignRun>& DesignRun::rows() {
  static constexpr std::string_view kCapacity = "capacity", kLoad = "flits/cycle";
  // A column of the routing: empty if there is none.
  const auto of_routing = [](std::string_view name, std::string_view unit, std::string_view meaning,
                             auto field) {
    return ColumnRow<DesignRun>(name, unit, meaning, [field](const DesignRun& of) {
      return of.table_ ? field_text(std::invoke(field, of)) : std::string();
    });
  };
  static const ColumnRows<DesignRun> rows = {
      {"topology", "Kind of network.",
       [](const DesignRun& of) { return of.setup_->topology->kind(); }},
      {"dimensions", "Routers along each dimension; empty without coordinates.",
       [](const DesignRun& of) { return of.setup_->topology->dimensions(); }},
      {"objective", "What the routing is best for.",
       [](const DesignRun& of) { return kObjectives.name_of(of.keys_.objective); }},
      {"paths", "Paths that it may use.",
       [](const DesignRun& of) { return kDesignPaths.name_of(of.keys_.paths); }},
      {"locality", "", "Most normalised mean path length, where it is limited.",
       [](const DesignRun& of) { return of.keys_.locality; }},
      {"capacity_flits", "flits/node/cycle",
       "The most that any routing could carry under uniform traffic.",
       [](const DesignRun& of) { return of.setup_->capacity_flits; }},
      of_routing("worst_case_throughput", kCapacity, "Throughput under the worst permutation.",
                 [](const DesignRun& of) {
                   return fraction_of_capacity(of.worst_.throughput_flits(), *of.setup_);
                 }),
      average_column<DesignRun>(kAverageThroughput),
      of_routing("path_length_normalized", "", "Mean path length over that of shortest paths.",
                 [](const DesignRun& of) {
                   return of.lengths_.minimal_mean > 0 ? std::optional(of.lengths_.normalized())
                                                       : std::nullopt;
                 }),
      of_routing("dual_gap", "share", "How far the objective may be from its certified bound.",
                 [](const DesignRun& of) { return of.design_.gap(); }),
      {"variables", "", "Variables of the last linear program.",
       [](const DesignRun& of) { return of.design_.last().variables; }},
      {"constraints", "", "Constraints of the last linear program.",
       [](const DesignRun& of) { return of.design_.last().constraints; }},
      {"status",
       "How the solver ended: optimal, or why not; at a limit the best routing so far is "
       "kept.",
       [](const DesignRun& of) { return lp_status_name(of.design_.status()); }},
      of_routing("pattern_throughput", kCapacity, "Throughput under traffic.pattern.",
                 [](const DesignRun& of) {
                   return fraction_of_capacity(of.pattern_throughput_, *of.setup_);
                 }),
      average_column<DesignRun>(kAverageTrue),
      average_column<DesignRun>(kAverageHalfWidth),
      of_routing("load", kLoad,
                 "Largest load over bandwidth under the objective, every node sending a flit.",
                 [](const DesignRun& of) { return of.design_.largest_load; }),
      {"load_bound", kLoad, "No routing has less.", &DesignRun::load_bound},
      {"path_length_bound", "", "No routing of this load has shorter paths.",
       [](const DesignRun& of) {
         return of.design_.length ? std::optional(of.design_.length->bound) : std::nullopt;
       }},
      of_routing("table_paths", "", "Paths of the routing.",
                 [](const DesignRun& of) { return of.table_->path_count(); }),
      of_routing("turns_max", "", "Most turns of a path.",
                 [](const DesignRun& of) { return of.table_->longest_turns(); }),
      {"vc_classes", "", "VC classes that it needs as a path table.", &DesignRun::vc_classes_},
  };
  return rows;
}

std::vector<Column> DesignRun::columns() { return rows().columns(); }
Row DesignRun::fields() const { return rows().fields(*this); }

std::optional<double> DesignRun::load_bound() const {
  if (design_.load) return design_.load->bound;
  return design_.known;
}

std::string DesignRun::table_text() const {
  const auto program = [](std::string_view what, const SolvedProgram& solved) {
    return fmt::format("{} {:.12g}, at least {:.12g}", what, solved.objective, solved.bound);
  };
  std::vector<std::string> notes{fmt::format("designed for {}, paths: {}",
                                             kObjectives.name_of(keys_.objective),
                                             kDesignPaths.name_of(keys_.paths))};
  if (design_.known) notes.push_back(fmt::format("largest load {:.12g}, optimal", *design_.known));
  if (design_.load) notes.push_back(program("largest load", *design_.load));
  if (!load_bound()) notes.push_back(fmt::format("load at most {:.12g}", design_.largest_load));
  if (design_.length) notes.push_back(program("normalised path length", *design_.length));
  return path_table_text(*table_, notes);
}

std::string DesignRun::summary() const {
  std::string text(lp_status_name(design_.status()));
  if (table_ && design_.was_stopped()) text += ": the best routing so far";
  const auto add = [&](std::string_view what, const SolvedProgram& solved) {
    const std::string objective =
        table_ ? fmt::format("{:.9g}, ", solved.objective) : std::string();
    text += fmt::format("; {}: {}at least {:.9g}, {} variables, {} constraints, {} iterations",
                        what, objective, solved.bound, solved.variables, solved.constraints,
                        solved.iterations);
  };
  if (!design_.reason.empty()) return text + ": " + design_.reason;
  if (design_.known) text += fmt::format("; load: {:.9g}, known to be optimal", *design_.known);
  if (design_.load) add("load", *design_.load);
  if (design_.length) add("path length", *design_.length);
  return text + fmt::format("; symmetries: {}", design_.symmetries);
}

namespace {

std::vector<KnownField> known_fields(const Point& point, std::uint32_t) {
  std::vector<KnownField> fields;
  for (const std::string_view key : {"design.objective", "design.paths", "design.locality"}) {
    const std::string_view column = key.substr(std::string_view("design.").size());
    fields.push_back({std::string(column), point.has_value(key) ? point.text(key) : ""});
  }
  return fields;
}

// The file for --write-mps, under the name by which the solver opens it.
std::shared_ptr<PendingFile> program_file(const CommandLine& command, const Task& task) {
  return task.alone && command.mps_file ? std::make_shared<PendingFile>(*command.mps_file)
                                        : nullptr;
}

RowResult answer_of(const CommandLine& command, const Task& task) {
  const std::shared_ptr<PendingFile> program = program_file(command, task);
  const auto run = std::make_shared<const DesignRun>(task.point, task.share.threads,
                                                     program ? program->temporary() : "");
  if (task.alone) end_if_interrupted();
  RowResult answer;
  answer.complete = !interrupted();
  answer.row = run->fields();
  const bool optimal = run->design().status() == LpStatus::kOptimal;
  if (!optimal) answer.message = run->summary();
  answer.write = [=, &command](const ResultFiles& files, const Table& table) {
    spdlog::log(optimal ? spdlog::level::info : spdlog::level::warn, "{}", run->summary());
    files.write(table);
    if (run->has_routing() && command.routing_file)
      files.write_beside("--routing", run->table_text());
    if (!program) return;
    program->close();
    files.write_beside("--write-mps", *program);
  };
  return answer;
}

}  // namespace

int design_verb(const CommandLine& command) {
  const Config config = config_without_runs(command, {"routing.", "router."});
  const Study study = {.config = config,
                       .what = "designs",
                       .columns = DesignRun::columns(),
                       .shown = {"topology.kind", "topology.dimensions", "design.objective",
                                 "design.paths", "design.locality"},
                       .given = network_change_keys(config),
                       .compute = [&](const Task& task) { return answer_of(command, task); },
                       .known = known_fields,
                       .verdict_column = "table_paths",
                       .verdict =
                           [](const std::string& paths) {
                             return paths.empty() ? verdict_name(Verdict::kUnfinished)
                                                  : std::string_view();
                           },
                       .unfinished_is_failure = true};
  return compute_study(
      study, command,
      command.routing_file || command.mps_file ? "design --routing or --write-mps" : "");
}

}  // namespace orthant
