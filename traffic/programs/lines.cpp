// Tested by: tests/traffic/programs_test.cpp
#include "traffic/programs/lines.hpp"

#include <bit>
#include <numeric>

#include "base/error.hpp"

namespace orthant {

std::uint32_t Line::at(std::int64_t offset) const {
  const std::int64_t number = (here + offset) % size;
  return first + stride * static_cast<std::uint32_t>(number < 0 ? number + size : number);
}

Line line_of_all(std::uint32_t ranks, std::uint32_t rank) { return {.size = ranks, .here = rank}; }

Line line_along(const ProgramOptions& options, std::uint32_t dimension, std::uint32_t rank) {
  std::uint32_t stride = 1;
  for (std::uint32_t d = 0; d < dimension; ++d) stride *= options.shape[d];
  const std::uint32_t size = options.shape[dimension];
  const std::uint32_t here = rank / stride % size;
  return {rank - here * stride, stride, size, here};
}

std::uint64_t part_bytes(std::uint64_t bytes, std::uint32_t parts, std::uint32_t from,
                         std::uint32_t to) {
  return bytes * to / parts - bytes * from / parts;
}

double others_bytes(const ProgramOptions& options) {
  const double ranks = options.ranks();
  return static_cast<double>(options.bytes) * (ranks - 1) / ranks;
}

namespace {

// In step i (forward) the rank sends part here - first_sent - i and receives the part before it.
Dependencies ring(RankWriter& writer, const Line& line, std::uint64_t bytes, Dependencies after,
                  Lane lane, bool backward, std::uint32_t first_sent) {
  const std::int64_t forward = backward ? -1 : 1;
  const auto part = [&](std::uint32_t steps_back) {
    const std::uint32_t number =
        (backward ? line.here + steps_back : line.here + 2 * line.size - steps_back) % line.size;
    return part_bytes(bytes, line.size, number, number + 1);
  };
  for (std::uint32_t step = 0; step + 1 < line.size; ++step) {
    writer.send(part(first_sent + step), line.at(forward), after, lane);
    after = {writer.receive(part(first_sent + step + 1), line.at(-forward), after, lane)};
  }
  return after;
}

}  // namespace

Dependencies ring_reduce_scatter(RankWriter& writer, const Line& line, std::uint64_t bytes,
                                 Dependencies after, Lane lane, bool backward) {
  return ring(writer, line, bytes, std::move(after), lane, backward, 1);
}

Dependencies ring_allgather(RankWriter& writer, const Line& line, std::uint64_t bytes,
                            Dependencies after, Lane lane, bool backward) {
  return ring(writer, line, bytes, std::move(after), lane, backward, 0);
}

Dependencies exchange_all(RankWriter& writer, const Line& line, std::uint64_t bytes,
                          const Dependencies& after) {
  std::vector<std::uint32_t> distances(line.size - 1);
  std::iota(distances.begin(), distances.end(), 1u);
  return exchange_all(writer, line, distances, bytes, after);
}

Dependencies exchange_all(RankWriter& writer, const Line& line,
                          std::span<const std::uint32_t> distances, std::uint64_t bytes,
                          const Dependencies& after, Round round) {
  const auto part = [&](std::uint32_t number) {
    const std::uint64_t all = part_bytes(bytes, line.size, number, number + 1);
    return part_bytes(all, round.of, round.number, round.number + 1);
  };
  for (const std::uint32_t distance : distances)
    writer.send(part((line.here + distance) % line.size), line.at(distance), after);
  if (line.size == 1) return after;
  Dependencies all;
  for (std::uint32_t distance = 1; distance < line.size; ++distance)
    all.push_back(writer.receive(part(line.here), line.at(-std::int64_t{distance}), after));
  return {writer.join(all)};
}

namespace {

// Returns the bytes of a message that a rank has to reduce or gather along each dimension of a
// stream.
std::vector<std::uint64_t> bytes_along(const ProgramOptions& options, std::uint64_t bytes,
                                       const BucketStream& stream, std::uint32_t rank) {
  std::vector<std::uint64_t> all;
  for (const std::uint32_t dimension : stream.dimensions) {
    all.push_back(bytes);
    const Line line = line_along(options, dimension, rank);
    bytes = part_bytes(bytes, line.size, line.here, line.here + 1);
  }
  return all;
}

// Writes one step of all streams, along their `step`-th dimension.
template <class Ring>
Dependencies bucket_step(RankWriter& writer, const ProgramOptions& options,
                         const std::vector<BucketStream>& streams, std::size_t step,
                         const Dependencies& after, const Ring& ring) {
  Dependencies all;
  for (std::uint32_t c = 0; c < streams.size(); ++c) {
    const BucketStream& stream = streams[c];
    const auto count = static_cast<std::uint32_t>(streams.size());
    const std::uint64_t bytes = bytes_along(options, part_bytes(options.bytes, count, c, c + 1),
                                            stream, writer.rank())[step];
    const Dependencies done =
        ring(writer, line_along(options, stream.dimensions[step], writer.rank()), bytes, after,
             stream.lane, stream.backward);
    all.insert(all.end(), done.begin(), done.end());
  }
  return all.size() > 1 ? Dependencies{writer.join(all)} : all;
}

}  // namespace

Dependencies bucket_reduce_scatter(RankWriter& writer, const ProgramOptions& options,
                                   const std::vector<BucketStream>& streams, Dependencies after) {
  for (std::size_t step = 0; step < options.shape.size(); ++step)
    after = bucket_step(writer, options, streams, step, after, ring_reduce_scatter);
  return after;
}

Dependencies bucket_allgather(RankWriter& writer, const ProgramOptions& options,
                              const std::vector<BucketStream>& streams, Dependencies after) {
  for (std::size_t step = options.shape.size(); step-- > 0;)
    after = bucket_step(writer, options, streams, step, after, ring_allgather);
  return after;
}

std::vector<BucketStream> one_stream(const ProgramOptions& options) {
  return {all_streams(options).front()};
}

std::vector<BucketStream> all_streams(const ProgramOptions& options) {
  std::vector<BucketStream> streams;
  const auto dimensions = static_cast<std::uint32_t>(options.shape.size());
  for (std::uint32_t c = 0; c < 2 * dimensions; ++c) {
    BucketStream& stream = streams.emplace_back();
    for (std::uint32_t d = 0; d < dimensions; ++d)
      stream.dimensions.push_back((c / 2 + d) % dimensions);
    stream.backward = c % 2 == 1;
    stream.lane = {static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(c)};
  }
  return streams;
}

std::uint32_t power_below(std::uint32_t ranks) { return std::bit_floor(ranks); }

void require_power_of_two(std::string_view algorithm, const ProgramOptions& options) {
  if (!std::has_single_bit(options.ranks()))
    key_error("workload.algorithm",
              "{} needs 2^n ranks, there are {}; allowed: 2, 4, 8 and so on, or another algorithm",
              algorithm, options.ranks());
}

}  // namespace orthant
