// router.selection: which of its ways on a packet takes, with either node model.
#pragma once

#include <cstdint>
#include <ranges>

#include "sim/options.hpp"

namespace orthant {

// A way on and what is open to a packet there, its VCs or its slots; 0: nothing is.
template <class Way, class Open>
struct Chosen {
  const Way* way = nullptr;
  Open open = 0;
};

// Of the ways on, best first, the first one that is open or the one with the most free space (the
// first of equals); an escape only where nothing else is open. open(way): 0 where nothing is now;
// free_space(way, open) is asked of open ways alone.
template <class Open, class Ways, class OpenOf, class FreeSpace>
auto choose_way(Selection rule, const Ways& ways, const OpenOf& open_of,
                const FreeSpace& free_space) {
  using Way = std::ranges::range_value_t<Ways>;
  if (ways.size() == 1) return Chosen<Way, Open>{&*ways.begin(), open_of(*ways.begin())};
  Chosen<Way, Open> best;
  std::uint32_t most = 0;
  for (const Way& way : ways) {
    const Open open = open_of(way);
    if (open == 0 || (way.escape && best.way != nullptr)) continue;
    if (rule == Selection::kFirst) return Chosen<Way, Open>{&way, open};
    const std::uint32_t free = free_space(way, open);
    if (best.way != nullptr && free <= most) continue;
    best = {&way, open};
    most = free;
  }
  return best;
}

}  // namespace orthant
