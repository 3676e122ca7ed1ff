// Wavefront sweeps (Koch, Baker, Alcouffe 1992): from each corner of a grid of ranks to the
// opposite corner; a rank computes when the messages of its upstream neighbours have arrived.
//
// Tested by: tests/traffic/programs_test.cpp
#include "traffic/programs/descriptions.hpp"
#include "traffic/programs/lines.hpp"

namespace orthant {
namespace {

RankBody wavefront(const ProgramOptions& options) {
  const std::size_t dimensions = options.shape.size();
  return [options, dimensions](RankWriter& writer) {
    Dependencies computed;
    for (std::uint32_t corner = 0; corner < 1u << dimensions; ++corner) {
      const Lane lane{.tag = static_cast<std::uint8_t>(corner)};
      // Visits the neighbours downstream (`ahead`) or upstream of the sweep; there are none beyond
      // the border.
      const auto neighbours = [&](bool ahead, const auto& visit) {
        for (std::uint32_t d = 0; d < dimensions; ++d) {
          const Line line = line_along(options, d, writer.rank());
          const bool plus = ((corner >> d & 1) == 0) == ahead;
          if (line.here != (plus ? line.size - 1 : 0)) visit(line.at(plus ? 1 : -1));
        }
      };
      Dependencies after = computed;
      neighbours(false, [&](std::uint32_t from) {
        after.push_back(writer.receive(options.bytes, from, computed, lane));
      });
      computed = {writer.compute(options.compute, after)};
      neighbours(true, [&](std::uint32_t to) { writer.send(options.bytes, to, computed, lane); });
    }
  };
}

}  // namespace

ProgramDescription sweep_program() {
  return {
      .kind = "sweep",
      .summary = "wavefronts from each corner of a grid of ranks; workload.compute at each rank",
      .bytes = "of a message to a neighbour",
      .algorithms = {{"wavefront", "corner after corner", wavefront}},
      .computes = true};
}

}  // namespace orthant
