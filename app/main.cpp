// The command `orthant`: words in, exit code out.
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "app/command_line.hpp"
#include "app/interrupt.hpp"
#include "app/list.hpp"
#include "app/logging.hpp"
#include "app/verbs.hpp"
#include "base/error.hpp"

namespace {

using namespace orthant;

int dispatch(const CommandLine& command) {
  if (command.answer) {
    fmt::print("{}", *command.answer);
    return kExitDone;
  }
  start_logging(command);
  if (command.verb == "run") return run_verb(command);
  if (command.verb == "sweep") return sweep_verb(command);
  if (command.verb == "saturate") return saturate_verb(command);
  if (command.verb == "analyze") return analyze_verb(command);
  if (command.verb == "design") return design_verb(command);
  if (command.verb == "policy") return policy_verb(command);
  if (command.verb == "schedule") return schedule_verb(command);
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
  } catch (const Interrupted&) {
    fmt::print(stderr, "orthant: interrupted: nothing is written\n");
    return kExitInterrupted;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "orthant: error: not enough memory\n");
  } catch (const std::exception& error) {
    fmt::print(stderr, "orthant: internal error: {}\n", error.what());
  }
  return kExitInternal;
}
