// Reduce-scatter: every rank obtains its part of the sum of the vectors of all ranks.
//
// Tested by: tests/traffic/programs_test.cpp
#include "traffic/programs/descriptions.hpp"
#include "traffic/programs/lines.hpp"

namespace orthant {
namespace {

RankBody reduce_scatter_ring(const ProgramOptions& options) {
  return [options](RankWriter& writer) {
    ring_reduce_scatter(writer, line_of_all(options.ranks(), writer.rank()), options.bytes, {});
  };
}

RankBody reduce_scatter_recursive_halving(const ProgramOptions& options) {
  require_power_of_two("recursive_halving", options);
  return [options](RankWriter& writer) {
    halving(writer, options.ranks(), writer.rank(), std::identity(), options.bytes, {});
  };
}

template <auto make_streams>
RankBody reduce_scatter_buckets(const ProgramOptions& options) {
  return [options, streams = make_streams(options)](RankWriter& writer) {
    bucket_reduce_scatter(writer, options, streams, {});
  };
}

}  // namespace

ProgramDescription reduce_scatter_program() {
  return {.kind = "reduce_scatter",
          .summary = "every rank obtains a part of the sum of the vectors of all ranks",
          .bytes = "of the whole vector",
          .algorithms =
              {{"ring", "around all ranks", reduce_scatter_ring},
               {"recursive_halving", "halves between ranks 1, 2, 4, ... apart; needs 2^n ranks",
                reduce_scatter_recursive_halving},
               {"bucket", "rings along one dimension of the shape after the other",
                reduce_scatter_buckets<one_stream>},
               {"multiport_bucket",
                "the same for a share of the vector in each direction of each dimension at once",
                reduce_scatter_buckets<all_streams>}},
          .least_bytes = others_bytes};
}

}  // namespace orthant
