// Schedules by switches: if routes depend only on the switches of their nodes, it suffices to
// choose how many transfers of each pair of switches go in each frame. Their nodes follow by
// colouring the edges of two bipartite graphs (Konig 1916), which always succeeds.
#pragma once

#include <optional>

#include "schedule/collective.hpp"
#include "schedule/stopwatch.hpp"

namespace orthant {

// True if a search for this many frames makes sense: channels carry one transfer at a time, some
// switch has several senders or receivers, no pair sends twice, and the capacity suffices for all
// pairs of nodes, including those that send nothing while others of their switches do.
bool has_quotient(const Topology& topology, const CollectiveTransfers& collective,
                  std::size_t frames);

// Searches for a schedule of `frames` frames. Requires has_quotient(). nullopt: none was found in
// time, which proves nothing.
std::optional<Frames> search_quotient(const Topology& topology,
                                      const CollectiveTransfers& collective, std::size_t frames,
                                      std::uint64_t seed, const Stopwatch& watch);

}  // namespace orthant
