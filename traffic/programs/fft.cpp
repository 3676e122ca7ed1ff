// The transpositions of a Fourier transform of an array that is distributed over ranks.
//
// Tested by: tests/traffic/programs_test.cpp
#include "traffic/programs/descriptions.hpp"
#include "traffic/programs/lines.hpp"

namespace orthant {
namespace {

RankBody slab(const ProgramOptions& options) {
  return [options](RankWriter& writer) {
    const Dependencies computed = {writer.compute(options.compute, {})};
    exchange_all(writer, line_of_all(options.ranks(), writer.rank()), options.bytes, computed);
  };
}

RankBody pencil(const ProgramOptions& options) {
  return [options](RankWriter& writer) {
    const std::uint32_t columns = options.shape[0], rank = writer.rank();
    const Line row = line_along(options, 0, rank);
    const Line column{rank % columns, columns, options.ranks() / columns, rank / columns};
    Dependencies after;
    for (const Line& line : {row, column}) {
      after = {writer.compute(options.compute, after)};
      after = exchange_all(writer, line, options.bytes, std::move(after));
    }
  };
}

}  // namespace

ProgramDescription fft_program() {
  return {.kind = "fft",
          .summary = "transpositions of a Fourier transform; workload.compute before each",
          .bytes = "of the array of a rank",
          .algorithms = {{"slab", "2-D: one all-to-all of all ranks", slab},
                         {"pencil",
                          "3-D: along dimension 0 of the shape, then along all others together",
                          pencil}},
          .computes = true};
}

}  // namespace orthant
