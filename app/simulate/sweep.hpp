// Simulating every point of a config, several times each where run.repetitions says so: what run
// and sweep share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "app/jobs/workers.hpp"
#include "app/output/table.hpp"
#include "app/setup/build.hpp"

namespace orthant {

// All rows of a config, numbered: the points in order, the repetitions of a point one after the
// other.
class RowPlan {
 public:
  explicit RowPlan(const Config& config);

  struct Place {
    std::size_t point = 0;
    std::uint32_t repetition = 0;
  };
  std::size_t rows() const { return first_row_.back(); }
  Place place(std::size_t row) const;

 private:
  std::vector<std::size_t> first_row_;  // per point, and the end
};

// One simulated row: the setup with the seed of the repetition, and what came out.
struct Simulated {
  std::unique_ptr<Setup> setup;
  std::uint64_t seed = 0;
  SimulationResult result;
};
// Takes the network from `built`, or puts it there. A point whose load the nodes cannot make has
// the verdict kImpossible.
Simulated simulate_point(const Point& point, std::uint32_t repetition, BuiltNetworks& built,
                         const RunListeners& listeners);

// A whole row with what goes with it.
ItemResult item_of(const Point& point, const Simulated& simulated,
                   std::span<const std::string> swept);

// True with -v: reports are complete, however long.
bool is_verbose();
// Says at debug level that packets waited in a circle that dissolved or may dissolve.
void log_wait_cycle(const Setup& setup, std::uint64_t seed, const SimulationResult& result);

// Checks every point without simulating it: builds it, compares its parts, refuses what is not
// there in this version, and looks for deadlock. Throws ConfigError; returns kExitDeadlock, with
// the cycle on stderr, where a point may deadlock, else kExitDone. Points whose load the nodes
// cannot make are named on stderr; where there is no other point, they are a ConfigError.
// What it builds is in `built` afterwards.
int check_points(const Config& config, BuiltNetworks& built);

// output.channels, output.histogram and output.packets are of one simulation: throws ConfigError
// where they are set for many.
void refuse_point_files(const Config& config);

}  // namespace orthant
