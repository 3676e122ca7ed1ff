// Uniform traffic as flows, one per source, reduced by the symmetries of the network.
//
// Every node sends one flit per cycle. The mean of a routing's images under all symmetries loads
// the channels of an orbit alike, with the mean of their loads, and sources of an orbit have images
// of the same flow. So one source of each orbit stands for all, and one row for all channels of an
// orbit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "topology/topology.hpp"

namespace orthant {

class UniformFlows {
 public:
  // The topology must outlive the object.
  explicit UniformFlows(const Topology& topology);

  struct Source {
    RouterId router;
    double weight = 0;  // routers in its orbit
  };
  const Topology& topology() const { return topology_; }
  // One of each orbit of routers with nodes.
  const std::vector<Source>& sources() const { return sources_; }
  std::size_t row_count() const { return bandwidth_.size(); }
  std::size_t row(std::size_t channel) const { return row_of_[channel]; }
  // Of all channels of a row together.
  double bandwidth(std::size_t row) const { return bandwidth_[row]; }
  double channels_in(std::size_t row) const { return channels_in_[row]; }
  // Flits per cycle from router s to t.
  double flits(RouterId s, RouterId t) const {
    return static_cast<double>(topology_.node_count_of(s)) * nodes_[t.index()] / all_nodes_;
  }

  // The cheapest paths from a source to all routers; one object per thread.
  class Tree {
   public:
    explicit Tree(const UniformFlows& flows);
    // Finds the tree for a price >= 0 per row, and returns what its source pays for all its flits.
    double grow(RouterId source, std::span<const double> price);
    // Sets the flow over each channel if all flits of the source take the tree.
    void fill(RouterId source, std::vector<double>& flow);
    // Adds what a flow lacks that brings less than its share to some routers; it may bring more.
    void repair(RouterId source, std::span<double> flow);

   private:
    void route(std::vector<double>& flits, std::span<double> flow) const;

    struct Step {
      double cost;
      std::uint32_t router;
      bool operator>(const Step& other) const { return cost > other.cost; }
    };
    const UniformFlows& flows_;
    std::vector<double> cost_;          // per router
    std::vector<std::uint32_t> last_;   // per router: the channel of the last hop
    std::vector<std::uint32_t> order_;  // routers reached, by cost
    std::vector<Step> open_;            // a heap
    std::vector<double> through_;       // per router
  };

  // The load that no routing is below, by prices of flits per row: a routing pays at least what its
  // flits pay on cheapest paths, and at most its largest load over bandwidth times the price of all
  // bandwidth.
  double bound(std::span<const double> price, std::size_t threads) const;

 private:
  struct Hop {
    std::uint32_t channel, to, row;
  };

  const Topology& topology_;
  std::vector<Source> sources_;
  std::vector<std::uint32_t> row_of_;            // per channel
  std::vector<std::uint32_t> from_;              // per channel: the router that it leaves
  std::vector<double> bandwidth_, channels_in_;  // per row
  std::vector<double> nodes_;                    // per router
  double all_nodes_ = 0;
  std::vector<Hop> hops_;                 // channels by the router that they leave
  std::vector<std::uint32_t> first_hop_;  // CSR offsets: routers + 1 entries
};

}  // namespace orthant
