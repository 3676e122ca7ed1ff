// Checks that all ranks of a group call the same collective communications in the same order.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "traffic/traces/collectives.hpp"

namespace orthant {

struct TracedCollective {
  CollectiveCall what;
  std::string_view name;     // "MPI_Bcast"
  std::uint64_t number = 0;  // line or node id of the call
};

class CollectiveOrder {
 public:
  // `place` formats the place of a rank's call from its number.
  CollectiveOrder(std::string key, std::function<std::string(std::uint32_t, std::uint64_t)> place)
      : key_(std::move(key)), place_(std::move(place)) {}

  // Adds the calls of a participating rank. Throws KeyError if they differ from those of the first
  // rank that was added.
  void add(std::uint32_t rank, std::vector<TracedCollective> calls);

 private:
  std::string key_;
  std::function<std::string(std::uint32_t, std::uint64_t)> place_;
  std::optional<std::uint32_t> first_rank_;
  std::vector<TracedCollective> first_;  // calls of first_rank_
};

}  // namespace orthant
