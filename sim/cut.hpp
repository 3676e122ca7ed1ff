// A network cut into blocks of routers. Each block is simulated by itself; its routers have numbers
// of their own in it, a type apart from the ids that they have in the network.
//
// Tested by: tests/sim/cut_test.cpp
#pragma once

#include <cstddef>
#include <cstdint>
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

class Cut {
 public:
  // Into blocks of consecutive routers with as many ports each as can be; 1 .. routers of them.
  Cut(const Topology& topology, std::size_t blocks);

  std::size_t blocks() const { return first_.size() - 1; }
  // Those of a block, ascending; a router's index is its LocalRouter.
  std::size_t size(std::size_t block) const { return first_[block + 1] - first_[block]; }
  RouterId router(std::size_t block, LocalRouter r) const {
    return RouterId{first_[block] + r.index()};
  }
  Place place(RouterId r) const;

 private:
  std::vector<std::uint32_t> first_;  // router of each block, and the end
};

}  // namespace orthant
