// router.selection: which of the open candidates a packet takes, with either node model.
#pragma once

#include <cstdint>
#include <ranges>

namespace orthant {

// What a selection knows of a candidate that is open to a packet.
struct OpenCandidate {
  // Input-queued: credits in all VCs that the candidate may use, owned ones included.
  // Output-queued: free slots of its queue.
  std::uint32_t free_space = 0;
};

// A rule that selects. To add a rule, define a constant here and add its name to the values of
// router.selection (app/keys/network_keys.cpp).
struct Selection {
  // Selects the open candidate of the greatest preference, of equals the first; candidates are
  // listed best first. nullptr: selects the first open candidate.
  std::uint32_t (*preference)(const OpenCandidate& candidate) = nullptr;
  bool reads_free_space = false;
};

inline constexpr Selection kFirstOpen{};
inline constexpr Selection kMostFreeSpace{
    .preference = [](const OpenCandidate& open) { return open.free_space; },
    .reads_free_space = true};

// A candidate, and the VCs or slots of it that are open to the packet; 0: none is.
template <class Listed, class Open>
struct Chosen {
  const Listed* candidate = nullptr;
  Open open = 0;
};

// Returns the candidate that the selection prefers; an escape only if no other candidate is open.
// open_of(candidate) returns what is open of it now, else 0. free_space(candidate, open) is
// evaluated for open candidates alone.
template <class Open, class List, class OpenOf, class FreeSpace>
auto choose_candidate(const Selection& selection, const List& candidates, const OpenOf& open_of,
                      const FreeSpace& free_space) {
  using Listed = std::ranges::range_value_t<List>;
  if (candidates.size() == 1)
    return Chosen<Listed, Open>{&*candidates.begin(), open_of(*candidates.begin())};
  Chosen<Listed, Open> best;
  std::uint32_t greatest = 0;
  for (const Listed& candidate : candidates) {
    const Open open = open_of(candidate);
    if (open == 0 || (candidate.escape && best.candidate != nullptr)) continue;
    if (selection.preference == nullptr) return Chosen<Listed, Open>{&candidate, open};
    const std::uint32_t preference = selection.preference({free_space(candidate, open)});
    if (best.candidate != nullptr && preference <= greatest) continue;
    best = {&candidate, open};
    greatest = preference;
  }
  return best;
}

}  // namespace orthant
