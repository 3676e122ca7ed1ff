// What a restriction of turns lets packets do on any network, as a graph of states: at every router
// a packet is in one of a few states, which says by which channels it may go on.
//
// Up/down routing has a state for each phase and virtual network, a set of prohibited turns one for
// each port by which packets arrive, no restriction a single one.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/function_ref.hpp"
#include "routing/routing.hpp"

namespace orthant {

class LegalMoves {
 public:
  using State = std::uint32_t;  // of all states of all routers
  struct Move {
    State to;
    ChannelId channel;
    PortId port;
    std::uint8_t vc_class;
  };
  // Where a packet comes to that takes a channel: its state there, counted per router, and the VC
  // class that it uses.
  struct Step {
    std::uint32_t state;
    std::uint8_t vc_class = 0;
  };
  // The step of a packet in state `state` of the router where `channel` begins; nullopt: it may
  // not take it.
  using Rule = FunctionRef<std::optional<Step>(std::uint32_t state, ChannelId channel)>;

  // Packets start in state 0 of their router. The topology must outlive the object.
  LegalMoves(const Topology& topology, std::uint32_t states_per_router, Rule rule);

  const Topology& topology() const { return topology_; }
  std::size_t state_count() const { return first_.size() - 1; }
  std::uint32_t states_per_router() const { return states_; }
  State start(RouterId r) const { return r.value * states_; }
  RouterId router_of(State s) const { return RouterId{s / states_}; }
  // By ascending id of the next router, then port; at most 64.
  std::span<const Move> moves(State s) const {
    return std::span(moves_).subspan(first_[s], first_[s + 1] - first_[s]);
  }

  // Fewest hops from states to the router d.
  static constexpr std::uint16_t kUnreachable = std::numeric_limits<std::uint16_t>::max();
  struct Distances {
    std::vector<std::uint16_t> hops;  // per state
    std::vector<State> order;         // those from which d is reachable, by ascending hops
  };
  // `known`: channels that may be used, per channel; empty: all.
  void find_distances(RouterId d, const std::vector<bool>& known, Distances& found) const;

 private:
  const Topology& topology_;
  std::uint32_t states_;
  std::vector<std::uint32_t> first_;  // per state: its first move; one more at the end
  std::vector<Move> moves_;
  struct Back {
    State from;
    ChannelId channel;
  };
  std::vector<std::uint32_t> first_back_;  // per state: the moves that lead to it
  std::vector<Back> back_;
};

}  // namespace orthant
