// Broadcast: every rank obtains the data of one rank.
//
// Tested by: tests/traffic/programs_test.cpp
#include <algorithm>
#include <optional>

#include "base/error.hpp"
#include "traffic/programs/descriptions.hpp"
#include "traffic/programs/lines.hpp"

namespace orthant {
namespace {

void check_root(const ProgramOptions& options) {
  if (options.root >= options.ranks())
    key_error("workload.root", "{} is no rank; allowed: 0 to {}", options.root,
              options.ranks() - 1);
}

std::uint32_t from_root(const ProgramOptions& options, std::uint32_t rank) {
  return (rank + options.ranks() - options.root) % options.ranks();
}

RankBody binomial(const ProgramOptions& options) {
  check_root(options);
  return [options](RankWriter& writer) {
    const std::uint32_t ranks = options.ranks();
    const Line line = line_of_all(ranks, writer.rank());
    const std::uint32_t here = from_root(options, writer.rank());
    std::uint32_t distance = 1;
    while (distance < ranks && (here & distance) == 0) distance *= 2;
    Dependencies after;
    if (here != 0) after = {writer.receive(options.bytes, line.at(-std::int64_t{distance}), after)};
    while ((distance /= 2) > 0)
      if (here + distance < ranks) writer.send(options.bytes, line.at(distance), after);
  };
}

// A rank's place in a tree: its parent, except at the root, and its children.
struct TreePlace {
  struct Child {
    std::uint32_t rank;
    std::uint8_t queue;
  };
  std::optional<std::uint32_t> parent;
  std::vector<Child> children;
};

// Forwards every segment as soon as it arrives.
void pass_on(RankWriter& writer, const TreePlace& place, std::uint64_t bytes,
             std::uint64_t segment_bytes, std::uint8_t tag) {
  Dependencies after;
  std::uint64_t left = bytes;
  do {
    const std::uint64_t segment = std::min(left, segment_bytes);
    if (place.parent) after = {writer.receive(segment, *place.parent, after, {.tag = tag})};
    for (const TreePlace::Child child : place.children)
      writer.send(segment, child.rank, after, {tag, child.queue});
    left -= segment;
  } while (left > 0);
}

void check_segments(const ProgramOptions& options) {
  constexpr std::uint64_t kMax = 1'000'000;
  if (options.bytes / options.segment_bytes >= kMax)
    key_error("workload.segment_bytes",
              "{} would cut {} bytes into more than {} segments; allowed: {} or more",
              options.segment_bytes, options.bytes, kMax, options.bytes / kMax + 1);
}

RankBody pipelined(const ProgramOptions& options) {
  check_root(options);
  check_segments(options);
  return [options](RankWriter& writer) {
    const Line line = line_of_all(options.ranks(), writer.rank());
    const std::uint32_t here = from_root(options, writer.rank());
    TreePlace place;
    if (here > 0) place.parent = line.at(-1);
    if (here + 1 < line.size) place.children = {{line.at(1), 0}};
    pass_on(writer, place, options.bytes, options.segment_bytes, 0);
  };
}

// Returns the place of a rank in the tree of a stream. The tree spans the stream's dimensions one
// after another.
TreePlace place_in(const BucketStream& stream, const ProgramOptions& options, std::uint32_t rank) {
  TreePlace place;
  const std::int64_t forward = stream.backward ? -1 : 1;
  bool is_last = true;  // the path from the root has no step along later dimensions
  for (std::size_t i = stream.dimensions.size(); i-- > 0 && is_last;) {
    const std::uint32_t d = stream.dimensions[i];
    const Line line = line_along(options, d, rank);
    const std::uint32_t root = line_along(options, d, options.root).here;
    const std::uint32_t walked =
        (stream.backward ? root + line.size - line.here : line.here + line.size - root) % line.size;
    const auto queue = static_cast<std::uint8_t>(2 * d + (stream.backward ? 1 : 0));
    if (walked + 1 < line.size)
      place.children.insert(place.children.begin(), {line.at(forward), queue});
    if (walked == 0) continue;
    is_last = false;
    place.parent = line.at(-forward);
  }
  return place;
}

RankBody spanning_trees(const ProgramOptions& options) {
  check_root(options);
  check_segments(options);
  return [options, streams = all_streams(options)](RankWriter& writer) {
    const auto shares = static_cast<std::uint32_t>(streams.size());
    for (std::uint32_t c = 0; c < shares; ++c)
      pass_on(writer, place_in(streams[c], options, writer.rank()),
              part_bytes(options.bytes, shares, c, c + 1), options.segment_bytes,
              streams[c].lane.tag);
  };
}

}  // namespace

ProgramDescription broadcast_program() {
  constexpr ReadWhen kWhen = read_if("workload.kind", "broadcast");
  return {.kind = "broadcast",
          .summary = "every rank obtains the data of one rank",
          .bytes = "of the root's data",
          .algorithms = {{"binomial", "whole messages from ever more ranks", binomial},
                         {"pipelined", "segments from rank to rank", pipelined},
                         {"spanning_trees",
                          "a share in each direction of each dimension of the shape that it begins "
                          "with, in segments",
                          spanning_trees}},
          .rows = {{"workload.root",
                    &ProgramOptions::root,
                    {.when = kWhen, .help = "Rank that has the data."}},
                   {"workload.segment_bytes",
                    &ProgramOptions::segment_bytes,
                    {.least = 1, .when = kWhen, .help = "Largest segment that a rank forwards."}}},
          .least_bytes = [](const ProgramOptions& options) {
            return options.ranks() > 1 ? static_cast<double>(options.bytes) : 0;
          }};
}

}  // namespace orthant
