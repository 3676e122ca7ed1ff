// Schedules by switches: where nodes hang on switches and a route depends on the switches alone, it
// is enough to say how many transfers of each pair of switches go in each frame. Which nodes they
// take follows by colouring the edges of two bipartite graphs (Konig 1916), which always succeeds.
#pragma once

#include <optional>

#include "schedule/collective.hpp"
#include "schedule/stopwatch.hpp"

namespace orthant {

// Whether a search for so many frames makes sense: channels carry one transfer at a time, some
// switch has several senders or receivers, no pair sends twice, and there is room for all pairs of
// nodes. Those that send nothing while others of their switches do take room as if they did.
bool has_quotient(const Topology& topology, const CollectiveTransfers& collective,
                  std::size_t frames);

// Searches for a schedule of `frames` frames. Requires has_quotient(). nullopt: none was found in
// time, which proves nothing.
std::optional<Frames> search_quotient(const Topology& topology,
                                      const CollectiveTransfers& collective, std::size_t frames,
                                      std::uint64_t seed, const Stopwatch& watch);

}  // namespace orthant
