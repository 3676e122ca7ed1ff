// A vector for large, randomly accessed arrays: it requests huge pages, without which most accesses
// to a large network would also miss the TLB.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace orthant {

template <class T>
struct LargePageAllocator {
  using value_type = T;
  static constexpr std::size_t kPage = std::size_t{1} << 21;

  LargePageAllocator() = default;
  template <class U>
  LargePageAllocator(const LargePageAllocator<U>&) {}

  T* allocate(std::size_t n) {
    const std::size_t bytes = n * sizeof(T);
    if (bytes < kPage) return static_cast<T*>(::operator new (bytes, std::align_val_t{alignof(T)}));
    const std::size_t pages = (bytes + kPage - 1) / kPage * kPage;
    void* memory = std::aligned_alloc(kPage, pages);
    if (memory == nullptr) throw std::bad_alloc();
#ifdef __linux__
    ::madvise(memory, pages, MADV_HUGEPAGE);  // a hint; failure costs speed only
#endif
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t n) {
    if (n * sizeof(T) < kPage) return ::operator delete (memory, std::align_val_t{alignof(T)});
    std::free(memory);
  }

  bool operator==(const LargePageAllocator&) const = default;
};

template <class T>
using LargeVector = std::vector<T, LargePageAllocator<T>>;

}  // namespace orthant
