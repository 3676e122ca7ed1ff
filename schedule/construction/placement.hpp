// Places items into frames such that no channel exceeds its capacity: one search for transfers, for
// orbits of transfers under a group, and for classes of transfers between switches.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "schedule/stopwatch.hpp"

namespace orthant {

struct PlacementProblem {
  std::size_t frames = 0;
  std::vector<std::uint32_t> capacity;  // per channel: uses per frame
  struct Item {
    // Alternative channel lists of the item in any frame: at least one, all of equal length.
    std::vector<std::vector<std::uint32_t>> variants;
  };
  std::vector<Item> items;
};

struct Placement {
  std::uint32_t frame = 0;
  std::uint32_t variant = 0;
};

// Tabu search on the excess over capacities (Glover 1989; for colouring Hertz & de Werra 1987).
// nullopt: none was found in time, which proves nothing. Deterministic for a given seed.
std::optional<std::vector<Placement>> place(const PlacementProblem& problem, std::uint64_t seed,
                                            const Stopwatch& watch);

}  // namespace orthant
