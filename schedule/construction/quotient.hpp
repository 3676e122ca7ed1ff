// Schedules by pairs of switches. If routes depend only on the switches of their nodes, a search
// need only choose how many transfers between each pair of switches go in each frame. Colouring the
// edges of two bipartite graphs then assigns nodes to these transfers, and always succeeds (Konig
// 1916).
#pragma once

#include <optional>

#include "schedule/collective.hpp"
#include "schedule/stopwatch.hpp"

namespace orthant {

// True if a search for this many frames makes sense: channels carry one transfer at a time, some
// switch has several senders or receivers, no pair sends twice, and the frames have space for a
// transfer from every sender to every receiver of two switches that have any transfer, even if some
// of these nodes send each other nothing.
bool has_quotient(const Topology& topology, const CollectiveTransfers& collective,
                  std::size_t frames);

// Searches for a schedule of `frames` frames. Requires has_quotient(). nullopt: no schedule was
// found in time, which proves nothing.
std::optional<Frames> search_quotient(const Topology& topology,
                                      const CollectiveTransfers& collective, std::size_t frames,
                                      std::uint64_t seed, const Stopwatch& watch);

}  // namespace orthant
