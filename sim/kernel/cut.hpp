// A network cut into blocks of routers. Each block is simulated separately; it numbers its routers
// by a type of its own, different from their ids in the network.
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

// The location of a router.
struct Place {
  std::uint32_t block = 0;
  LocalRouter router;
};

// Invariant: the routers of a block ascend, so an order by their numbers in the block is also an
// order by their ids.
class Cut {
 public:
  // Cuts into 1 .. routers blocks of consecutive routers, with port counts as equal as possible.
  Cut(const Topology& topology, std::size_t blocks);
  // Takes the block of each router; blocks are numbered from 0 on, none without a router.
  explicit Cut(std::span<const std::uint32_t> block_of_routers);

  std::size_t blocks() const { return first_.size() - 1; }
  // True if the routers of every block are consecutive, and identified by their ids alone.
  bool has_ranges() const { return listed_.empty(); }
  // The routers of a block, ascending; a router's index is its LocalRouter.
  std::size_t size(std::size_t block) const { return first_[block + 1] - first_[block]; }
  RouterId router(std::size_t block, LocalRouter r) const {
    const std::size_t index = first_[block] + r.index();
    return has_ranges() ? RouterId{index} : listed_[index];
  }
  // Returns the routers of a block as a list; empty for ranges.
  std::span<const RouterId> list(std::size_t block) const {
    return has_ranges() ? listed_ : std::span(listed_).subspan(first_[block], size(block));
  }
  Place place(RouterId r) const;

 private:
  std::vector<std::uint32_t> first_;  // [block]: its first router in the order of blocks; the end
  // Set only for lists.
  std::vector<RouterId> listed_;  // [block][LocalRouter]
  std::vector<Place> places_;     // [router]
};

// Counts the channels from one block into another.
std::size_t crossing_channels(const Topology& topology, const Cut& cut);

// Cuts into blocks with few channels between them. Grids are numbered so that ranges are good;
// other networks use a graph partition if it cuts fewer channels than ranges.
Cut cut_for_few_crossings(const Topology& topology, std::size_t blocks);

}  // namespace orthant
