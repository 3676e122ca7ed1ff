// Sections with axes change places among themselves, and so do the axes.
//
// Tested by: tests/app/config_test.cpp
#include "app/config/ini_order.hpp"

#include <algorithm>
#include <string_view>

#include "app/keys/keys.hpp"

namespace orthant {
namespace {

std::string_view section_of(std::size_t key) { return key_table()[key].section(); }

template <class Items, class Item>
bool contains(const Items& items, const Item& item) {
  return std::ranges::find(items, item) != std::ranges::end(items);
}

// The sections of `keys`, in their order.
std::vector<std::string_view> sections_of(std::span<const std::size_t> keys) {
  std::vector<std::string_view> sections;
  for (const std::size_t key : keys)
    if (!contains(sections, section_of(key))) sections.push_back(section_of(key));
  return sections;
}

// The axes before the first one that would begin a section a second time.
std::span<const std::size_t> in_whole_sections(std::span<const std::size_t> axes) {
  for (std::size_t a = 1; a < axes.size(); ++a)
    if (section_of(axes[a]) != section_of(axes[a - 1]) &&
        contains(sections_of(axes.first(a)), section_of(axes[a])))
      return axes.first(a);
  return axes;
}

// Those of `items` that are in `order` change places so that they follow it.
template <class Item>
void put_in_order(std::vector<Item>& items, std::span<const Item> order) {
  auto next = order.begin();
  for (Item& item : items)
    if (contains(order, item)) item = *next++;
}

}  // namespace

std::vector<std::size_t> writing_order(std::span<const std::size_t> keys,
                                       std::span<const std::size_t> axes) {
  const std::span<const std::size_t> placed = in_whole_sections(axes);
  const std::span<const std::size_t> later = axes.subspan(placed.size());
  std::vector<std::size_t> order;
  for (const std::size_t key : keys)
    if (!contains(later, key)) order.push_back(key);
  std::vector<std::string_view> sections = sections_of(order);
  put_in_order<std::string_view>(sections, sections_of(placed));
  std::ranges::stable_sort(
      order, {}, [&](std::size_t key) { return std::ranges::find(sections, section_of(key)); });
  put_in_order(order, placed);
  order.insert(order.end(), later.begin(), later.end());
  return order;
}

}  // namespace orthant
