// Barrier: no rank continues before all have arrived.
//
// Tested by: tests/traffic/programs_test.cpp
#include "traffic/programs/descriptions.hpp"
#include "traffic/programs/lines.hpp"

namespace orthant {
namespace {

// Source: Hensgen, Finkel, Manber 1988.
RankBody dissemination(const ProgramOptions& options) {
  return [ranks = options.ranks()](RankWriter& writer) {
    const Line line = line_of_all(ranks, writer.rank());
    Dependencies after;
    for (std::uint32_t distance = 1; distance < ranks; distance *= 2) {
      writer.send(0, line.at(distance), after);
      after = {writer.receive(0, line.at(-std::int64_t{distance}), after)};
    }
  };
}

}  // namespace

ProgramDescription barrier_program() {
  return {.kind = "barrier",
          .summary = "no rank continues before all have arrived",
          .bytes = "not used: messages are empty",
          .algorithms = {{"dissemination", "a message to ranks 1, 2, 4, ... on", dissemination}}};
}

}  // namespace orthant
