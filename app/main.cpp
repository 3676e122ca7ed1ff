// The command `orthant`: words in, exit code out.
#include <fcntl.h>
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "app/command_line.hpp"
#include "app/interrupt.hpp"
#include "app/list.hpp"
#include "app/logging.hpp"
#include "app/mpi_sweep.hpp"
#include "app/output.hpp"
#include "app/verbs.hpp"
#include "base/error.hpp"

namespace {

using namespace orthant;

// A closed one would be given to the next file that is opened, and a message would end up in that.
// In its place comes one that cannot be used either.
void guard_standard_descriptors() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor)
    if (::fcntl(descriptor, F_GETFD) < 0)
      (void)::open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY);  // takes the least number
}

int dispatch(const CommandLine& command) {
  if (command.answer) {
    write_text(*command.answer, std::nullopt);
    return kExitDone;
  }
  start_logging(command);
  if (command.verb != "sweep" && command.verb != "saturate") refuse_ranks(command.verb);
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
  guard_standard_descriptors();
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
