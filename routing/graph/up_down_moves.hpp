// The moves that up/down routing uses: the shortest ones that a router with partial knowledge sees,
// or those of one port per destination.
#pragma once

#include <cstdint>
#include <vector>

#include "routing/graph/best_moves.hpp"
#include "routing/graph/regions.hpp"

namespace orthant {

// Up leads to smaller labels. A packet's state is 2 * (virtual network) + phase: 0 up, 1 down.
LegalMoves up_down_moves(const Topology& topology, const std::vector<std::uint32_t>& labels,
                         std::uint32_t networks);

// The channels that a router knows; regions with equal knowledge share an entry.
struct Knowledge {
  std::vector<bool> channels;     // per channel; empty: all
  std::vector<RouterId> routers;  // that know these
};

std::vector<Knowledge> knowledge_of(const Topology& topology, const SpanningTree& tree,
                                    const Regions& regions);

// The moves that look shortest to the router that makes them. With `labels`, only those of them
// that stay farthest from the root. The result does not depend on `threads`.
BestMoves seen_shortest(LegalMoves legal, const std::vector<Knowledge>& knowledge,
                        const std::vector<std::uint32_t>* labels, std::size_t threads = 1);

// Returns the moves for forwarding by destination, where a router has one port for each
// destination. Routers are found in breadth-first order from the destination. A router goes down if
// the rest of its path only goes down, so that packets that came down to it can use its port, too;
// else it goes up.
BestMoves moves_by_destination(LegalMoves legal, const std::vector<std::uint32_t>& labels,
                               std::size_t threads = 1);

}  // namespace orthant
