// The command `orthant`: parses its words, runs the verb and returns the exit code.
#include <fcntl.h>
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "app/command/logging.hpp"
#include "app/command/parsing.hpp"
#include "app/command/verbs.hpp"
#include "app/jobs/interrupt.hpp"
#include "app/jobs/mpi_sweep.hpp"
#include "app/output/output.hpp"
#include "base/error.hpp"
#include "base/plain_text.hpp"

namespace {

using namespace orthant;

// Replaces closed standard descriptors by unusable ones: the next file opened would get the number
// of a closed one, and messages would be written to that file.
void guard_standard_descriptors() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor)
    if (::fcntl(descriptor, F_GETFD) < 0)
      (void)::open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY);  // gets the lowest number
}

int dispatch(const CommandLine& command) {
  if (command.to_print) {
    write_text(*command.to_print, std::nullopt);
    return kExitDone;
  }
  start_logging(command);
  const Verb& verb = *find_verb(command.verb);
  if (!verb.over_ranks) refuse_ranks(command.verb);
  return verb.run(command);
}

}  // namespace

int main(int argc, char** argv) {
  guard_standard_descriptors();
  try {
    return dispatch(parse_command_line(argc, argv));
  } catch (const ConfigError& error) {
    fmt::print(stderr, "orthant: error: {}\n", without_controls(error.what()));
    return kExitConfig;
  } catch (const Interrupted&) {
    fmt::print(stderr, "orthant: interrupted: nothing is written\n");
    return kExitInterrupted;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "orthant: error: not enough memory\n");
  } catch (const std::exception& error) {
    fmt::print(stderr, "orthant: internal error: {}\n", without_controls(error.what()));
  }
  return kExitInternal;
}
