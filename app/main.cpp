// The command `orthant`: words in, exit code out.
#include <fmt/format.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdio>
#include <exception>
#include <memory>
#include <vector>

#include "app/command_line.hpp"
#include "app/list.hpp"
#include "app/verbs.hpp"
#include "base/error.hpp"

namespace {

using namespace orthant;

// Messages go to stderr, and to --log FILE with times.
void start_logging(const CommandLine& command) {
  std::vector<spdlog::sink_ptr> sinks = {std::make_shared<spdlog::sinks::stderr_sink_mt>()};
  sinks.back()->set_pattern("orthant: %l: %v");
  if (command.log_file) {
    try {
      sinks.push_back(std::make_shared<spdlog::sinks::basic_file_sink_mt>(*command.log_file));
    } catch (const spdlog::spdlog_ex&) {
      config_error("command line: --log: {} cannot be written", *command.log_file);
    }
    sinks.back()->set_pattern("%Y-%m-%d %H:%M:%S.%e %l: %v");
  }
  auto logger = std::make_shared<spdlog::logger>("orthant", sinks.begin(), sinks.end());
  logger->set_level(command.quiet     ? spdlog::level::warn
                    : command.verbose ? spdlog::level::debug
                                      : spdlog::level::info);
  logger->flush_on(spdlog::level::warn);
  spdlog::set_default_logger(std::move(logger));
}

int dispatch(const CommandLine& command) {
  if (command.answer) {
    fmt::print("{}", *command.answer);
    return kExitDone;
  }
  start_logging(command);
  if (command.verb == "run") return run_verb(command);
  if (command.verb == "sweep") return sweep_verb(command);
  if (command.verb == "saturate") return saturate_verb(command);
  if (command.verb == "check") return check_verb(command);
  return list_verb(command);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return dispatch(parse_command_line(argc, argv));
  } catch (const ConfigError& error) {
    fmt::print(stderr, "orthant: error: {}\n", error.what());
    return kExitConfig;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "orthant: error: not enough memory\n");
  } catch (const std::exception& error) {
    fmt::print(stderr, "orthant: internal error: {}\n", error.what());
  }
  return kExitInternal;
}
