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

// Exchanges the messages in workload.rounds rounds that do not wait for each other; `distances_of`
// returns the distances to the destinations in the order of a round. Without rounds, a long message
// is many consecutive packets to one destination, which wait for each other and compete for the
// same channels.
template <class DistancesOf>
void exchange_in_rounds(RankWriter& writer, const ProgramOptions& options,
                        const DistancesOf& distances_of) {
  const Line line = line_of_all(options.ranks(), writer.rank());
  for (std::uint32_t round = 0; round < options.rounds; ++round)
    exchange_all(writer, line, distances_of(), options.bytes, {}, {round, options.rounds});
}

std::vector<std::uint32_t> distances_to_all(const ProgramOptions& options) {
  std::vector<std::uint32_t> distances(options.ranks() - 1);
  std::iota(distances.begin(), distances.end(), 1u);
  return distances;
}

RankBody alltoall_direct(const ProgramOptions& options) {
  return [options](RankWriter& writer) {
    exchange_in_rounds(writer, options, [&] { return distances_to_all(options); });
  };
}

// With a fixed order all packets in flight form a shift of all nodes, which loads few channels of a
// torus; a random order per rank avoids that.
RankBody alltoall_direct_random(const ProgramOptions& options) {
  return [options](RankWriter& writer) {
    RandomStream random(options.seed, writer.rank(), RandomPurpose::kOrder);
    exchange_in_rounds(writer, options, [&] {
      std::vector<std::uint32_t> distances = distances_to_all(options);
      for (std::uint32_t i = 0; i < distances.size(); ++i)
        std::swap(distances[i],
                  distances[i + random.below(static_cast<std::uint32_t>(distances.size()) - i)]);
      return distances;
    });
  };
}

// Sends in the order of a liquid schedule of the network, without its barriers (Gabrielyan and
// Hersch 2003).
RankBody alltoall_liquid(const ProgramOptions& options) {
  if (options.order.empty())
    key_error("workload.algorithm",
              "liquid needs a network that is simulated, with rank i at node i, one at every node, "
              "and one job; allowed: another algorithm, or `orthant schedule --goal FILE` without "
              "workload.kind");
  return [options](RankWriter& writer) {
    const std::uint32_t ranks = options.ranks();
    std::vector<std::uint32_t> distances;
    for (const std::uint32_t other : options.order[writer.rank()])
      distances.push_back((other + ranks - writer.rank()) % ranks);
    exchange_in_rounds(writer, options, [&] { return distances; });
  };
}

void require_one_round(std::string_view algorithm, const ProgramOptions& options) {
  if (options.rounds > 1)
    key_error("workload.rounds",
              "{} sends its messages whole; allowed: 1, or direct, direct_random or liquid",
              algorithm);
}

// Bruck, Ho, Kipnis, Upfal, Weathersby 1997: step j moves all parts whose distance has bit j set.
RankBody alltoall_bruck(const ProgramOptions& options) {
  require_one_round("bruck", options);
  return [options](RankWriter& writer) {
    const std::uint32_t ranks = options.ranks();
    const Line line = line_of_all(ranks, writer.rank());
    Dependencies after;
    for (std::uint32_t distance = 1; distance < ranks; distance *= 2) {
      std::uint32_t parts = 0;
      for (std::uint32_t part = 1; part < ranks; ++part) parts += (part & distance) != 0 ? 1 : 0;
      const std::uint64_t bytes = part_bytes(options.bytes, ranks, 0, parts);
      writer.send(bytes, line.at(distance), after);
      after = {writer.receive(bytes, line.at(-std::int64_t{distance}), after)};
    }
  };
}

RankBody alltoall_by_dimension(const ProgramOptions& options) {
  require_one_round("by_dimension", options);
  return [options](RankWriter& writer) {
    Dependencies after;
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
                     "Rounds of sending, each with a share of every message, so that long messages "
                     "to one rank do not delay those to others. Not for bruck and by_dimension."}},
               drawn_seed_row()},
      .least_bytes = others_bytes,
      .all_to_all = true};
}

}  // namespace orthant
