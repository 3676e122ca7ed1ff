// Divides all pairs of routers into units of work for threads: blocks of a few destinations and all
// sources. A path through forwarding tables reads only the row of its destination, so with few
// destinations at a time these rows are in the cache.
#pragma once

#include <algorithm>
#include <cstddef>

namespace orthant {

// The blocks depend only on the network. Results that are summed per block, and then over the
// blocks in order, are therefore the same for any number of threads.
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
