// Which files a command writes, and that they are files of their own.
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

// -o, else output.csv of the first point; nullopt: standard output, which "-" asks for. A symbolic
// link stands for the file that it means.
std::optional<std::string> output_file(const CommandLine& command, const Point& point);

// Of the simulation with this seed, of so many that run makes.
std::string checkpoint_path(const std::string& file, std::uint64_t seed, std::size_t simulations);

// A file that is written beside the result, and the option or key that asks for it.
struct SideOutput {
  std::string option;
  std::string file;
};
std::vector<SideOutput> side_outputs(const CommandLine& command, const Point& point);

// Refuses outputs that are inputs or each other, or that cannot be made; before anything is
// simulated. `resumable`: the output must be a regular file.
void check_paths(const CommandLine& command, const Point& point, bool resumable);

// The same for the log, which begins before the config is read: against the config,
// -o and --timing.
void check_log_path(const CommandLine& command);

}  // namespace orthant
