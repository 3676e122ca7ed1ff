// The moves that up/down routing takes, of those along links up and then down: what looks shortest
// to routers that know a part of the network, or one port for every destination.
#pragma once

#include <cstdint>
#include <vector>

#include "routing/graph/best_moves.hpp"
#include "routing/graph/regions.hpp"

namespace orthant {

// Up is towards smaller labels. A state of a packet is 2 * (virtual network) + phase: 0 up, 1 down.
LegalMoves up_down_moves(const Topology& topology, const std::vector<std::uint32_t>& labels,
                         std::uint32_t networks);

// What a router of every region knows, regions that know the same together.
struct Knowledge {
  std::vector<bool> channels;     // known, per channel; empty: all
  std::vector<RouterId> routers;  // that know these
};

std::vector<Knowledge> knowledge_of(const Topology& topology, const SpanningTree& tree,
                                    const Regions& regions);

// The moves that look shortest to the router that makes them. `labels` is given where of these the
// ones farthest from the root are taken. `threads` does not change the result.
BestMoves seen_shortest(LegalMoves legal, const std::vector<Knowledge>& knowledge,
                        const std::vector<std::uint32_t>* labels, std::size_t threads = 1);

// One port for every router and destination: level by level from the destination, a router goes
// down where the path behind only goes down, which keeps it open to all, else up.
BestMoves moves_by_destination(LegalMoves legal, const std::vector<std::uint32_t>& labels,
                               std::size_t threads = 1);

}  // namespace orthant
