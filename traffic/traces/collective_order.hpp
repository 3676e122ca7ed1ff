// Whether all ranks of a group of a trace call the same collective communications in the same
// order.
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
  std::uint64_t number = 0;  // of its line, or of its node
};

class CollectiveOrder {
 public:
  // `place`: where one of a rank stands, by its number.
  CollectiveOrder(std::string key, std::function<std::string(std::uint32_t, std::uint64_t)> place)
      : key_(std::move(key)), place_(std::move(place)) {}

  // Those of each rank that takes part. Throws KeyError where they differ from those of the first.
  void add(std::uint32_t rank, std::vector<TracedCollective> calls);

 private:
  std::string key_;
  std::function<std::string(std::uint32_t, std::uint64_t)> place_;
  std::optional<std::uint32_t> first_rank_;
  std::vector<TracedCollective> first_;  // of that rank
};

}  // namespace orthant
