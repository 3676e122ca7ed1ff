#include "base/cores.hpp"

#include <hwloc.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace orthant {
namespace {

using Set = std::unique_ptr<hwloc_bitmap_s, decltype(&hwloc_bitmap_free)>;

Set set_of(const std::vector<CoreNumber>& cores) {
  Set set(hwloc_bitmap_alloc(), &hwloc_bitmap_free);
  for (const CoreNumber core : cores) hwloc_bitmap_set(set.get(), core);
  return set;
}

std::vector<CoreNumber> numbers_in(hwloc_const_bitmap_t set) {
  std::vector<CoreNumber> numbers;
  for (int c = hwloc_bitmap_first(set); c >= 0; c = hwloc_bitmap_next(set, c))
    numbers.push_back(static_cast<CoreNumber>(c));
  return numbers;
}

// What the system tells of the machine, once.
class Machine {
 public:
  Machine() {
    hwloc_topology_init(&topology_);
    hwloc_topology_load(topology_);
  }
  ~Machine() { hwloc_topology_destroy(topology_); }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // Of each core its numbers, neighbours beside each other.
  std::vector<std::vector<CoreNumber>> cores() const {
    std::vector<std::vector<CoreNumber>> found;
    hwloc_obj_t core = nullptr;
    while ((core = hwloc_get_next_obj_by_type(topology_, HWLOC_OBJ_CORE, core)) != nullptr)
      found.push_back(numbers_in(core->cpuset));
    return found;
  }
  // Empty: the system does not say.
  std::vector<CoreNumber> of_this_thread() const {
    const Set set = set_of({});
    if (hwloc_get_cpubind(topology_, set.get(), HWLOC_CPUBIND_THREAD) != 0) return {};
    return numbers_in(set.get());
  }
  void keep_this_thread_on(const std::vector<CoreNumber>& numbers) const {
    if (!numbers.empty()) hwloc_set_cpubind(topology_, set_of(numbers).get(), HWLOC_CPUBIND_THREAD);
  }

 private:
  hwloc_topology_t topology_ = nullptr;
};

const Machine& machine() {
  static const Machine found;
  return found;
}

}  // namespace

std::vector<CoreNumber> usable_cores() {
  const std::vector<CoreNumber> allowed = machine().of_this_thread();
  std::vector<std::pair<std::size_t, CoreNumber>> found;  // how many of the same core come before
  for (const std::vector<CoreNumber>& core : machine().cores()) {
    std::size_t before = 0;
    for (const CoreNumber number : core)
      if (std::ranges::binary_search(allowed, number)) found.emplace_back(before++, number);
  }
  std::ranges::stable_sort(found, {}, &std::pair<std::size_t, CoreNumber>::first);
  std::vector<CoreNumber> usable;
  for (const auto& [before, number] : found) usable.push_back(number);
  return usable;
}

Pin::Pin(CoreNumber core) : before_(machine().of_this_thread()) {
  machine().keep_this_thread_on({core});
}

Pin::~Pin() { machine().keep_this_thread_on(before_); }

}  // namespace orthant
