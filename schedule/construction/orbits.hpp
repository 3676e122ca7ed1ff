// Schedules that are invariant under a group of symmetries: one transfer of every orbit is placed,
// and the group places the others.
#pragma once

#include <optional>
#include <vector>

#include "schedule/collective.hpp"
#include "schedule/construction/placement.hpp"

namespace orthant {

// Partition of a group into cosets: elements of the same coset map a base frame onto the same
// frame. Coset 0 is the subgroup that fixes every frame and maps no transfer onto another one that
// shares a channel with it. With as many cosets as elements, all images of a frame are distinct.
struct CosetPartition {
  std::vector<std::uint32_t> coset;  // per element: its coset
  std::size_t cosets = 0;
};

// A group that maps transfers onto transfers, and the channels of each transfer onto those of its
// image. The identity comes first; no other element fixes a transfer.
struct SymmetryGroup {
  std::vector<std::vector<std::uint32_t>> transfers, channels;  // [element]: images
  std::vector<CosetPartition> partitions = {};                  // worth a search
  std::size_t size() const { return transfers.size(); }
};

SymmetryGroup trivial_group(const TransferSet& set);

// Returns the groups of translations by multiples of one step per dimension that are symmetries of
// these transfers, large groups first, without the trivial group. The group of all translations is
// also partitioned by sums of coordinates modulo a common divisor m of the radices: the
// translations along a line x + by = constant (mod m) then give the same frame. Returns fewer
// groups if time runs out.
std::vector<SymmetryGroup> translation_groups(const Topology& topology,
                                              const CollectiveTransfers& collective,
                                              const Stopwatch& watch);

// True if a search for this many frames fits into memory and can succeed within minutes.
bool is_searchable(const TransferSet& set, std::size_t frames);

// Searches for a schedule of `frames` frames, which must be a multiple of the number of cosets.
// nullopt: no schedule was found in time, which proves nothing.
std::optional<Frames> search_orbits(const TransferSet& set, const SymmetryGroup& group,
                                    const CosetPartition& partition, std::size_t frames,
                                    std::uint64_t seed, const Stopwatch& watch);

}  // namespace orthant
