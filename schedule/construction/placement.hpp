// Items into frames so that no channel is used beyond its capacity: one search for transfers, for
// orbits of transfers under a group, and for classes of transfers between switches.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "schedule/stopwatch.hpp"

namespace orthant {

struct PlacementProblem {
  std::size_t frames = 0;
  std::vector<std::uint32_t> capacity;  // per channel: uses in a frame
  struct Item {
    // Each is a way to place the item into any frame: the channels that it then uses. At least one;
    // all as long.
    std::vector<std::vector<std::uint32_t>> variants;
  };
  std::vector<Item> items;
};

struct Placement {
  std::uint32_t frame = 0;
  std::uint32_t variant = 0;
};

// Tabu search on the uses beyond capacities (Glover 1989; for colouring Hertz & de Werra 1987).
// nullopt: none was found in time; that proves nothing. The seed fixes the result.
std::optional<std::vector<Placement>> place(const PlacementProblem& problem, std::uint64_t seed,
                                            const Stopwatch& watch);

}  // namespace orthant
