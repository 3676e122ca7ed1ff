// Assigns virtual channels to the classes of a routing algorithm.
#include "routing/vc_classes.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

namespace orthant {

std::vector<VcRange> split_vcs(std::span<const VcClass> classes, std::uint32_t vcs) {
  assert(vcs >= 1 && std::ranges::count_if(classes, &VcClass::adaptive) <= 1);
  const auto count = static_cast<std::uint32_t>(classes.size());
  const bool any_adaptive = std::ranges::any_of(classes, &VcClass::adaptive);
  // VCs per class, and the number of classes with one more.
  const std::uint32_t each = any_adaptive ? 1 : (count == 0 ? 0 : vcs / count);
  const std::uint32_t one_more = any_adaptive || count == 0 ? 0 : vcs % count;

  std::vector<VcRange> ranges;
  std::uint32_t next = 0;
  std::uint32_t fixed_left = any_adaptive ? count - 1 : 0;
  for (std::uint32_t c = 0; c < count; ++c) {
    const std::uint32_t left = vcs - next;
    std::uint32_t share = std::min(left, each + (c < one_more ? 1 : 0));
    if (classes[c].adaptive) {
      share = left > fixed_left ? left - fixed_left : 0;
    } else if (any_adaptive) {
      --fixed_left;
    }
    const bool shared = share == 0;
    ranges.push_back({.first = static_cast<std::uint8_t>(shared ? c % vcs : next),
                      .count = static_cast<std::uint8_t>(shared ? 1 : share),
                      .shared = shared});
    next += share;
  }
  return ranges;
}

std::vector<std::uint8_t> priority_order(std::span<const VcClass> classes) {
  std::vector<std::uint8_t> order(classes.size());
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  std::ranges::sort(order, [&](std::uint8_t a, std::uint8_t b) {
    if (classes[a].adaptive != classes[b].adaptive) return classes[b].adaptive;
    return std::pair(classes[a].phase, a) > std::pair(classes[b].phase, b);
  });
  return order;
}

std::vector<VcRange> split_vcs_by_priority(std::span<const VcClass> classes, std::uint32_t vcs) {
  const std::vector<std::uint8_t> order = priority_order(classes);
  std::vector<VcClass> sorted;
  for (const std::uint8_t c : order) sorted.push_back(classes[c]);
  const std::vector<VcRange> split = split_vcs(sorted, vcs);
  std::vector<VcRange> ranges(classes.size());
  for (std::size_t i = 0; i < order.size(); ++i) ranges[order[i]] = split[i];
  return ranges;
}

}  // namespace orthant
