// Tested by: tests/app/sweep_test.py, tests/app/resume_test.cpp
#include "app/simulate/simulated_points.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>

#include "app/jobs/interrupt.hpp"
#include "app/jobs/mpi_group.hpp"
#include "app/keys/run_keys.hpp"
#include "app/output/csv.hpp"
#include "app/points/check_points.hpp"
#include "app/points/deadlock_text.hpp"
#include "app/points/results.hpp"
#include "app/setup/key_columns.hpp"
#include "base/cores.hpp"
#include "base/error.hpp"
#include "sim/measure/limit.hpp"
#include "sim/node/node_models.hpp"

namespace orthant {

Simulated simulate_point(const Point& point, std::uint32_t repetition, BuiltNetworks& built,
                         const Share& share, const RunObservers& observers) {
  Simulated simulated{
      make_setup(point, SetupNeeds::kAnyLoad, &built, {.allows_unserved = true}), 0, {}};
  Setup& setup = *simulated.setup;
  simulated.seed = setup.run.seed + repetition;
  setup.set_seed(simulated.seed);
  if (setup.unserved) {
    simulated.result.verdict = setup.unserved->verdict;
    return simulated;
  }
  if (!setup.load_is_possible()) {
    simulated.result.verdict = Verdict::kImpossible;
    simulated.result.limit = Limit::kNode;
    return simulated;
  }
  RunObservers all = observers;
  all.activity = setup.counts_activity();
  if (share.ranks != nullptr) share.ranks->broadcast({Instruction::Kind::kPoint, {repetition}});
  const ScopedBroadcast over(share.ranks, Instruction::Kind::kPointIsOver);
  point.place_errors([&] { simulated.result = simulate(parts_of(setup, share), setup.run, all); });
  return simulated;
}

void follow_point(const Point& point, std::uint32_t repetition, BuiltNetworks& built,
                  const Share& share) {
  const std::unique_ptr<Setup> setup = make_setup(point, SetupNeeds::kAnyLoad, &built);
  setup->set_seed(setup->run.seed + repetition);
  follow(parts_of(*setup, share));
}

// Chooses the number of blocks. One thread that steps several blocks is slower than with one block:
// by an eighth on 8x8, by a twentieth at most on 16x16x16. So a small network has one block if
// others use the cores when the run begins; a large one keeps its blocks for cores that become
// free.
static Stepping stepping_of(const NetworkParts& parts, const Share& share) {
  constexpr std::size_t kSmall = 512;  // routers
  const std::size_t most = share.exactly ? share.threads : useful_threads(parts);
  const auto threads = static_cast<std::uint32_t>(std::min(share.threads, most));
  const Stepping all = {.blocks = threads, .threads = threads};
  if (threads == 1 || share.ranks != nullptr || are_cores_idle(threads)) return all;
  if (parts.topology.router_count() <= kSmall) return {};
  return {.blocks = threads, .threads = threads, .team_sizing = TeamSizing::kByCoresFromOne};
}

NetworkParts parts_of(const Setup& setup, const Share& share) {
  NetworkParts parts = setup.parts();
  parts.stepping = stepping_of(parts, share);
  if (share.ranks == nullptr) return parts;
  const auto ranks = static_cast<std::uint32_t>(share.ranks->size());
  const auto routers = static_cast<std::uint32_t>(parts.topology.router_count());
  parts.stepping.ranks = share.ranks;
  parts.stepping.blocks = std::max(ranks, std::min(ranks * parts.stepping.threads, routers));
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
    item.message = deadlock_text(point, *simulated.setup, result, is_verbose());
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

void refuse_point_files(const Config& config) {
  for (const std::string& key : point_file_keys())
    if (config.is_set(key))
      config.point(0).fail(key, "each point has its own; allowed: in a run of one point");
  if (config.is_set(kCheckpointMinutes))
    config.point(0).fail(
        std::string(kCheckpointMinutes),
        "other verbs go on with the rows that are not finished; allowed: in a run");
}

std::vector<Column> result_columns(const Measured& measured) {
  return chained(key_columns(), simulation_columns(measured));
}

int simulate_rows(Study study, const CommandLine& command, const Config& given,
                  BuiltNetworks& built, MpiRanks& ranks, const SetupChanges& changes) {
  catch_interrupts();
  if (ranks.rank() > 0)
    return ranks.serve(study.items(), {command.threads_per_run.value_or(1), true});
  refuse_point_files(study.config);
  refuse_too_many_rows(study.rows(), command.verb);
  Checked checked = check_points(study.config, built, command, changes);
  if (checked.code != kExitDone) return checked.code;
  study.cost = std::move(checked.expected_work);
  return compute_rows(study, command, given, ranks.execution(command, checked.useful_threads));
}

}  // namespace orthant
