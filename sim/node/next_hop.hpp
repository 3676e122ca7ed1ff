// What both node models decide alike for a packet at the front: which of its ways on it takes, and
// how much room bubble flow control asks for.
#pragma once

#include <cstdint>
#include <ranges>

#include "sim/options.hpp"

namespace orthant {

// A way and the room that a packet has there; 0 where none is open.
template <class Way, class Room>
struct Chosen {
  const Way* way = nullptr;
  Room room = 0;
};

// Of the ways on, best first, the first one that is open or the one with the most free space (the
// first of equals); an escape only where nothing else is open. room(way): 0 where the packet has no
// room there now; free_space(way, room) is asked of ways with room alone.
template <class Room, class Ways, class RoomOf, class FreeSpace>
auto choose_way(Selection rule, const Ways& ways, const RoomOf& room_of,
                const FreeSpace& free_space) {
  using Way = std::ranges::range_value_t<Ways>;
  if (ways.size() == 1) return Chosen<Way, Room>{&*ways.begin(), room_of(*ways.begin())};
  Chosen<Way, Room> best;
  std::uint32_t most = 0;
  for (const Way& way : ways) {
    const Room room = room_of(way);
    if (room == 0 || (way.escape && best.way != nullptr)) continue;
    if (rule == Selection::kFirst) return Chosen<Way, Room>{&way, room};
    const std::uint32_t free = free_space(way, room);
    if (best.way != nullptr && free <= most) continue;
    best = {&way, room};
    most = free;
  }
  return best;
}

// Bubble flow control: packets for which the next buffer must have room. One that enters the ring
// of an escape leaves room for another behind it, so that the ring keeps moving; docs/deadlock.md
// gives the reasons. goes_on(): it is on this ring, in this VC class, already.
template <class GoesOn>
std::uint16_t bubble_room(bool adaptive_class, bool on_ring, const GoesOn& goes_on) {
  return adaptive_class || !on_ring || goes_on() ? 1 : 2;
}

}  // namespace orthant
