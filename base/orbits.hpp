// Orbits of an index set under permutations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace orthant {

// Numbered in the order of their smallest members.
struct Orbits {
  std::vector<std::uint32_t> of;     // per index: its orbit
  std::vector<std::uint32_t> first;  // per orbit: its smallest member
  std::vector<std::uint32_t> size;   // per orbit

  std::size_t count() const { return first.size(); }
};

// The orbits of 0 .. count-1 under the group that `maps` permutations generate; image(map, index)
// is where one of them takes an index. O(count * maps).
template <class Image>
Orbits orbits_under(std::size_t count, std::size_t maps, const Image& image) {
  constexpr std::uint32_t kUnseen = std::numeric_limits<std::uint32_t>::max();
  Orbits orbits;
  orbits.of.assign(count, kUnseen);
  std::vector<std::uint32_t> open;
  for (std::size_t i = 0; i < count; ++i) {
    if (orbits.of[i] != kUnseen) continue;
    const auto number = static_cast<std::uint32_t>(orbits.first.size());
    orbits.first.push_back(static_cast<std::uint32_t>(i));
    orbits.size.push_back(0);
    orbits.of[i] = number;
    open.push_back(static_cast<std::uint32_t>(i));
    while (!open.empty()) {
      const std::uint32_t member = open.back();
      open.pop_back();
      ++orbits.size[number];
      // The powers of a permutation include its inverse, so images suffice.
      for (std::size_t map = 0; map < maps; ++map) {
        const std::size_t next = image(map, member);
        if (orbits.of[next] != kUnseen) continue;
        orbits.of[next] = number;
        open.push_back(static_cast<std::uint32_t>(next));
      }
    }
  }
  return orbits;
}

}  // namespace orthant
