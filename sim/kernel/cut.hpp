// A network cut into blocks of routers. Each block is simulated by itself; its routers have numbers
// of their own in it, a type apart from the ids that they have in the network.
//
// Tested by: tests/sim/cut_test.cpp
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.hpp"
#include "topology/topology.hpp"

namespace orthant {

using LocalRouter = Id<struct LocalRouterTag>;  // number of a router in its block

// Where a router is.
struct Place {
  std::uint32_t block = 0;
  LocalRouter router;
};

// Invariant: the routers of a block ascend, so that what is ordered by their numbers in it is
// ordered by their ids too.
class Cut {
 public:
  // Into blocks of consecutive routers with as many ports each as can be; 1 .. routers of them.
  Cut(const Topology& topology, std::size_t blocks);
  // The block of each router; from 0 on, none without a router.
  explicit Cut(std::span<const std::uint32_t> block_of_routers);

  std::size_t blocks() const { return first_.size() - 1; }
  // Whether the routers of every block are consecutive, and distinguished by their ids alone.
  bool has_ranges() const { return listed_.empty(); }
  // Those of a block, ascending; a router's index is its LocalRouter.
  std::size_t size(std::size_t block) const { return first_[block + 1] - first_[block]; }
  RouterId router(std::size_t block, LocalRouter r) const {
    const std::size_t index = first_[block] + r.index();
    return has_ranges() ? RouterId{index} : listed_[index];
  }
  // The same as a list; empty for ranges.
  std::span<const RouterId> list(std::size_t block) const {
    return has_ranges() ? listed_ : std::span(listed_).subspan(first_[block], size(block));
  }
  Place place(RouterId r) const;

 private:
  std::vector<std::uint32_t> first_;  // router of each block in the order of blocks, and the end
  // Of lists only.
  std::vector<RouterId> listed_;  // [block][LocalRouter]
  std::vector<Place> places_;     // [router]
};

// Channels from one block into another.
std::size_t crossing_channels(const Topology& topology, const Cut& cut);

// Into blocks with few channels between them. Grids are numbered so that ranges are good; of other
// networks it takes a partition of the graph if fewer channels cross that than ranges.
Cut cut_for_few_crossings(const Topology& topology, std::size_t blocks);

}  // namespace orthant
