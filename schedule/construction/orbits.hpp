// Schedules that are invariant under a group of symmetries: one transfer of every orbit is placed,
// and the group places the others.
#pragma once

#include <optional>
#include <vector>

#include "schedule/collective.hpp"
#include "schedule/construction/placement.hpp"

namespace orthant {

// Partitions the elements of a group by the image of a frame: elements of the same coset give the
// same frame. Coset 0 is the subgroup that fixes every frame and maps no transfer onto one that
// shares a channel with it. With as many cosets as elements, all images of a frame are distinct.
struct CosetPartition {
  std::vector<std::uint32_t> coset;  // per element
  std::size_t cosets = 0;
};

// A group that maps transfers onto transfers, and the channels of each onto those of its image. No
// element but the identity, which comes first, fixes a transfer.
struct SymmetryGroup {
  std::vector<std::vector<std::uint32_t>> transfers, channels;  // [element]: images
  std::vector<CosetPartition> foldings = {};                    // those worth a search
  std::size_t size() const { return transfers.size(); }
};

SymmetryGroup trivial_group(const TransferSet& set);

// The translations by multiples of some step in every dimension that are symmetries of these
// transfers, without the trivial group; large groups first. The group of all translations is also
// folded by sums of coordinates modulo a common divisor m of the radices: frames are then equal
// along the lines x + by = constant (mod m). Fewer if time runs out.
std::vector<SymmetryGroup> translation_groups(const Topology& topology,
                                              const CollectiveTransfers& collective,
                                              const Stopwatch& watch);

// True if a search for this many frames fits into memory and can succeed within minutes.
bool is_searchable(const TransferSet& set, std::size_t frames);

// Searches for `frames` frames, a multiple of the number of cosets of this folding. nullopt: none
// was found in time, which proves nothing.
std::optional<Frames> search_orbits(const TransferSet& set, const SymmetryGroup& group,
                                    const CosetPartition& folding, std::size_t frames,
                                    std::uint64_t seed, const Stopwatch& watch);

}  // namespace orthant
