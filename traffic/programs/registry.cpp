// The table of contents: every kind of program, in listing order. To add one, write its file, its
// declaration in descriptions.hpp, its line here and its line in CMakeLists.txt.
#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

#include "base/error.hpp"
#include "traffic/programs/descriptions.hpp"

namespace orthant {

std::uint32_t ProgramOptions::ranks() const {
  return std::accumulate(shape.begin(), shape.end(), std::uint32_t{1}, std::multiplies());
}

std::span<const ProgramDescription> program_registry() {
  static const std::array kPrograms = {
      allreduce_program(), reduce_scatter_program(), allgather_program(),     broadcast_program(),
      alltoall_program(),  barrier_program(),        halo_program(),          sweep_program(),
      fft_program(),       sparse_program(),         request_reply_program(),
  };
  return kPrograms;
}

const ProgramDescription* find_program(std::string_view kind) {
  const auto found = std::ranges::find(program_registry(), kind, &ProgramDescription::kind);
  return found == program_registry().end() ? nullptr : &*found;
}

const KeyRows<ProgramOptions>& program_rows() {
  constexpr ReadWhen kKind = read_if("workload.kind");
  static const KeyRows<ProgramOptions> rows = {
      {"workload.shape",
       &ProgramOptions::shape,
       {.type = KeyType::kDimensions,
        .least = 1,
        .most = 1 << 24,
        .when = {.conditions = {KeyIs{"workload.kind"},
                                KeyIs{"workload.format", {"dumpi", "chakra"}}}},
        .help = "Ranks along every dimension of a program, or of the collective communications in "
                "a trace; default: the routers of a grid with one node each, else all nodes (in a "
                "trace all ranks) in a line."}},
      {"workload.bytes",
       &ProgramOptions::bytes,
       {.most = ProgramOptions::kMaxBytes,
        .when = kKind,
        .help = "Size of a message or of the data to be divided: see the list of workloads."}},
      {"workload.iterations",
       &ProgramOptions::iterations,
       {.least = 1,
        .most = 1'000'000,
        .when = kKind,
        .help = "Number of times that a rank runs the program."}},
      {"workload.compute",
       &ProgramOptions::compute,
       {.most = 1'000'000'000'000,
        .when = kKind,
        .help = "Time that a rank computes in each iteration, in workload.time_unit."}},
      {"workload.overlap",
       &ProgramOptions::overlap,
       {.when = kKind, .help = "Whether computation overlaps with communication."}}};
  return rows;
}

std::vector<std::string_view> ProgramDescription::algorithm_names() const {
  std::vector<std::string_view> names;
  for (const ProgramAlgorithm& algorithm : algorithms) names.push_back(algorithm.name);
  return names;
}

Workload make_program(const ProgramDescription& kind, const ProgramAlgorithm& algorithm,
                      const ProgramOptions& options) {
  if (options.overlap && kind.computes)
    key_error("workload.overlap", "{} computes before it sends; allowed: no, or another kind",
              kind.kind);
  const RankBody body = algorithm.make(options);
  WorkloadBuilder builder(options.ranks());
  const std::uint64_t time = kind.computes ? 0 : options.compute;
  const std::uint32_t iterations = kind.iterates ? 1 : options.iterations;
  for (std::uint32_t rank = 0; rank < options.ranks(); ++rank) {
    builder.begin_rank(rank);
    RankWriter writer(builder, rank);
    for (std::uint32_t i = 0; i < iterations; ++i) {
      body(writer);
      if (i + 1 < iterations || time > 0) writer.end_iteration(time, options.overlap);
    }
    builder.end_rank();
  }
  return builder.finish();
}

}  // namespace orthant
