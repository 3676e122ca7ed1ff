// The links between blocks of different processes (sim/kernel/ranks.hpp): the messages of a visit,
// and the boundaries where the network is built or inspected.
//
// Tested by: tests/sim/ranks_test.cpp
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "base/function_ref.hpp"
#include "sim/blocks/block.hpp"
#include "sim/kernel/ranks.hpp"

namespace orthant {

// export(own, far): the boundary of block `own` with `far`; import(own, ends).
using ExportBoundary = FunctionRef<std::vector<BorderVc>(std::size_t own, std::uint32_t far)>;
using ImportBoundary = FunctionRef<void(std::size_t own, std::span<const BorderVc> ends)>;

class RankLinks {
 public:
  explicit RankLinks(Ranks& ranks) : ranks_(ranks) {}

  // Adds block `own` of this process, which has channels to and from block `far` of `rank`. Calls
  // go in ascending order of `own`, then of `far`.
  void add(Block& block, std::uint32_t own, std::uint32_t far, std::size_t rank);
  // Delivers the messages of the last visit.
  void exchange_messages();
  void exchange_boundaries(ExportBoundary export_boundary, ImportBoundary import_boundary);

 private:
  struct Link {
    Block* block;
    std::uint32_t own, far;
    MessageBuffer incoming;  // from `far`
  };
  // The links to one rank.
  struct Route {
    std::vector<std::unique_ptr<Link>> links;  // by `own`, then by `far`

    std::vector<Link*> in_order_of_sender() const;
  };

  Ranks& ranks_;
  std::map<std::size_t, std::size_t> route_of_;  // [rank]
  std::vector<Route> routes_;
  std::vector<Ranks::Exchange> exchanges_;  // [route]
};

}  // namespace orthant
