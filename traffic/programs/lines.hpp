// Ranks in a line, and the steps of collective communications along it that reduce or gather.
// Computation between steps takes no time.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "traffic/programs/programs.hpp"

namespace orthant {

// Every stride-th rank from `first` on. The writer's rank is number `here` of the line.
struct Line {
  std::uint32_t first = 0;
  std::uint32_t stride = 1;
  std::uint32_t size = 1;
  std::uint32_t here = 0;

  // The rank number `here` + `offset`, cyclically.
  std::uint32_t at(std::int64_t offset) const;
};

// Each returns a line through `rank`: that of all ranks, or that of the ranks that differ from
// `rank` only in one dimension.
Line line_of_all(std::uint32_t ranks, std::uint32_t rank);
Line line_along(const ProgramOptions& options, std::uint32_t dimension, std::uint32_t rank);

// Bytes of the parts [from, to) of a message that is cut into `parts` parts.
std::uint64_t part_bytes(std::uint64_t bytes, std::uint32_t parts, std::uint32_t from,
                         std::uint32_t to);

// Bytes that a rank sends to, or receives from, all others: all except its own part.
double others_bytes(const ProgramOptions& options);

// Ring algorithms: in each of size - 1 steps every rank of the line passes a part to the next one
// (backward: to the previous one) (Patarasuk and Yuan 2009). Reduce-scatter leaves a rank with part
// `here` of the sum; all-gather starts with part `here` and ends with all parts. Each function
// returns the operations that complete its algorithm.
Dependencies ring_reduce_scatter(RankWriter& writer, const Line& line, std::uint64_t bytes,
                                 Dependencies after, Lane lane = {}, bool backward = false);
Dependencies ring_allgather(RankWriter& writer, const Line& line, std::uint64_t bytes,
                            Dependencies after, Lane lane = {}, bool backward = false);

// Every rank of the line sends every other one its part of `bytes`, the next one first.
Dependencies exchange_all(RankWriter& writer, const Line& line, std::uint64_t bytes,
                          const Dependencies& after);
// A round of an exchange, which sends a share of every message.
struct Round {
  std::uint32_t number = 0, of = 1;
};
// Exchanges in the order of `distances`, which are the distances 1 to size - 1 from `here` in any
// order.
Dependencies exchange_all(RankWriter& writer, const Line& line,
                          std::span<const std::uint32_t> distances, std::uint64_t bytes,
                          const Dependencies& after, Round round = {});

// An order of the dimensions, and one direction along all of them.
struct BucketStream {
  std::vector<std::uint32_t> dimensions;
  bool backward = false;
  Lane lane = {};
};
// Returns one stream, forward along the dimensions 0, 1, ... in order.
std::vector<BucketStream> one_stream(const ProgramOptions& options);
// Returns two streams, forward and backward, that start with each dimension. On a torus of equal
// radices all streams use disjoint channels at every step (Jain and Sabharwal 2010).
std::vector<BucketStream> all_streams(const ProgramOptions& options);

// Bucket algorithms (Chan, Heimlich, Purkayastha, van de Geijn 2007): one ring algorithm per
// dimension, each of which reduces what the previous one left; gathering takes the dimensions in
// the opposite order. Each stream handles a share of the message. A rank starts a dimension only
// when all its shares have finished the previous one: otherwise shares interfere, and a delay
// anywhere in a ring delays the whole ring.
Dependencies bucket_reduce_scatter(RankWriter& writer, const ProgramOptions& options,
                                   const std::vector<BucketStream>& streams, Dependencies after);
Dependencies bucket_allgather(RankWriter& writer, const ProgramOptions& options,
                              const std::vector<BucketStream>& streams, Dependencies after);

// The largest power of two that is <= ranks.
std::uint32_t power_below(std::uint32_t ranks);
// Throws KeyError("workload.algorithm") unless there are 2^n ranks.
void require_power_of_two(std::string_view algorithm, const ProgramOptions& options);

// Recursive halving and doubling among `size` = 2^n ranks, of which the writer is number `here`;
// rank_of() maps such a number to a rank. Halving starts with the nearest partner and half of the
// message, and ends with the farthest partner (Rabenseifner 2004); doubling takes the same steps in
// the opposite order.
template <class RankOf>
Dependencies halving(RankWriter& writer, std::uint32_t size, std::uint32_t here,
                     const RankOf& rank_of, std::uint64_t bytes, Dependencies after) {
  std::uint32_t low = 0, high = size;
  for (std::uint32_t distance = 1; distance < size; distance *= 2) {
    const std::uint32_t middle = (low + high) / 2;
    const bool upper = (here & distance) != 0;
    const std::uint64_t halves[] = {part_bytes(bytes, size, low, middle),
                                    part_bytes(bytes, size, middle, high)};
    writer.send(halves[upper ? 0 : 1], rank_of(here ^ distance), after);
    after = {writer.receive(halves[upper ? 1 : 0], rank_of(here ^ distance), after)};
    (upper ? low : high) = middle;
  }
  return after;
}
template <class RankOf>
Dependencies doubling(RankWriter& writer, std::uint32_t size, std::uint32_t here,
                      const RankOf& rank_of, std::uint64_t bytes, Dependencies after) {
  // The part left by halving(): its index is the bit reversal of `here`.
  std::uint32_t low = 0;
  for (std::uint32_t bit = 1; bit < size; bit *= 2) low = 2 * low + ((here & bit) != 0 ? 1 : 0);
  for (std::uint32_t length = 1; length < size; length *= 2) {
    const std::uint32_t distance = size / (2 * length);
    const std::uint32_t other = low ^ length;
    writer.send(part_bytes(bytes, size, low, low + length), rank_of(here ^ distance), after);
    after = {writer.receive(part_bytes(bytes, size, other, other + length),
                            rank_of(here ^ distance), after)};
    low &= ~length;
  }
  return after;
}

}  // namespace orthant
