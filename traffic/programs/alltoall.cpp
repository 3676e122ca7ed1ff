// All-to-all: every rank has a part for every rank.
//
// Tested by: tests/traffic/programs_test.cpp
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/random.hpp"
#include "traffic/programs/descriptions.hpp"
#include "traffic/programs/lines.hpp"

namespace orthant {
namespace {

// Of workload.rounds, one after the other, none of which waits for another; `ways_of` draws or says
// an order anew for each. In long messages many packets in a row have one destination: they wait
// for each other, and for the channels that they all need.
template <class WaysOf>
void exchange_in_rounds(RankWriter& writer, const ProgramOptions& options, const WaysOf& ways_of) {
  const Line line = line_of_all(options.ranks(), writer.rank());
  for (std::uint32_t round = 0; round < options.rounds; ++round)
    exchange_all(writer, line, ways_of(), options.bytes, {}, {round, options.rounds});
}

std::vector<std::uint32_t> ways_to_all(const ProgramOptions& options) {
  std::vector<std::uint32_t> ways(options.ranks() - 1);
  std::iota(ways.begin(), ways.end(), 1u);
  return ways;
}

RankBody alltoall_direct(const ProgramOptions& options) {
  return [options](RankWriter& writer) {
    exchange_in_rounds(writer, options, [&] { return ways_to_all(options); });
  };
}

// Where all ranks send to the next one, then to the one behind it, all packets of a time make a
// shift of all nodes, which loads few channels of a torus.
RankBody alltoall_direct_random(const ProgramOptions& options) {
  return [options](RankWriter& writer) {
    RandomStream random(options.seed, writer.rank(), RandomPurpose::kOrder);
    exchange_in_rounds(writer, options, [&] {
      std::vector<std::uint32_t> ways = ways_to_all(options);
      for (std::uint32_t i = 0; i < ways.size(); ++i)
        std::swap(ways[i], ways[i + random.below(static_cast<std::uint32_t>(ways.size()) - i)]);
      return ways;
    });
  };
}

// As a liquid schedule of the network has them, without its barriers (Gabrielyan and Hersch 2003).
RankBody alltoall_liquid(const ProgramOptions& options) {
  if (options.order.empty())
    key_error("workload.algorithm",
              "liquid needs a network that is simulated, with rank i at node i, one at every node, "
              "and one job; allowed: another algorithm, or `orthant schedule --goal FILE` without "
              "workload.kind");
  return [options](RankWriter& writer) {
    const std::uint32_t ranks = options.ranks();
    std::vector<std::uint32_t> ways;
    for (const std::uint32_t other : options.order[writer.rank()])
      ways.push_back((other + ranks - writer.rank()) % ranks);
    exchange_in_rounds(writer, options, [&] { return ways; });
  };
}

void needs_one_round(std::string_view algorithm, const ProgramOptions& options) {
  if (options.rounds > 1)
    key_error("workload.rounds",
              "{} sends its messages whole; allowed: 1, or direct, direct_random or liquid",
              algorithm);
}

// Bruck, Ho, Kipnis, Upfal, Weathersby 1997: step j moves all parts whose way has bit j.
RankBody alltoall_bruck(const ProgramOptions& options) {
  needs_one_round("bruck", options);
  return [options](RankWriter& writer) {
    const std::uint32_t ranks = options.ranks();
    const Line line = line_of_all(ranks, writer.rank());
    After after;
    for (std::uint32_t distance = 1; distance < ranks; distance *= 2) {
      std::uint32_t parts = 0;
      for (std::uint32_t way = 1; way < ranks; ++way) parts += (way & distance) != 0 ? 1 : 0;
      const std::uint64_t bytes = part_bytes(options.bytes, ranks, 0, parts);
      writer.send(bytes, line.at(distance), after);
      after = {writer.receive(bytes, line.at(-std::int64_t{distance}), after)};
    }
  };
}

RankBody alltoall_by_dimension(const ProgramOptions& options) {
  needs_one_round("by_dimension", options);
  return [options](RankWriter& writer) {
    After after;
    for (std::uint32_t d = 0; d < options.shape.size(); ++d)
      after = exchange_all(writer, line_along(options, d, writer.rank()), options.bytes,
                           std::move(after));
  };
}

}  // namespace

ProgramDescription alltoall_program() {
  return {
      .kind = "alltoall",
      .summary = "every rank has a part for every rank",
      .bytes = "of all parts of a rank together, its own included",
      .algorithms = {{"direct", "each part on its own, first to the next rank", alltoall_direct},
                     {"direct_random", "the same in an order that each rank draws",
                      alltoall_direct_random},
                     {"liquid", "the same in the order of a liquid schedule of the network",
                      alltoall_liquid},
                     {"bruck", "parts for several ranks to ranks 1, 2, 4, ... on", alltoall_bruck},
                     {"by_dimension", "all-to-all along one dimension of the shape after the other",
                      alltoall_by_dimension}},
      .rows = {{"workload.rounds",
                &ProgramOptions::rounds,
                {.least = 1,
                 .most = 10'000,
                 .when = read_if("workload.kind", "alltoall"),
                 .help =
                     "Rounds in which the ranks send, in each a share of every message: so long "
                     "messages to one rank do not hold up those to others. Not of bruck and "
                     "by_dimension."}},
               drawn_seed_row()},
      .least_bytes = others_bytes,
      .all_to_all = true};
}

}  // namespace orthant
