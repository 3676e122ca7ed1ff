// Tested by: tests/app/replay_test.py, tests/sim/replay_test.cpp
#include "schedule/replay.hpp"

#include "base/random.hpp"
#include "traffic/kinds.hpp"

namespace orthant {
namespace {

// Puts the transfers of every node in a random order.
Frames shuffled(const std::vector<NodePair>& pairs, std::size_t nodes, std::uint64_t seed) {
  std::vector<std::vector<std::uint32_t>> own(nodes);
  for (std::uint32_t t = 0; t < pairs.size(); ++t) own[pairs[t].source.index()].push_back(t);
  Frames frames;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    RandomStream random(seed, node, RandomPurpose::kOrder);
    std::vector<std::uint32_t>& turns = own[node];
    if (turns.size() > frames.size()) frames.resize(turns.size());
    for (std::uint32_t i = 0; i < turns.size(); ++i) {
      const auto left = static_cast<std::uint32_t>(turns.size() - i);
      std::swap(turns[i], turns[i + random.below(left)]);
      frames[i].push_back(turns[i]);
    }
  }
  return frames;
}

}  // namespace

void Replay::send(std::uint64_t seed, Traffic& traffic) const {
  const Frames drawn = order == SendOrder::kRandom ? shuffled(pairs(), nodes, seed) : Frames();
  const Frames& sent = order == SendOrder::kRandom ? drawn : frames;
  const bool rolling = release == Release::kRolling;
  const auto starts = rolling ? rolling_starts(transfers.set, sent, times)
                              : std::vector<std::vector<std::uint64_t>>();
  std::vector<SendPlan::Message> messages;
  std::vector<std::vector<Cycle>> earliest(rolling ? nodes : 0);
  for (std::uint32_t f = 0; f < sent.size(); ++f) {
    for (std::size_t i = 0; i < sent[f].size(); ++i) {
      const NodePair& pair = pairs()[sent[f][i]];
      messages.push_back({pair.source, pair.destination, release == Release::kBarrier ? f : 0});
      if (rolling) earliest[pair.source.index()].push_back(starts[f][i]);
    }
  }
  const auto plan = std::make_shared<const SendPlan>(nodes, std::move(messages));
  traffic.pattern = planned_pattern(plan);
  traffic.injection = find_injection("schedule")->make({.plan = plan, .earliest = earliest});
}

}  // namespace orthant
