// All-reduce: every rank obtains the sum of the vectors of all ranks.
//
// Tested by: tests/traffic/programs_test.cpp
#include "traffic/programs/descriptions.hpp"
#include "traffic/programs/lines.hpp"

namespace orthant {
namespace {

RankBody allreduce_ring(const ProgramOptions& options) {
  return [options](RankWriter& writer) {
    const Line line = line_of_all(options.ranks(), writer.rank());
    ring_allgather(writer, line, options.bytes,
                   ring_reduce_scatter(writer, line, options.bytes, {}));
  };
}

// Runs an exchange among 2^n ranks. If there are more ranks, every other one of the first ranks
// sends its vector to its successor beforehand, and receives the sum afterwards.
template <class Exchange>
void fold(RankWriter& writer, const ProgramOptions& options, const Exchange& exchange) {
  const std::uint32_t size = power_below(options.ranks());
  const std::uint32_t folded = options.ranks() - size;
  const std::uint32_t rank = writer.rank();
  Dependencies after;
  if (rank < 2 * folded && rank % 2 == 0) {
    writer.send(options.bytes, rank + 1, after);
    writer.receive(options.bytes, rank + 1, after);
    return;
  }
  if (rank < 2 * folded) after = {writer.receive(options.bytes, rank - 1, after)};
  const std::uint32_t here = rank < 2 * folded ? rank / 2 : rank - folded;
  after = exchange(size, here, after,
                   [&](std::uint32_t i) { return i < folded ? 2 * i + 1 : i + folded; });
  if (rank < 2 * folded) writer.send(options.bytes, rank - 1, after);
}

RankBody allreduce_recursive_doubling(const ProgramOptions& options) {
  return [options](RankWriter& writer) {
    fold(writer, options,
         [&](std::uint32_t size, std::uint32_t here, Dependencies after, const auto& rank_of) {
           for (std::uint32_t distance = 1; distance < size; distance *= 2) {
             writer.send(options.bytes, rank_of(here ^ distance), after);
             after = {writer.receive(options.bytes, rank_of(here ^ distance), after)};
           }
           return after;
         });
  };
}

RankBody allreduce_rabenseifner(const ProgramOptions& options) {
  return [options](RankWriter& writer) {
    fold(writer, options,
         [&](std::uint32_t size, std::uint32_t here, Dependencies after, const auto& rank_of) {
           after = halving(writer, size, here, rank_of, options.bytes, std::move(after));
           return doubling(writer, size, here, rank_of, options.bytes, std::move(after));
         });
  };
}

template <auto make_streams>
RankBody allreduce_buckets(const ProgramOptions& options) {
  return [options, streams = make_streams(options)](RankWriter& writer) {
    bucket_allgather(writer, options, streams, bucket_reduce_scatter(writer, options, streams, {}));
  };
}

}  // namespace

ProgramDescription allreduce_program() {
  return {.kind = "allreduce",
          .summary = "every rank obtains the sum of the vectors of all ranks",
          .bytes = "of the vector",
          .algorithms =
              {{"ring", "reduce-scatter and all-gather around all ranks", allreduce_ring},
               {"recursive_doubling", "whole vectors between ranks 1, 2, 4, ... apart",
                allreduce_recursive_doubling},
               {"rabenseifner", "recursive halving, then doubling", allreduce_rabenseifner},
               {"bucket", "rings along one dimension of the shape after the other",
                allreduce_buckets<one_stream>},
               {"multiport_bucket",
                "the same for a share of the vector in each direction of each dimension at once",
                allreduce_buckets<all_streams>}},
          .least_bytes = [](const ProgramOptions& options) { return 2 * others_bytes(options); }};
}

}  // namespace orthant
