// Ranks in a line, and what collective communications do along one: steps that reduce or gather.
// Between steps of a rank nothing takes time.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "traffic/programs/programs.hpp"

namespace orthant {

// Every stride-th rank from `first` on. The one that writes has the number `here` in it.
struct Line {
  std::uint32_t first = 0;
  std::uint32_t stride = 1;
  std::uint32_t size = 1;
  std::uint32_t here = 0;

  // Of number `here` + `offset`, around the end.
  std::uint32_t at(std::int64_t offset) const;
};

// Through `rank`: all ranks, or those that differ from it in one dimension alone.
Line line_of_all(std::uint32_t ranks, std::uint32_t rank);
Line line_along(const ProgramOptions& options, std::uint32_t dimension, std::uint32_t rank);

// Bytes from part `from` up to part `to` of a message that is cut into `parts`.
std::uint64_t part_bytes(std::uint64_t bytes, std::uint32_t parts, std::uint32_t from,
                         std::uint32_t to);

// What a rank has for all others, or they for it: all bytes but those of its own part.
double others_bytes(const ProgramOptions& options);

// Both: every rank of the line passes a part to the next one (backward: to the one before) in each
// of size - 1 steps (Patarasuk and Yuan 2009). At the end of the first a rank has part `here` of
// the sum; it begins the second with that part and ends with all. Returns what ends it.
After ring_reduce_scatter(RankWriter& writer, const Line& line, std::uint64_t bytes, After after,
                          Lane lane = {}, bool backward = false);
After ring_allgather(RankWriter& writer, const Line& line, std::uint64_t bytes, After after,
                     Lane lane = {}, bool backward = false);

// Every rank of the line gives every other one its part of `bytes`, the next one first.
After exchange_all(RankWriter& writer, const Line& line, std::uint64_t bytes, const After& after);
// A round of several: in each a share of every message is sent.
struct Round {
  std::uint32_t number = 0, of = 1;
};
// The same in another order: `ways` are 1 to size - 1, the places from `here` on.
After exchange_all(RankWriter& writer, const Line& line, std::span<const std::uint32_t> ways,
                   std::uint64_t bytes, const After& after, Round round = {});

// A course is one order of the dimensions, and the direction on all of them.
struct Course {
  std::vector<std::uint32_t> dimensions;
  bool backward = false;
  Lane lane = {};
};
// Along dimensions 0, 1, ...
std::vector<Course> first_course(const ProgramOptions& options);
// Two for each dimension, which they begin with: in a torus of equal sides all take other channels
// at every time (Jain and Sabharwal 2010).
std::vector<Course> all_courses(const ProgramOptions& options);

// Ring by ring along the dimensions, one after the other: each reduces what the one before left,
// gathering goes back (Chan, Heimlich, Purkayastha, van de Geijn 2007: bucket algorithms). The
// message is cut into a share for each course. A rank begins with a dimension when all of its
// shares are through with theirs before: else shares get in each other's way, and in a ring each
// delay is one for all.
After bucket_reduce_scatter(RankWriter& writer, const ProgramOptions& options,
                            const std::vector<Course>& courses, After after);
After bucket_allgather(RankWriter& writer, const ProgramOptions& options,
                       const std::vector<Course>& courses, After after);

// The largest power of two that is no larger.
std::uint32_t power_below(std::uint32_t ranks);
// Throws KeyError("workload.algorithm") where there are not 2^n ranks.
void needs_power_of_two(std::string_view algorithm, const ProgramOptions& options);

// Both between `size` = 2^n ranks, of which the writer has number `here`; `rank_of` says which rank
// a number is. First with the neighbour and half of the message, at the end with the farthest
// (Rabenseifner 2004), and back.
template <class RankOf>
After halving(RankWriter& writer, std::uint32_t size, std::uint32_t here, const RankOf& rank_of,
              std::uint64_t bytes, After after) {
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
After doubling(RankWriter& writer, std::uint32_t size, std::uint32_t here, const RankOf& rank_of,
               std::uint64_t bytes, After after) {
  // What halving() left: a part whose number has the bits of `here` in reverse.
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
