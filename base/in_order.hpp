// Items that come in any order, given on in their order.
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace orthant {

// Invariants:
// 1. what waits has a number of at least next().
// 2. an item is given on once, after all items with smaller numbers.
template <class Item>
class InOrder {
 public:
  // The number of the item that is given on next.
  std::size_t next() const { return next_; }
  // Items before `next` have been given on already.
  void skip_to(std::size_t next) {
    next_ = next;
    waiting_.erase(waiting_.begin(), waiting_.lower_bound(next));
  }
  // An item whose turn is over is dropped.
  void put(std::size_t number, Item item) {
    if (number >= next_) waiting_.insert_or_assign(number, std::move(item));
  }
  // The items that no gap precedes any more.
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
