// Sends log messages to stderr and, with times, to --log FILE.
#pragma once

#include "app/config/command_line.hpp"

namespace orthant {

// Throws ConfigError if the log cannot be written; a failure later ends the log with one warning.
void start_logging(const CommandLine& command);

}  // namespace orthant
