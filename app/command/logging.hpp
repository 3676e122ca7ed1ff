// Where messages go: stderr, and --log FILE with times.
#pragma once

#include "app/config/command_line.hpp"

namespace orthant {

// Throws ConfigError where the log cannot be written; one that fails later ends with one warning.
void start_logging(const CommandLine& command);

}  // namespace orthant
