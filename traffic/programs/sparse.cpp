// Sparse exchange: every rank sends to some other ranks, which are drawn once.
//
// Tested by: tests/traffic/programs_test.cpp
#include <algorithm>
#include <memory>

#include "base/error.hpp"
#include "base/random.hpp"
#include "traffic/programs/descriptions.hpp"

namespace orthant {
namespace {

// Draws distinct ranks other than `rank`, uniformly (Floyd 1987).
std::vector<std::uint32_t> drawn(const ProgramOptions& options, std::uint32_t rank) {
  RandomStream random(options.seed, rank, RandomPurpose::kPattern);
  std::vector<std::uint32_t> others;
  for (std::uint32_t last = options.ranks() - 1 - options.degree; last + 1 < options.ranks();
       ++last) {
    const std::uint32_t other = random.below(last + 1);
    others.push_back(std::ranges::find(others, other) == others.end() ? other : last);
  }
  for (std::uint32_t& other : others) other += other >= rank ? 1 : 0;
  return others;
}

RankBody random(const ProgramOptions& options) {
  if (options.degree >= options.ranks())
    key_error("workload.degree", "{} others are not there; allowed: 0 to {}", options.degree,
              options.ranks() - 1);
  struct Peers {
    std::vector<std::uint32_t> to, from;
  };
  const auto peers = std::make_shared<std::vector<Peers>>(options.ranks());
  for (std::uint32_t rank = 0; rank < options.ranks(); ++rank) {
    (*peers)[rank].to = drawn(options, rank);
    for (const std::uint32_t other : (*peers)[rank].to) (*peers)[other].from.push_back(rank);
  }
  return [peers, bytes = options.bytes](RankWriter& writer) {
    for (const std::uint32_t to : (*peers)[writer.rank()].to) writer.send(bytes, to, {});
    for (const std::uint32_t from : (*peers)[writer.rank()].from) writer.receive(bytes, from, {});
  };
}

}  // namespace

ProgramDescription sparse_program() {
  constexpr ReadWhen kWhen = read_if("workload.kind", "sparse");
  return {.kind = "sparse",
          .summary = "messages to some other ranks, drawn once",
          .bytes = "of a message",
          .algorithms = {{"random", "as many different ones for each rank", random}},
          .rows = {{"workload.degree",
                    &ProgramOptions::degree,
                    {.when = kWhen, .help = "Messages that a rank sends in an iteration."}},
                   drawn_seed_row()}};
}

KeyRow<ProgramOptions> drawn_seed_row() {
  return {"workload.seed",
          &ProgramOptions::seed,
          {.when = read_if("workload.kind", "alltoall", "sparse", "request_reply"),
           .help = "Seed of the draws: destinations, or orders of messages."}};
}

}  // namespace orthant
