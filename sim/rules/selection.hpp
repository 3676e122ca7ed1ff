// router.selection: which of the open ways on a packet takes, with either node model.
#pragma once

#include <cstdint>
#include <ranges>

namespace orthant {

// What a selection knows of a way that is open to a packet.
struct OpenWay {
  std::uint32_t free_space = 0;  // in the VCs that are open: flits, or slots of packets
};

// A rule that selects. A new one is a constant here and a word of the key.
struct Selection {
  // Of the open ways, best first, that of the greatest preference is taken, the first of equals;
  // nullptr: the first one.
  std::uint32_t (*preference)(const OpenWay& way) = nullptr;

  bool depends_on_free_space() const { return preference != nullptr; }
};

inline constexpr Selection kFirstOpen{};
inline constexpr Selection kMostFreeSpace{[](const OpenWay& way) { return way.free_space; }};

// A way on and what is open to a packet there, its VCs or its slots; 0: nothing is.
template <class Way, class Open>
struct Chosen {
  const Way* way = nullptr;
  Open open = 0;
};

// The way that the selection prefers; an escape only where nothing else is open. open(way): 0 where
// nothing is now; free_space(way, open) is evaluated for open ways alone.
template <class Open, class Ways, class OpenOf, class FreeSpace>
auto choose_way(const Selection& selection, const Ways& ways, const OpenOf& open_of,
                const FreeSpace& free_space) {
  using Way = std::ranges::range_value_t<Ways>;
  if (ways.size() == 1) return Chosen<Way, Open>{&*ways.begin(), open_of(*ways.begin())};
  Chosen<Way, Open> best;
  std::uint32_t greatest = 0;
  for (const Way& way : ways) {
    const Open open = open_of(way);
    if (open == 0 || (way.escape && best.way != nullptr)) continue;
    if (selection.preference == nullptr) return Chosen<Way, Open>{&way, open};
    const std::uint32_t preference = selection.preference({free_space(way, open)});
    if (best.way != nullptr && preference <= greatest) continue;
    best = {&way, open};
    greatest = preference;
  }
  return best;
}

}  // namespace orthant
