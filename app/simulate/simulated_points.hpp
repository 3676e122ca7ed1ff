// Shared by run, sweep and saturate: simulates every point of a config, run.repetitions times each,
// and makes the row of each simulation.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "app/config/config.hpp"
#include "app/jobs/mpi_sweep.hpp"
#include "app/jobs/study.hpp"
#include "app/output/table.hpp"
#include "app/points/results.hpp"
#include "app/setup/build.hpp"

namespace orthant {

// One simulated row: the setup with the seed of the repetition, and the result.
struct Simulated {
  std::unique_ptr<Setup> setup;
  std::uint64_t seed = 0;
  SimulationResult result;
};
// Takes the network from `built`, or puts it there. A point whose load the nodes cannot make has
// the verdict kImpossible.
Simulated simulate_point(const Point& point, std::uint32_t repetition, BuiltNetworks& built,
                         const Share& share, const RunObservers& observers);
// Called on the ranks of share.ranks other than 0: joins the simulation of the point that rank 0
// runs.
void follow_point(const Point& point, std::uint32_t repetition, BuiltNetworks& built,
                  const Share& share);
// The parts of a network simulated with this share of the machine.
NetworkParts parts_of(const Setup& setup, const Share& share);

// Columns of a row of run and sweep.
std::vector<Column> result_columns(const Measured& measured = {});
// A whole row as an item, with its message and cost.
ItemResult item_of(const Point& point, const Simulated& simulated);

// True with -v: messages are complete, however long.
bool is_verbose();
// Logs at debug level that packets waited in a cycle that dissolved or may dissolve.
void log_wait_cycle(const Setup& setup, std::uint64_t seed, const SimulationResult& result);

// Throws ConfigError if output.channels or a similar key, which is for one point, is set for many.
void refuse_point_files(const Config& config);

// Checks the points of the study and computes its rows, on threads or on the ranks of an MPI job.
// `given` goes to FILE.ini; `changes` apply to the check.
int simulate_rows(Study study, const CommandLine& command, const Config& given,
                  BuiltNetworks& built, MpiRanks& ranks, const SetupChanges& changes = {});

}  // namespace orthant
