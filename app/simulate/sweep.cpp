// The verb sweep, and what it shares with run and saturate.
//
// Tested by: tests/app/sweep_test.py, tests/app/resume_test.cpp
#include "app/simulate/sweep.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <map>
#include <set>

#include "app/jobs/interrupt.hpp"
#include "app/jobs/mpi_sweep.hpp"
#include "app/jobs/study.hpp"
#include "app/keys/keys.hpp"
#include "app/output/csv.hpp"
#include "app/setup/build.hpp"
#include "app/setup/deadlock_gate.hpp"
#include "app/setup/key_columns.hpp"
#include "app/setup/make_workload.hpp"
#include "app/setup/schedule_problem.hpp"
#include "app/simulate/expected_work.hpp"
#include "app/simulate/repeated_points.hpp"
#include "app/simulate/results.hpp"
#include "app/simulate/verbs.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "sim/measure/limit.hpp"

namespace orthant {

Simulated simulate_point(const Point& point, std::uint32_t repetition, BuiltNetworks& built,
                         const Share& share, const RunListeners& listeners) {
  Simulated simulated{make_setup(point, SetupNeeds::kAnyLoad, &built), 0, {}};
  Setup& setup = *simulated.setup;
  simulated.seed = setup.run.seed + repetition;
  setup.set_seed(simulated.seed);
  if (!setup.load_is_possible()) {
    simulated.result.verdict = Verdict::kImpossible;
    simulated.result.limit = Limit::kNode;
    return simulated;
  }
  RunListeners all = listeners;
  all.activity = setup.counts_activity();
  point.place_errors([&] { simulated.result = simulate(parts_of(setup, share), setup.run, all); });
  return simulated;
}

NetworkParts parts_of(const Setup& setup, const Share& share) {
  NetworkParts parts = setup.parts();
  const std::size_t most = share.exactly ? share.threads : useful_threads(parts);
  const auto threads = static_cast<std::uint32_t>(std::min(share.threads, most));
  parts.stepping = {.blocks = threads, .threads = threads, .cores = share.cores};
  return parts;
}

ItemResult item_of(const Point& point, const Simulated& simulated) {
  const SimulationResult& result = simulated.result;
  ItemResult item;
  item.row = chained(key_fields(point, *simulated.setup),
                     simulation_fields(*simulated.setup, simulated.seed, result));
  item.complete = result.verdict != Verdict::kInterrupted;
  item.flit_hops = result.flit_hops;
  if (result.verdict == Verdict::kDeadlocked)
    item.message = deadlock_text(*simulated.setup->topology, simulated.setup->router.model, result,
                                 is_verbose());
  log_wait_cycle(*simulated.setup, simulated.seed, result);
  return item;
}

bool is_verbose() { return spdlog::should_log(spdlog::level::debug); }

void log_wait_cycle(const Setup& setup, std::uint64_t seed, const SimulationResult& result) {
  if (result.wait_cycle_seen)
    spdlog::debug(
        "load {}, seed {}: packets waited in a circle in cycle {}; it was no knot, since some had "
        "another way",
        setup.load, seed, *result.wait_cycle_seen);
}

namespace {

void require_a_sender(const Point& point, const Setup& setup) {
  if (setup.traffic.workload || any_sends(setup.traffic, setup.topology->node_count())) return;
  point.fail(
      "traffic.pattern",
      "no node sends anything: all rows of the traffic matrix are empty, or hold the own node "
      "only and traffic.self = no");
}

// Names of classes of traffic.
void add_silent(const Setup& setup, std::set<std::string>& names) {
  for (const TrafficClass& part : setup.traffic.classes)
    if (!any_sends(part.traffic, setup.topology->node_count())) names.insert(part.name);
}

// Points whose load the nodes cannot make, those with the same limit together.
class ImpossibleLoads {
 public:
  void add(const Setup& setup) {
    ++points_;
    const std::string limit = limit_text(setup);
    const auto [known, added] = groups_.emplace(limit, Group{setup.load, 0});
    known->second.least_load = std::min(known->second.least_load, setup.load);
    ++known->second.points;
  }
  std::size_t points() const { return points_; }
  void say(std::size_t all) const {
    for (const auto& [limit, group] : groups_)
      spdlog::warn("not simulated: {} of {}, with traffic.load from {} on, are impossible; {}",
                   group.points, counted(all, "points"), real_text(group.least_load), limit);
  }

 private:
  struct Group {
    double least_load = 0;
    std::size_t points = 0;
  };

  static std::string limit_text(const Setup& setup) {
    const double most = setup.most_sent_flits.value();
    const std::string limit =
        fmt::format("a node with {} sends at most {} {} per cycle", setup.most_sent_by,
                    real_text(most), most == 1 ? "flit" : "flits");
    if (setup.load_unit == LoadUnit::kFlits) return limit;
    const double capacity = setup.capacity_flits.value();
    return fmt::format("the capacity is {} flits per node and cycle, and {}, a load of {}",
                       real_text(capacity), limit, real_text(most / capacity));
  }

  std::size_t points_ = 0;
  std::map<std::string, Group> groups_;  // by what is said of the limit
};

// Keys that no point reads, unless they are set to their default alone, as in the config that
// stands beside a result.
class UnreadKeys {
 public:
  void add(const Point& point) {
    const std::vector<std::string> unread = point.unread_keys();
    if (!any_) keys_ = unread;
    any_ = true;
    std::erase_if(keys_, [&](const std::string& key) {
      return std::ranges::find(unread, key) == unread.end();
    });
  }
  void say(const Config& config) {
    std::erase_if(keys_, [&](const std::string& key) {
      return std::ranges::find(config.axes(), key, &Axis::key) == config.axes().end() &&
             named_section_of(key).empty() &&
             config.point(0).text(key) == key_table()[*find_key(key)].fallback;
    });
    if (!keys_.empty()) spdlog::warn("not read by this run: {}", fmt::join(keys_, ", "));
  }

 private:
  std::vector<std::string> keys_;
  bool any_ = false;  // point
};

// Once for all points that agree.
void say_ties(const Point& point, std::optional<Ties>& said) {
  const auto ties = ties_of_schedule(point, [&] { return make_topology(point); });
  if (!ties || said == ties) return;
  said = ties;
  spdlog::info("{}", ties_text(*ties));
}

}  // namespace

Checked check_points(const Config& config, BuiltNetworks& built, const CommandLine& command,
                     SetupChanges changes) {
  Checked checked;
  changes.threads = threads_of(command).threads;
  bool on_one_thread = false;
  DeadlockGate gate;
  ImpossibleLoads impossible;
  UnreadKeys unread;
  RepeatedPoints repeated(config.axes());
  bool may_fall_silent = false;
  std::optional<Ties> said;
  std::set<std::string> silent;
  for (std::size_t p = 0; p < config.point_count() && !interrupted(); ++p) {
    const Point point = config.point(p);
    const std::unique_ptr<Setup> setup = make_setup(point, SetupNeeds::kAnyLoad, &built, changes);
    if (changes.load && point.has_value("traffic.load")) point.text("traffic.load");
    unread.add(point);
    repeated.add(point);
    may_fall_silent |= setup->traffic.messages_per_node && !setup->run.until_drained;
    require_a_sender(point, *setup);
    add_silent(*setup, silent);
    checked.expected_work.push_back(
        expected_work(*setup, changes.load ? LoadAsked::kEdge : LoadAsked::kGiven));
    if (!setup->load_is_possible()) {
      impossible.add(*setup);
      continue;
    }
    const NetworkParts parts = setup->parts();
    point.place_errors([&] { validate(parts, setup->run); });
    checked.useful_threads = std::max(checked.useful_threads, useful_threads(parts));
    on_one_thread |=
        parts.router.model == RouterModel::kOutputQueued || setup->outputs.trace.has_value();
    if (setup->replay) say_ties(point, said);
    const std::string& refusal = gate.refusal(point, *setup);
    if (refusal.empty()) continue;
    spdlog::error("{}\nnothing was simulated; routing.allow_deadlock = yes does it all the same",
                  refusal);
    return {kExitDeadlock};
  }
  if (interrupted()) return {kExitInterrupted};
  if (impossible.points() == config.point_count())
    make_setup(config.point(0), SetupNeeds::kAll, &built, changes);  // throws
  impossible.say(config.point_count());
  unread.say(config);
  repeated.say();
  if (may_fall_silent)
    spdlog::warn(
        "run.messages_per_node: where all nodes have sent their messages before the window ends "
        "the "
        "run is unfinished; run.until = drained measures all messages");
  for (const std::string& name : silent)
    spdlog::warn("no node sends anything of the class of traffic {}{}", name,
                 config.point_count() > 1 ? " at some points" : "");
  if (on_one_thread && command.threads_per_run.value_or(1) > 1)
    spdlog::warn(
        "--threads-per-run: routers with router.model = output_queued, and runs with output.trace, "
        "are simulated on one thread");
  return checked;
}

void refuse_point_files(const Config& config) {
  for (const std::string& key : point_file_keys())
    if (config.is_set(key))
      config.point(0).fail(key, "is written by run only, since each point has its own");
  if (config.is_set(kCheckpointMinutes))
    config.point(0).fail(std::string(kCheckpointMinutes),
                         "is for run only; other verbs go on with the rows that are not finished");
}

std::vector<Column> result_columns(const Measured& measured) {
  return chained(key_columns(), simulation_columns(measured));
}

int simulate_rows(Study study, const CommandLine& command, const Config& given,
                  BuiltNetworks& built, MpiRanks& ranks, const SetupChanges& changes) {
  catch_interrupts();
  if (ranks.rank() > 0)
    return ranks.serve(study.items(), {command.threads_per_run.value_or(1), {}, true});
  refuse_point_files(study.config);
  refuse_too_many_rows(study.rows(), command.verb);
  Checked checked = check_points(study.config, built, command, changes);
  if (checked.code != kExitDone) return checked.code;
  study.cost = std::move(checked.expected_work);
  return compute_rows(study, command, given, ranks.execution(command, checked.useful_threads));
}

namespace {

// Seeds that two points of one network would both have.
void refuse_seeds_twice(const Config& config) {
  const auto axis = std::ranges::find(config.axes(), "run.seed", &Axis::key);
  if (axis == config.axes().end()) return;
  const std::int64_t repetitions = config.point(0).integer("run.repetitions");
  std::vector<std::int64_t> seeds;
  for (const std::string& seed : axis->values) seeds.push_back(std::stoll(seed));
  std::ranges::sort(seeds);
  for (std::size_t i = 1; i < seeds.size(); ++i)
    if (seeds[i] - seeds[i - 1] < repetitions)
      config.point(0).fail("run.seed",
                           fmt::format("{} runs from seed {} on reach seed {}, which has its own; "
                                       "allowed: one value, or values run.repetitions apart",
                                       repetitions, seeds[i - 1], seeds[i]));
}

// A workload has no load, so that several would only repeat rows.
Config without_unread_loads(const Config& given, std::string_view verb) {
  const bool has_load = !runs_workload(given.point(0));
  return with_first_values(given, fmt::format("{} of a workload", verb),
                           [=](std::string_view key) { return has_load || key != "traffic.load"; });
}

int sweep_points(const CommandLine& command, MpiRanks& ranks) {
  const Config given = Config::read(command.config_file, command.overrides);
  BuiltNetworks built;
  const Point any = given.point(0);  // what adds columns makes no axis
  for (std::size_t p = 1; p < given.point_count(); ++p)
    if (runs_workload(given.point(p)) != runs_workload(any))
      given.point(p).fail("traffic.injection",
                          "workload has columns of its own; allowed: not beside others");
  refuse_seeds_twice(given);
  const Config config = without_unread_loads(given, command.verb);
  Study study = study_of_keys(config, "points", simulation_columns(measured_of(any)),
                              {"traffic.load", "run.seed"});
  study.repetitions = static_cast<std::uint32_t>(config.point(0).integer("run.repetitions"));
  study.compute = [&](const Task& task) {
    const auto& [point, repetition, share, alone, progress] = task;
    return Answer{
        item_of(point, simulate_point(point, repetition, built, share, {.progress = progress}))};
  };
  study.known = [keys = study.known](const Point& point, std::uint32_t repetition) {
    std::vector<KnownField> fields = keys(point, repetition);
    // Classes may have loads of their own, in the capacity of a network that is not built yet.
    if (point.traffic_classes().empty())
      fields.push_back({"load", has_no_load(point) ? "" : real_text(point.real("traffic.load"))});
    fields.push_back({"seed", fmt::format("{}", point.integer("run.seed") + repetition)});
    return fields;
  };
  study.verdict_column = "verdict";
  study.verdict = [](const std::string& verdict) -> std::string_view { return verdict; };
  return simulate_rows(study, command, config, built, ranks);
}

}  // namespace

int sweep_verb(const CommandLine& command) {
  return on_ranks([&](MpiRanks& ranks) { return sweep_points(command, ranks); });
}

}  // namespace orthant
