// A FIFO that is short most of the time: one contiguous block, compacted when it runs empty or its
// popped prefix gets long.
#pragma once

#include <cassert>
#include <cstddef>
#include <vector>

#include "base/archive.hpp"

namespace orthant {

template <class T>
class Fifo {
 public:
  bool empty() const { return head_ == items_.size(); }
  const T& front() const {
    assert(!empty());
    return items_[head_];
  }
  void push_back(const T& item) { items_.push_back(item); }
  void pop_front() {
    assert(!empty());
    if (++head_ < items_.size() && head_ < kMaxPopped) return;
    items_.erase(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(head_));
    head_ = 0;
  }

  auto begin() const { return items_.begin() + static_cast<std::ptrdiff_t>(head_); }
  auto end() const { return items_.end(); }

  void state(Archive& archive) {
    std::vector<T> left(begin(), end());
    archive(left);
    items_.swap(left);
    head_ = 0;
  }

 private:
  static constexpr std::size_t kMaxPopped = 64;

  std::vector<T> items_;
  std::size_t head_ = 0;  // items before this index are popped
};

}  // namespace orthant
