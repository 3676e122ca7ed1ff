// Permutes the sections with axes among their places, and the axes among theirs.
//
// Tested by: tests/app/config_test.cpp
#include "app/config/ini_order.hpp"

#include <algorithm>
#include <string>

namespace orthant {
namespace {

using SectionOf = FunctionRef<std::string(std::size_t)>;

template <class Items, class Item>
bool contains(const Items& items, const Item& item) {
  return std::ranges::find(items, item) != std::ranges::end(items);
}

// The sections of `keys` in order of first use.
std::vector<std::string> sections_of(std::span<const std::size_t> keys, SectionOf section_of) {
  std::vector<std::string> sections;
  for (const std::size_t key : keys)
    if (!contains(sections, section_of(key))) sections.push_back(section_of(key));
  return sections;
}

// Returns the axes before the first axis that would begin a section a second time.
std::span<const std::size_t> in_whole_sections(std::span<const std::size_t> axes,
                                               SectionOf section_of) {
  for (std::size_t a = 1; a < axes.size(); ++a)
    if (section_of(axes[a]) != section_of(axes[a - 1]) &&
        contains(sections_of(axes.first(a), section_of), section_of(axes[a])))
      return axes.first(a);
  return axes;
}

// Permutes the items that are in `order` among their places so that they follow it.
template <class Item>
void put_in_order(std::vector<Item>& items, std::span<const Item> order) {
  auto next = order.begin();
  for (Item& item : items)
    if (contains(order, item)) item = *next++;
}

}  // namespace

std::vector<std::size_t> writing_order(std::span<const std::size_t> keys,
                                       std::span<const std::size_t> axes, SectionOf section_of) {
  const std::span<const std::size_t> placed = in_whole_sections(axes, section_of);
  const std::span<const std::size_t> later = axes.subspan(placed.size());
  std::vector<std::size_t> order;
  for (const std::size_t key : keys)
    if (!contains(later, key)) order.push_back(key);
  std::vector<std::string> sections = sections_of(order, section_of);
  put_in_order<std::string>(sections, sections_of(placed, section_of));
  std::ranges::stable_sort(
      order, {}, [&](std::size_t key) { return std::ranges::find(sections, section_of(key)); });
  put_in_order(order, placed);
  order.insert(order.end(), later.begin(), later.end());
  return order;
}

}  // namespace orthant
