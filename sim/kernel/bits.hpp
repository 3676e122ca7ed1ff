// Fixed-size sets of bits as wide as a router needs: one word for most, more by template.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace orthant {

// Calls f(bit) for each set bit, ascending.
template <class F>
void for_each_bit(std::uint64_t set, F&& f) {
  for (; set != 0; set &= set - 1) f(static_cast<unsigned>(std::countr_zero(set)));
}

template <int kWords>
struct Bits {
  std::array<std::uint64_t, kWords> word{};

  void set(unsigned bit) { word[bit >> 6] |= std::uint64_t{1} << (bit & 63); }
  void clear(unsigned bit) { word[bit >> 6] &= ~(std::uint64_t{1} << (bit & 63)); }
  // Sets the bit without a branch: for conditions that no processor can predict.
  void set_if(unsigned bit, bool condition) {
    word[bit >> 6] |= std::uint64_t{condition} << (bit & 63);
  }
  void clear_if(unsigned bit, bool condition) {
    word[bit >> 6] &= ~(std::uint64_t{condition} << (bit & 63));
  }
  bool test(unsigned bit) const { return (word[bit >> 6] >> (bit & 63)) & 1; }
  bool any() const {
    std::uint64_t all = 0;
    for (auto w : word) all |= w;
    return all != 0;
  }
  // True if more than one bit is set.
  bool several() const {
    std::uint64_t seen = 0;
    std::uint64_t again = 0;
    for (auto w : word) {
      again |= (w & (w - 1)) | (seen != 0 ? w : 0);
      seen |= w;
    }
    return again != 0;
  }
  // Bit i of the result is set if some bit i + k * stride is. `stride` is a power of two up to 64.
  std::uint64_t fold(unsigned stride) const {
    std::uint64_t all = 0;
    for (auto w : word) all |= w;
    for (unsigned width = 32; width >= stride; width /= 2) all |= all >> width;
    return stride == 64 ? all : all & ((std::uint64_t{1} << stride) - 1);
  }
  // The bits first + k * stride, for all k. `stride` is a power of two up to 64, first < stride.
  Bits column(unsigned first, unsigned stride) const {
    const std::uint64_t every =
        stride == 64 ? 1 : ~std::uint64_t{0} / ((std::uint64_t{1} << stride) - 1);
    Bits b;
    for (int i = 0; i < kWords; ++i) b.word[i] = word[i] & every << first;
    return b;
  }
  Bits& operator|=(const Bits& o) {
    for (int i = 0; i < kWords; ++i) word[i] |= o.word[i];
    return *this;
  }
  Bits& operator&=(const Bits& o) {
    for (int i = 0; i < kWords; ++i) word[i] &= o.word[i];
    return *this;
  }
  friend Bits operator|(Bits a, const Bits& b) { return a |= b; }
  friend Bits operator&(Bits a, const Bits& b) { return a &= b; }
  Bits operator~() const {
    Bits b;
    for (int i = 0; i < kWords; ++i) b.word[i] = ~word[i];
    return b;
  }
  // Calls f(bit) for each set bit, ascending. f may not rely on changes that it makes to this set.
  template <class F>
  void for_each(F&& f) const {
    for (unsigned i = 0; i < kWords; ++i)
      for_each_bit(word[i], [&](unsigned bit) { f(64 * i + bit); });
  }
};

// Returns the first set bit at or after `start`, wrapping. Requires set != 0 and start < 64.
inline unsigned round_robin_pick(std::uint64_t set, unsigned start) {
  const std::uint64_t ahead = set & (~std::uint64_t{0} << start);
  return static_cast<unsigned>(std::countr_zero(ahead != 0 ? ahead : set));
}

}  // namespace orthant
