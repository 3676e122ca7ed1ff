// Places items into frames such that no channel exceeds its capacity: one search serves transfers,
// orbits of transfers under a group, classes of transfers between switches, and the choice of
// routes.
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
    // Alternative lists of the channels that the item uses in its frame; at least one list.
    std::vector<std::vector<std::uint32_t>> variants;
  };
  std::vector<Item> items;
};

struct Placement {
  std::uint32_t frame = 0;
  std::uint32_t variant = 0;
};

// Tabu search on the excess over capacities (Glover 1989; for colouring Hertz & de Werra 1987).
// nullopt: no placement was found in time, which proves nothing. Deterministic for a given seed.
std::optional<std::vector<Placement>> place(const PlacementProblem& problem, std::uint64_t seed,
                                            const Stopwatch& watch);

}  // namespace orthant
