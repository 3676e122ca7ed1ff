#include "routing/graph/legal_moves.hpp"

#include <cassert>

#include "topology/neighbors.hpp"

namespace orthant {

LegalMoves::LegalMoves(const Topology& topology, std::uint32_t states_per_router, Rule rule)
    : topology_(topology), states_(states_per_router) {
  for (std::size_t i = 0; i < topology.router_count(); ++i) {
    const std::vector<ChannelId> channels = channels_by_neighbor(topology, RouterId{i});
    for (std::uint32_t state = 0; state < states_; ++state) {
      first_.push_back(static_cast<std::uint32_t>(moves_.size()));
      for (const ChannelId c : channels) {
        const auto step = rule(state, c);
        if (!step) continue;
        assert(step->state < states_);
        const Channel& channel = topology.channel(c);
        moves_.push_back({.to = channel.to.value * states_ + step->state,
                          .channel = c,
                          .port = channel.from_port,
                          .vc_class = step->vc_class});
      }
    }
  }
  first_.push_back(static_cast<std::uint32_t>(moves_.size()));

  first_reverse_.assign(first_.size(), 0);
  for (const Move& move : moves_) ++first_reverse_[move.to + 1];
  for (std::size_t s = 1; s < first_reverse_.size(); ++s)
    first_reverse_[s] += first_reverse_[s - 1];
  reverse_.resize(moves_.size());
  std::vector<std::uint32_t> next(first_reverse_.begin(), first_reverse_.end() - 1);
  for (State s = 0; s < state_count(); ++s) {
    for (const Move& move : moves(s)) reverse_[next[move.to]++] = {s, move.channel};
  }
}

void LegalMoves::find_distances(RouterId d, const std::vector<bool>& known,
                                Distances& found) const {
  found.hops.assign(state_count(), kUnreachable);
  found.order.clear();
  for (State s = start(d); s < start(d) + states_; ++s) {
    found.hops[s] = 0;
    found.order.push_back(s);
  }
  for (std::size_t i = 0; i < found.order.size(); ++i) {
    const State to = found.order[i];
    const auto hops = static_cast<std::uint16_t>(found.hops[to] + 1);
    for (std::uint32_t b = first_reverse_[to]; b < first_reverse_[to + 1]; ++b) {
      const ReverseMove& back = reverse_[b];
      if (found.hops[back.from] != kUnreachable) continue;
      if (!known.empty() && !known[back.channel.index()]) continue;
      found.hops[back.from] = hops;
      found.order.push_back(back.from);
    }
  }
}

}  // namespace orthant
