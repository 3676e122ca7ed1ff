// Schedules that a group of symmetries takes to themselves: one transfer of every orbit is placed,
// and the group places the others.
#pragma once

#include <optional>
#include <vector>

#include "schedule/collective.hpp"
#include "schedule/construction/placement.hpp"

namespace orthant {

// Which elements of a group make the same frame of a frame: those of a coset of the subgroup that
// leaves every frame as it is. The subgroup is coset 0 and takes no transfer to one that shares a
// channel with it. As many cosets as elements: every frame has an image of its own.
struct Folding {
  std::vector<std::uint32_t> coset;  // per element
  std::size_t cosets = 0;
};

// A group that takes transfers to transfers, and the channels of each to those of its image. No
// element but the first, which changes nothing, leaves a transfer where it is.
struct SymmetryGroup {
  std::vector<std::vector<std::uint32_t>> transfers, channels;  // [element]: the image of each
  std::vector<Folding> foldings = {};                           // that are worth a search
  std::size_t size() const { return transfers.size(); }
};

SymmetryGroup trivial_group(const TransferSet& set);

// The translations by multiples of some step in every dimension that are a symmetry of these
// transfers, but for the trivial group; large groups first. That of all translations is also folded
// by sums of coordinates modulo a common divisor m of the radices: frames then look alike along the
// lines x + by = constant (mod m).
// Fewer where time is over.
std::vector<SymmetryGroup> translation_groups(const Topology& topology,
                                              const CollectiveTransfers& collective,
                                              const Stopwatch& watch);

// Whether a search for so many frames fits into memory and gets anywhere in minutes.
bool is_searchable(const TransferSet& set, std::size_t frames);

// Searches for `frames` frames, a multiple of the number of cosets of this folding of the group.
// nullopt: none was found in time, which proves nothing.
std::optional<Frames> search_orbits(const TransferSet& set, const SymmetryGroup& group,
                                    const Folding& folding, std::size_t frames, std::uint64_t seed,
                                    const Stopwatch& watch);

}  // namespace orthant
