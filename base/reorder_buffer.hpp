// A reorder buffer: items arrive in any order and leave in the order of their numbers.
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace orthant {

// Invariants:
// 1. Every waiting number is at least next().
// 2. An item leaves once, after all items with smaller numbers.
template <class Item>
class ReorderBuffer {
 public:
  // The number of the item that leaves next.
  std::size_t next() const { return next_; }
  // Treats all items before `next` as having left.
  void skip_to(std::size_t next) {
    next_ = next;
    waiting_.erase(waiting_.begin(), waiting_.lower_bound(next));
  }
  // Items with a number below next() are dropped.
  void put(std::size_t number, Item item) {
    if (number >= next_) waiting_.insert_or_assign(number, std::move(item));
  }
  // Removes and returns the items that no longer wait for a smaller number.
  std::vector<Item> take() {
    std::vector<Item> items;
    while (!waiting_.empty() && waiting_.begin()->first == next_) {
      items.push_back(std::move(waiting_.begin()->second));
      waiting_.erase(waiting_.begin());
      ++next_;
    }
    return items;
  }

 private:
  std::size_t next_ = 0;
  std::map<std::size_t, Item> waiting_;
};

}  // namespace orthant
