// All-gather: every rank obtains the parts of all ranks.
//
// Tested by: tests/traffic/programs_test.cpp
#include <algorithm>

#include "traffic/programs/descriptions.hpp"
#include "traffic/programs/lines.hpp"

namespace orthant {
namespace {

RankBody allgather_ring(const ProgramOptions& options) {
  return [options](RankWriter& writer) {
    ring_allgather(writer, line_of_all(options.ranks(), writer.rank()), options.bytes, {});
  };
}

RankBody allgather_recursive_doubling(const ProgramOptions& options) {
  require_power_of_two("recursive_doubling", options);
  return [options](RankWriter& writer) {
    doubling(writer, options.ranks(), writer.rank(), std::identity(), options.bytes, {});
  };
}

// In step j a rank sends all its 2^j parts, the first of which is its own, to the rank 2^j ranks
// before it.
RankBody allgather_bruck(const ProgramOptions& options) {
  return [options](RankWriter& writer) {
    const std::uint32_t ranks = options.ranks();
    const Line line = line_of_all(ranks, writer.rank());
    const auto bytes_from = [&](std::uint32_t first, std::uint32_t parts) {
      const std::uint32_t last = first % ranks + parts;
      const auto bytes = [&](std::uint32_t from, std::uint32_t to) {
        return part_bytes(options.bytes, ranks, from, to);
      };
      return bytes(first % ranks, std::min(last, ranks)) +
             (last > ranks ? bytes(0, last - ranks) : 0);
    };
    Dependencies after;
    for (std::uint32_t distance = 1; distance < ranks; distance *= 2) {
      const std::uint32_t parts = std::min(distance, ranks - distance);
      writer.send(bytes_from(writer.rank(), parts), line.at(-std::int64_t{distance}), after);
      after = {
          writer.receive(bytes_from(writer.rank() + distance, parts), line.at(distance), after)};
    }
  };
}

template <auto make_streams>
RankBody allgather_buckets(const ProgramOptions& options) {
  return [options, streams = make_streams(options)](RankWriter& writer) {
    bucket_allgather(writer, options, streams, {});
  };
}

}  // namespace

ProgramDescription allgather_program() {
  return {.kind = "allgather",
          .summary = "every rank obtains the parts of all ranks",
          .bytes = "of all parts together",
          .algorithms =
              {{"ring", "around all ranks", allgather_ring},
               {"recursive_doubling", "ever more between ranks 1, 2, 4, ... apart; needs 2^n ranks",
                allgather_recursive_doubling},
               {"bruck", "ever more to ranks 1, 2, 4, ... back, for any number of them",
                allgather_bruck},
               {"bucket", "rings along one dimension of the shape after the other",
                allgather_buckets<one_stream>},
               {"multiport_bucket",
                "the same for a share of all parts in each direction of each dimension at once",
                allgather_buckets<all_streams>}},
          .least_bytes = others_bytes};
}

}  // namespace orthant
