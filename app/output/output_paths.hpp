// The paths of the files that a command writes, and the check that all are distinct.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/command_line.hpp"
#include "app/config/config.hpp"

namespace orthant {

// Returns the file of -o, else output.csv of the point; nullopt: standard output, which "-"
// selects. Instead of a symbolic link it returns the target.
std::optional<std::string> output_file(const CommandLine& command, const Point& point);

// Returns the path of the checkpoint of the simulation with this seed. `simulations`: the number of
// simulations that run makes.
std::string checkpoint_path(const std::string& file, std::uint64_t seed, std::size_t simulations);

// A file that is written beside the result, and the option or key that asks for it.
struct SideOutput {
  std::string option;
  std::string file;
};
std::vector<SideOutput> side_outputs(const CommandLine& command, const Point& point);

// Refuses outputs that are inputs or each other, or that cannot be created; called before anything
// is simulated. `resumable`: the output must be a regular file.
void check_paths(const CommandLine& command, const Point& point, bool resumable);

// Checks the log, which begins before the config is read, against the config, -o and --timing.
void check_log_path(const CommandLine& command);

}  // namespace orthant
