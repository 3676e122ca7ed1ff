// The moves that a turn restriction allows on any network, as a graph of states: a packet at a
// router is in one of a few states, which determines the channels it may take.
//
// Up/down routing has one state for each phase and virtual network. Routing with prohibited turns
// has one for each input port and one for packets before their first hop. Unrestricted routing has
// a single state.
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
  using State = std::uint32_t;  // over all routers
  struct Move {
    State to;
    ChannelId channel;
    PortId port;
    std::uint8_t vc_class;
  };
  // The effect of taking a channel: the packet's state at the next router, counted per router, and
  // its VC class.
  struct Step {
    std::uint32_t state;
    std::uint8_t vc_class = 0;
  };
  // The step of a packet in state `state` of the router where `channel` starts; nullopt if it may
  // not take the channel.
  using Rule = FunctionRef<std::optional<Step>(std::uint32_t state, ChannelId channel)>;

  // Packets start in state 0 of their router. The topology must outlive the object.
  LegalMoves(const Topology& topology, std::uint32_t states_per_router, Rule rule);

  const Topology& topology() const { return topology_; }
  std::size_t state_count() const { return first_.size() - 1; }
  std::uint32_t states_per_router() const { return states_; }
  State start(RouterId r) const { return r.value * states_; }
  RouterId router_of(State s) const { return RouterId{s / states_}; }
  // The moves of a state, at most 64, by ascending id of the next router, then port.
  std::span<const Move> moves(State s) const {
    return std::span(moves_).subspan(first_[s], first_[s + 1] - first_[s]);
  }

  // Hops of the shortest legal paths from all states to router d.
  static constexpr std::uint16_t kUnreachable = std::numeric_limits<std::uint16_t>::max();
  struct Distances {
    std::vector<std::uint16_t> hops;  // per state
    std::vector<State> order;         // states that reach d, by ascending hops
  };
  // `known`: per channel, whether it may be used; empty: all.
  void find_distances(RouterId d, const std::vector<bool>& known, Distances& found) const;

 private:
  const Topology& topology_;
  std::uint32_t states_;
  std::vector<std::uint32_t> first_;  // CSR offsets: states + 1 entries
  std::vector<Move> moves_;
  struct ReverseMove {
    State from;
    ChannelId channel;
  };
  std::vector<std::uint32_t> first_reverse_;  // per state: the moves that lead to it
  std::vector<ReverseMove> reverse_;
};

}  // namespace orthant
