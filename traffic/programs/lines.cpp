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

// The parts that go and come are `sent` and `sent` - 1 (forward) before the present one.
After ring(RankWriter& writer, const Line& line, std::uint64_t bytes, After after, Lane lane,
           bool backward, std::uint32_t first_sent) {
  const std::int64_t forward = backward ? -1 : 1;
  const auto part = [&](std::uint32_t behind) {
    const std::uint32_t number =
        (backward ? line.here + behind : line.here + 2 * line.size - behind) % line.size;
    return part_bytes(bytes, line.size, number, number + 1);
  };
  for (std::uint32_t step = 0; step + 1 < line.size; ++step) {
    writer.send(part(first_sent + step), line.at(forward), after, lane);
    after = {writer.receive(part(first_sent + step + 1), line.at(-forward), after, lane)};
  }
  return after;
}

}  // namespace

After ring_reduce_scatter(RankWriter& writer, const Line& line, std::uint64_t bytes, After after,
                          Lane lane, bool backward) {
  return ring(writer, line, bytes, std::move(after), lane, backward, 1);
}

After ring_allgather(RankWriter& writer, const Line& line, std::uint64_t bytes, After after,
                     Lane lane, bool backward) {
  return ring(writer, line, bytes, std::move(after), lane, backward, 0);
}

After exchange_all(RankWriter& writer, const Line& line, std::uint64_t bytes, const After& after) {
  std::vector<std::uint32_t> ways(line.size - 1);
  std::iota(ways.begin(), ways.end(), 1u);
  return exchange_all(writer, line, ways, bytes, after);
}

After exchange_all(RankWriter& writer, const Line& line, std::span<const std::uint32_t> ways,
                   std::uint64_t bytes, const After& after, Round round) {
  const auto part = [&](std::uint32_t number) {
    const std::uint64_t all = part_bytes(bytes, line.size, number, number + 1);
    return part_bytes(all, round.of, round.number, round.number + 1);
  };
  for (const std::uint32_t way : ways)
    writer.send(part((line.here + way) % line.size), line.at(way), after);
  if (line.size == 1) return after;
  After all;
  for (std::uint32_t way = 1; way < line.size; ++way)
    all.push_back(writer.receive(part(line.here), line.at(-std::int64_t{way}), after));
  return {writer.join(all)};
}

namespace {

// Bytes that a rank has of a message before it goes along each dimension of a course.
std::vector<std::uint64_t> bytes_along(const ProgramOptions& options, std::uint64_t bytes,
                                       const Course& course, std::uint32_t rank) {
  std::vector<std::uint64_t> all;
  for (const std::uint32_t dimension : course.dimensions) {
    all.push_back(bytes);
    const Line line = line_along(options, dimension, rank);
    bytes = part_bytes(bytes, line.size, line.here, line.here + 1);
  }
  return all;
}

// One step of all courses, along their dimension number `step`.
template <class Ring>
After bucket_step(RankWriter& writer, const ProgramOptions& options,
                  const std::vector<Course>& courses, std::size_t step, const After& after,
                  const Ring& ring) {
  After all;
  for (std::uint32_t c = 0; c < courses.size(); ++c) {
    const Course& course = courses[c];
    const auto count = static_cast<std::uint32_t>(courses.size());
    const std::uint64_t bytes = bytes_along(options, part_bytes(options.bytes, count, c, c + 1),
                                            course, writer.rank())[step];
    const After done = ring(writer, line_along(options, course.dimensions[step], writer.rank()),
                            bytes, after, course.lane, course.backward);
    all.insert(all.end(), done.begin(), done.end());
  }
  return all.size() > 1 ? After{writer.join(all)} : all;
}

}  // namespace

After bucket_reduce_scatter(RankWriter& writer, const ProgramOptions& options,
                            const std::vector<Course>& courses, After after) {
  for (std::size_t step = 0; step < options.shape.size(); ++step)
    after = bucket_step(writer, options, courses, step, after, ring_reduce_scatter);
  return after;
}

After bucket_allgather(RankWriter& writer, const ProgramOptions& options,
                       const std::vector<Course>& courses, After after) {
  for (std::size_t step = options.shape.size(); step-- > 0;)
    after = bucket_step(writer, options, courses, step, after, ring_allgather);
  return after;
}

std::vector<Course> first_course(const ProgramOptions& options) {
  return {all_courses(options).front()};
}

std::vector<Course> all_courses(const ProgramOptions& options) {
  std::vector<Course> courses;
  const auto dimensions = static_cast<std::uint32_t>(options.shape.size());
  for (std::uint32_t c = 0; c < 2 * dimensions; ++c) {
    Course& course = courses.emplace_back();
    for (std::uint32_t d = 0; d < dimensions; ++d)
      course.dimensions.push_back((c / 2 + d) % dimensions);
    course.backward = c % 2 == 1;
    course.lane = {static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(c)};
  }
  return courses;
}

std::uint32_t power_below(std::uint32_t ranks) { return std::bit_floor(ranks); }

void needs_power_of_two(std::string_view algorithm, const ProgramOptions& options) {
  if (!std::has_single_bit(options.ranks()))
    key_error("workload.algorithm",
              "{} needs 2^n ranks, there are {}; allowed: 2, 4, 8 and so on, or another algorithm",
              algorithm, options.ranks());
}

}  // namespace orthant
