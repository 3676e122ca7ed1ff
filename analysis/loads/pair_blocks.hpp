// All pairs of routers, cut into blocks of a few destinations with all sources: what threads share
// among them. Few destinations at a time, because a path in forwarding tables stays in the row of
// its destination, which then is in the cache.
#pragma once

#include <algorithm>
#include <cstddef>

namespace orthant {

// The blocks depend on the network alone: what is added up block by block, and then in the order of
// the blocks, is the same for any number of threads.
class PairBlocks {
 public:
  static constexpr std::size_t kDestinations = 16;

  explicit PairBlocks(std::size_t routers, std::size_t destinations = kDestinations)
      : routers_(routers), destinations_(destinations) {}

  std::size_t count() const { return (routers_ + destinations_ - 1) / destinations_; }
  // The destinations of a block: first() .. end() - 1.
  std::size_t first(std::size_t block) const { return block * destinations_; }
  std::size_t end(std::size_t block) const {
    return std::min(routers_, (block + 1) * destinations_);
  }

 private:
  std::size_t routers_;
  std::size_t destinations_;
};

}  // namespace orthant
