// The verb saturate: for every combination of the axes other than the load, it finds the largest
// load that is stable with every seed, and the throughput beyond that load. A load that ends in a
// deadlock is not stable; the row names the smallest such load, and the exit code reports the
// deadlock.
//
// Tested by: tests/sim/bisection_test.cpp, tests/app/saturate_test.py
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "app/config/verbs.hpp"
#include "app/jobs/interrupt.hpp"
#include "app/jobs/mpi_sweep.hpp"
#include "app/jobs/study.hpp"
#include "app/keys/keys.hpp"
#include "app/output/csv.hpp"
#include "app/points/deadlock_text.hpp"
#include "app/points/results.hpp"
#include "app/setup/build.hpp"
#include "app/setup/chosen_vcs.hpp"
#include "app/setup/key_columns.hpp"
#include "app/setup/make_workload.hpp"
#include "app/simulate/simulated_points.hpp"
#include "base/error.hpp"
#include "sim/bisection.hpp"
#include "sim/measure/limit.hpp"

namespace orthant {
namespace {

// A load at which every point can be built.
const SetupChanges kSmallLoad = {.load = 1e-3};

// The search for one combination.
class Search {
 public:
  Search(const Point& point, BuiltNetworks& built, const Share& share, const RunProgress& progress)
      : point_(point),
        built_(built),
        share_(share),
        setup_(make_setup(point, SetupNeeds::kAll, &built, kSmallLoad)),
        progress_(progress) {}

  Saturation find();
  const Setup& setup() const { return *setup_; }
  std::uint64_t flit_hops() const { return flit_hops_; }
  // Returns the text about the knot at the smallest load that ended in a deadlock, and the reason
  // if no load is possible. It is mostly empty.
  std::string message() const;

 private:
  RunProgress watch(std::uint32_t window_factor);
  SimulationResult simulate_load(const Probe& asked);
  void note_deadlock(double load, std::uint64_t seed, const SimulationResult& result);
  void note_limit(double load, const SimulationResult& result);
  Probed probe(const Probe& asked);
  void note_knee(const Knee& knee);
  double guess() const;
  std::optional<double> stable_latency(double load);
  double full_load() const;
  void check_full_load() const;
  std::string no_room_text() const;

  Point point_;
  BuiltNetworks& built_;
  Share share_;
  std::unique_ptr<Setup> setup_;
  const RunProgress& progress_;
  double windows_ = 0;  // windows of usual length simulated so far
  std::uint64_t flit_hops_ = 0;
  Saturation saturation_;
  double least_saturated_ = std::numeric_limits<double>::infinity();
  std::string knot_;
};

// The largest load that the busiest node can send over its channel or by its clock, and that its
// injection process can make; in the unit of the load.
double Search::full_load() const {
  const double rate = injection_rate(setup_->parts()) / most_relative_rate(setup_->traffic);
  const double flits = std::min(rate, setup_->most_sent_flits.value_or(rate));
  return setup_->load_unit == LoadUnit::kFlits ? flits : flits / setup_->capacity_flits.value();
}

// Checks that there is a load to search for, and that it is within the bounds of the key.
void Search::check_full_load() const {
  if (setup_->has_own_loads)
    point_.fail("traffic.load",
                "every class of traffic has a load of its own, so that there is none to search "
                "for; allowed: a class without one");
  const Key& key = key_table()[*find_key("traffic.load")];
  if (full_load() > key.high)
    point_.fail("traffic.load_unit",
                "the search for the largest stable load begins at {:.6g} times the "
                "capacity, the most that a node can send, and loads in this unit are "
                "at most {}; allowed: flits",
                full_load(), key.high);
}

// Reports windows done out of those that a search is expected to take: a few loads with one seed,
// two confirmations with all, and two loads above. A longer search waits just short of its end.
RunProgress Search::watch(std::uint32_t window_factor) {
  const double before = windows_;
  windows_ += window_factor;
  return [this, before, window_factor](Cycle done, Cycle expected) {
    constexpr double kParts = 1000;  // parts of a window
    if (expected == 0 || expected >= kNever) return progress_(0, 0);
    const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(expected));
    const double windows = before + share * window_factor;
    const double usual =
        4.0 + 2 * (kConfirmingWindow + setup_->saturate_seeds) + 2.0 * setup_->saturate_seeds;
    return progress_(static_cast<Cycle>(kParts * windows),
                     static_cast<Cycle>(kParts * std::max(usual, windows + 1)));
  };
}

SimulationResult Search::simulate_load(const Probe& asked) {
  const std::unique_ptr<Setup> setup =
      make_setup(point_, SetupNeeds::kAll, &built_, {.load = asked.load});
  setup->set_seed(setup->run.seed + asked.seed);
  setup->run.measure *= asked.window_factor;
  setup->run.drain = std::max(setup->run.drain * asked.window_factor, setup->run.measure);
  return point_.place_errors([&] {
    SimulationResult result =
        simulate(parts_of(*setup, share_), setup->run, {.progress = watch(asked.window_factor)});
    if (result.verdict == Verdict::kInterrupted) throw Interrupted();
    flit_hops_ += result.flit_hops;
    log_wait_cycle(*setup, setup->run.seed, result);
    if (result.verdict == Verdict::kDeadlocked) note_deadlock(asked.load, setup->run.seed, result);
    if (result.limit) note_limit(asked.load, result);
    return result;
  });
}

void Search::note_deadlock(double load, std::uint64_t seed, const SimulationResult& result) {
  if (load >= saturation_.deadlock_load.value_or(std::numeric_limits<double>::infinity())) return;
  saturation_.deadlock_load = load;
  knot_ = fmt::format("load {}, seed {}: {}", real_text(load), seed,
                      deadlock_text(*setup_->topology, setup_->router.model, result, is_verbose()));
}

void Search::note_limit(double load, const SimulationResult& result) {
  if (load >= least_saturated_) return;
  least_saturated_ = load;
  saturation_.limit = result.limit;
}

// Simulates a load. The result is doubtful if it has no verdict, is stable although the network
// visibly delivers less than is offered, or is saturated although nothing visible is missing.
Probed Search::probe(const Probe& asked) {
  const SimulationResult result = simulate_load(asked);
  if (asked.window_factor == 1 && asked.seed == 0 && asked.load == full_load() &&
      result.window_cycles > 0)
    saturation_.accepted_beyond_flits = result.accepted_flits;
  const double share = result.offered_flits > 0 ? result.accepted_flits / result.offered_flits : 1;
  switch (result.verdict) {
    case Verdict::kStable:
    case Verdict::kDrained:
      return {share < 0.98 ? Stability::kDoubtful : Stability::kStable};
    case Verdict::kSaturated:
      if (share > 0.995 && result.source_accepted_min.value_or(1) > 0.98)
        return {Stability::kDoubtful};
      return {Stability::kUnstable, result.collapse_cycles};
    case Verdict::kUnfinished:
      return {Stability::kDoubtful};
    default:
      return {Stability::kUnstable};
  }
}

// Explains why the loads that classes have of their own already exceed the network.
std::string Search::no_room_text() const {
  if (saturation_.load > 0 || setup_->own_flits == 0) return {};
  std::vector<std::string> names;
  for (const std::string& name : point_.traffic_classes())
    if (NamedValues(point_, "traffic", name).is_own("traffic.load")) names.push_back(name);
  return fmt::format(
      "not even a load of {:.6g} is stable beside those that classes of traffic have of their own, "
      "{:.6g} "
      "flits per node and cycle: {}",
      std::min(setup_->tolerance, full_load()), setup_->own_flits, fmt::join(names, ", "));
}

std::string Search::message() const {
  const std::string no_room = no_room_text();
  return knot_ + (knot_.empty() || no_room.empty() ? "" : "\n") + no_room;
}

// Guesses the largest stable load from the throughput beyond saturation, which is seldom far from
// it; loads of single classes are subtracted.
double Search::guess() const {
  const double flits = saturation_.accepted_beyond_flits.value_or(0) - setup_->own_flits;
  return setup_->load_unit == LoadUnit::kFlits ? flits : flits / setup_->capacity_flits.value();
}

Saturation Search::find() {
  check_full_load();
  saturation_.tolerance = setup_->tolerance;
  saturation_.seeds = setup_->saturate_seeds;
  note_knee(find_knee(
      {full_load(), setup_->tolerance, setup_->saturate_seeds},
      [this](const Probe& asked) { return probe(asked); }, [this] { return guess(); }));
  if (saturation_.load == full_load()) saturation_.limit = Limit::kNode;
  if (saturation_.load > 0)
    saturation_.latency_at_90_percent = stable_latency(0.9 * saturation_.load);
  return saturation_;
}

void Search::note_knee(const Knee& knee) {
  saturation_.load = knee.stable_load;
  saturation_.metastable_from = knee.metastable_from;
  if (!knee.metastable_from) return;
  std::vector<Cycle> cycles = knee.collapse_cycles;
  std::ranges::sort(cycles);
  const auto at = [&](std::size_t i) { return static_cast<double>(cycles[i]); };
  saturation_.collapsed_share = static_cast<double>(cycles.size()) / saturation_.seeds;
  saturation_.collapse_cycles_median = (at((cycles.size() - 1) / 2) + at(cycles.size() / 2)) / 2;
}

// Mean latency at a load, over the shortest window that shows the load to be stable.
std::optional<double> Search::stable_latency(double load) {
  for (std::uint32_t factor = 1; factor <= kLongestWindow; factor *= 2) {
    const SimulationResult result = simulate_load({.load = load, .window_factor = factor});
    if (result.verdict == Verdict::kStable) return result.latency_mean;
  }
  return std::nullopt;
}

// The config with one value for each axis of loads.
Config without_load_axis(const Config& config) {
  const Config any = config.with_first_value("traffic.load").with_first_value("traffic.scale");
  if (any.is_set("run.messages_per_node"))
    any.point(0).fail("run.messages_per_node",
                      "nodes that fall silent keep up no load; allowed with saturate: to leave it "
                      "out");
  for (std::size_t p = 0; p < any.point_count(); ++p) {
    if (any.point(p).text("run.until") == "drained")
      any.point(p).fail("run.until", "saturate measures a window; allowed: window");
    if (has_no_load(any.point(p)))
      any.point(p).fail("traffic.injection",
                        "a {} has no load that saturate could vary; allowed: another "
                        "process, or run and sweep",
                        any.point(p).text("traffic.injection"));
  }
  return any;
}

// The row of a draw of faults that cannot be simulated; nullopt for any other point.
std::optional<Row> row_if_unserved(const Point& point, BuiltNetworks& built) {
  SetupChanges changes = kSmallLoad;
  changes.allows_unserved = true;
  const std::unique_ptr<Setup> setup = make_setup(point, SetupNeeds::kAll, &built, changes);
  if (!setup->unserved) return std::nullopt;
  const std::vector<Column> columns = saturation_columns();
  Row fields(columns.size());
  fields[column_of(columns, "verdict")] = verdict_name(setup->unserved->verdict);
  return chained(key_fields(point, *setup), std::move(fields));
}

RowResult answer_of(const Task& task, BuiltNetworks& built) {
  RowResult answer;
  if (std::optional<Row> row = row_if_unserved(task.point, built)) {
    answer.row = std::move(*row);
    return answer;
  }
  Search search(task.point, built, task.share, task.progress);
  try {
    const Saturation saturation = search.find();
    answer.row = chained(key_fields(task.point, search.setup()),
                         saturation_fields(search.setup(), saturation));
    answer.message = search.message();
  } catch (const Interrupted&) {
    answer.complete = false;
  }
  answer.flit_hops = search.flit_hops();
  return answer;
}

int saturate_combinations(const CommandLine& command, MpiRanks& ranks) {
  BuiltNetworks built;
  const Config given =
      with_chosen_vcs(Config::read(command.config_file, command.overrides), command, built);
  const Config config = without_load_axis(given);
  Study study = study_of_keys(config, "combinations", saturation_columns(),
                              {"traffic.load", "traffic.scale"});
  study.compute = [&](const Task& task) { return answer_of(task, built); };
  study.verdict_column = "deadlock_load";
  study.verdict = [](const std::string& load) {
    return load.empty() ? std::string_view() : verdict_name(Verdict::kDeadlocked);
  };
  return simulate_rows(study, command, given, built, ranks, kSmallLoad);
}

}  // namespace

int saturate_verb(const CommandLine& command) {
  return on_ranks([&](MpiRanks& ranks) { return saturate_combinations(command, ranks); });
}

}  // namespace orthant
