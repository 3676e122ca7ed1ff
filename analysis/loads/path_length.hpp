// Mean path lengths of an oblivious routing, relative to the shortest paths.
#pragma once

#include <vector>

#include "analysis/loads/pair_loads.hpp"

namespace orthant {

// Hops over all ordered pairs of nodes, including pairs of a node with itself.
struct PathLength {
  double mean = 0;
  double minimal_mean = 0;  // of shortest paths, over the same pairs
  double longest = 0;       // largest mean of a pair
  double stretch = 0;       // largest ratio of a pair's mean to its minimum, own nodes excluded

  double normalized() const { return mean / minimal_mean; }  // NaN if all distances are 0
};

PathLength path_length(const PairLoads& loads);

struct PairLength {
  RouterId source;
  RouterId destination;
  double mean = 0;            // hops
  std::uint32_t minimum = 0;  // hops of a shortest path of the network
};

// Sums over pairs; partial sums can be added.
class PathLengthSum {
 public:
  explicit PathLengthSum(const Topology& topology) : topology_(&topology) {}
  void add(const PairLength& pair);
  void add(const PathLengthSum& other);
  PathLength means() const;

 private:
  const Topology* topology_;
  PathLength sum_;
  double pairs_ = 0;  // of nodes
};

// Returns the mean hops of a pair. They are the sum of its loads, since a hop crosses one channel.
double mean_hops(std::span<const ChannelShare> shares);

// Calls visit() for all ordered pairs of routers with a path, by ascending source, then
// destination.
void for_each_pair_length(const PairLoads& loads, FunctionRef<void(const PairLength&)> visit);

}  // namespace orthant
