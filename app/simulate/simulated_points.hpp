// Simulating every point of a config, several times each where run.repetitions says so, and the row
// of each simulation: what run, sweep and saturate share.
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

// One simulated row: the setup with the seed of the repetition, and what came out.
struct Simulated {
  std::unique_ptr<Setup> setup;
  std::uint64_t seed = 0;
  SimulationResult result;
};
// Takes the network from `built`, or puts it there. A point whose load the nodes cannot make has
// the verdict kImpossible.
Simulated simulate_point(const Point& point, std::uint32_t repetition, BuiltNetworks& built,
                         const Share& share, const RunObservers& observers);
// Ranks other than 0 of share.ranks: takes part in what rank 0 simulates of the point.
void follow_point(const Point& point, std::uint32_t repetition, BuiltNetworks& built,
                  const Share& share);
// The parts of a network that is simulated with this share of the machine.
NetworkParts parts_of(const Setup& setup, const Share& share);

// Of a row of run and sweep.
std::vector<Column> result_columns(const Measured& measured = {});
// A whole row with what goes with it.
ItemResult item_of(const Point& point, const Simulated& simulated);

// True with -v: reports are complete, however long.
bool is_verbose();
// Says at debug level that packets waited in a circle that dissolved or may dissolve.
void log_wait_cycle(const Setup& setup, std::uint64_t seed, const SimulationResult& result);

// output.channels and its like are of one point: throws ConfigError where they are set for many.
void refuse_point_files(const Config& config);

// Checks the points of the study and computes its rows, on threads or on the ranks of an MPI job.
// `given` stands beside the result, `changes` is for the check.
int simulate_rows(Study study, const CommandLine& command, const Config& given,
                  BuiltNetworks& built, MpiRanks& ranks, const SetupChanges& changes = {});

}  // namespace orthant
