// Tested by: tests/traffic/dumpi_collectives_test.cpp
#include "traffic/traces/collectives.hpp"

#include <fmt/format.h>

namespace orthant {
namespace {

constexpr std::size_t kMaxBodies = 1024;

// Writes a binomial broadcast in reverse.
void write_reduce(RankWriter& writer, std::uint32_t ranks, const CollectiveCall& collective) {
  const auto rank_of = [&](std::uint32_t place) { return (place + collective.root) % ranks; };
  const std::uint32_t here = (writer.rank() + ranks - collective.root) % ranks;
  Dependencies after;
  for (std::uint32_t distance = 1; distance < ranks; distance *= 2) {
    if ((here & distance) != 0) {
      writer.send(collective.bytes, rank_of(here - distance), after);
      return;
    }
    if (here + distance < ranks)
      after.push_back(writer.receive(collective.bytes, rank_of(here + distance), {}));
  }
}

std::uint64_t part_of(const std::vector<std::uint64_t>& parts, std::uint32_t rank,
                      std::uint64_t bytes) {
  return parts.empty() ? bytes : parts[rank];
}

void write_gather(RankWriter& writer, std::uint32_t ranks, const CollectiveCall& collective) {
  if (writer.rank() != collective.root) {
    writer.send(collective.bytes, collective.root, {});
    return;
  }
  for (std::uint32_t distance = 1; distance < ranks; ++distance) {
    const std::uint32_t other = (collective.root + distance) % ranks;
    writer.receive(part_of(collective.gets, other, collective.bytes), other, {});
  }
}

void write_scatter(RankWriter& writer, std::uint32_t ranks, const CollectiveCall& collective) {
  if (writer.rank() != collective.root) {
    writer.receive(collective.bytes, collective.root, {});
    return;
  }
  for (std::uint32_t distance = 1; distance < ranks; ++distance) {
    const std::uint32_t other = (collective.root + distance) % ranks;
    writer.send(part_of(collective.gives, other, collective.bytes), other, {});
  }
}

void write_scan(RankWriter& writer, std::uint32_t ranks, const CollectiveCall& collective) {
  Dependencies after;
  if (writer.rank() > 0) after = {writer.receive(collective.bytes, writer.rank() - 1, {})};
  if (writer.rank() + 1 < ranks) writer.send(collective.bytes, writer.rank() + 1, after);
}

// Writes a ring over all ranks: in each step a rank passes on the part received in the previous
// one.
void write_unequal_allgather(RankWriter& writer, std::uint32_t ranks,
                             const CollectiveCall& collective) {
  const std::uint32_t here = writer.rank();
  Dependencies after;
  for (std::uint32_t step = 0; step + 1 < ranks; ++step) {
    writer.send(collective.gets[(here + ranks - step) % ranks], (here + 1) % ranks, after);
    after = {writer.receive(collective.gets[(here + ranks - step - 1) % ranks],
                            (here + ranks - 1) % ranks, after)};
  }
}

// Writes direct messages, the first one to the next rank; empty parts are not sent.
void write_unequal_alltoall(RankWriter& writer, std::uint32_t ranks,
                            const CollectiveCall& collective) {
  for (std::uint32_t distance = 1; distance < ranks; ++distance) {
    const std::uint32_t other = (writer.rank() + distance) % ranks;
    if (collective.gives[other] > 0) writer.send(collective.gives[other], other, {});
  }
  for (std::uint32_t distance = 1; distance < ranks; ++distance) {
    const std::uint32_t other = (writer.rank() + ranks - distance) % ranks;
    if (collective.gets[other] > 0) writer.receive(collective.gets[other], other, {});
  }
}

}  // namespace

bool CollectiveCall::fits(const CollectiveCall& other) const {
  if (kind != other.kind || root != other.root) return false;
  switch (kind) {
    case CollectiveKind::kGather:  // other ranks know their own part only
    case CollectiveKind::kScatter:
      return true;
    case CollectiveKind::kAlltoall:
      return gives.empty() == other.gives.empty() && bytes == other.bytes;
    default:
      return bytes == other.bytes && gets == other.gets;
  }
}

std::string algorithm_key_of(std::string_view kind) {
  return fmt::format("workload.{}_algorithm", kind);
}

CollectiveWriter::CollectiveWriter(std::vector<std::uint32_t> shape, AlgorithmChoice choice)
    : shape_(std::move(shape)),
      ranks_(ProgramOptions{.shape = shape_}.ranks()),
      choice_(std::move(choice)) {}

std::uint32_t CollectiveWriter::write(WorkloadBuilder& builder, std::uint32_t rank,
                                      const CollectiveCall& collective,
                                      std::vector<std::uint32_t> start,
                                      const CollectiveMembers& members) {
  constexpr std::uint32_t kTags = 1u << 8 * sizeof(Lane::tag);
  RankWriter writer(builder, rank, members.ranks);
  writer.begin_iteration(std::move(start), kFirstTag + kTags * members.group);
  write_body(writer, collective);
  return writer.end_iteration(0, false);
}

void CollectiveWriter::write_body(RankWriter& writer, const CollectiveCall& collective) {
  constexpr std::uint64_t kMaxBytes = ProgramOptions::kMaxBytes;
  if (collective.bytes > kMaxBytes)
    key_error("", "a collective communication of {} bytes; allowed: at most {}", collective.bytes,
              kMaxBytes);
  switch (collective.kind) {
    case CollectiveKind::kBarrier:
      return body_of("barrier", 0, 0)(writer);
    case CollectiveKind::kBroadcast:
      return body_of("broadcast", collective.bytes, collective.root)(writer);
    case CollectiveKind::kReduce:
      return write_reduce(writer, ranks_, collective);
    case CollectiveKind::kAllreduce:
      return body_of("allreduce", collective.bytes, 0)(writer);
    case CollectiveKind::kReduceScatter:
      return body_of("reduce_scatter", collective.bytes, 0)(writer);
    case CollectiveKind::kAllgather:
      return collective.gets.empty() ? body_of("allgather", collective.bytes, 0)(writer)
                                     : write_unequal_allgather(writer, ranks_, collective);
    case CollectiveKind::kAlltoall:
      return collective.gives.empty() ? body_of("alltoall", collective.bytes, 0)(writer)
                                      : write_unequal_alltoall(writer, ranks_, collective);
    case CollectiveKind::kGather:
      return write_gather(writer, ranks_, collective);
    case CollectiveKind::kScatter:
      return write_scatter(writer, ranks_, collective);
    case CollectiveKind::kScan:
      return write_scan(writer, ranks_, collective);
  }
}

const RankBody& CollectiveWriter::body_of(std::string_view name, std::uint64_t bytes,
                                          std::uint32_t root) {
  if (bodies_.size() >= kMaxBodies) bodies_.clear();
  const auto [body, is_new] = bodies_.try_emplace({name, bytes, root});
  if (!is_new) return body->second;
  const ProgramDescription& kind = *find_program(name);
  ProgramOptions options;
  options.shape = shape_;
  options.bytes = bytes;
  options.root = root;
  try {
    body->second = choice_(kind).make(options);
  } catch (const KeyError& error) {
    bodies_.erase(body);
    throw KeyError(algorithm_key_of(name), error.what());
  }
  return body->second;
}

bool is_algorithm_error(const KeyError& error) { return error.key().ends_with("_algorithm"); }

}  // namespace orthant
