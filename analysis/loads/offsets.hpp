// What is left of a message's way on a mesh, torus or hypercube, and the orders in which policies try
// its dimensions.
//
// Tested by: tests/analysis/shortest_path_policy_test.cpp
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "topology/topology.hpp"

namespace orthant {

// What is left of a way to its destination, up to symmetry: hops in each dimension, 0 to k/2 on a
// ring and 0 to k-1 on a line, numbered with dimension 0 fastest. Every hop leads to a smaller
// number.
class Offsets {
 public:
  explicit Offsets(const Grid& grid);

  std::size_t size() const { return size_; }
  std::size_t dimensions() const { return most_.size(); }
  std::uint32_t hops(std::size_t offset, std::size_t d) const {
    return static_cast<std::uint32_t>(offset / strides_[d] % (most_[d] + 1));
  }
  std::uint32_t distance(std::size_t offset) const;
  // Eligible neighbours in dimension d: 2 where both ways round the ring are equally short.
  unsigned ways(std::size_t offset, std::size_t d) const {
    const std::uint32_t h = hops(offset, d);
    return h == 0 ? 0 : h == tie_[d] ? 2 : 1;
  }
  // The offset one hop on in dimension d.
  std::size_t next(std::size_t offset, std::size_t d) const { return offset - strides_[d]; }
  // Ordered pairs of routers that are so far apart.
  double pairs(std::size_t offset) const;
  // "3x1"
  std::string text(std::size_t offset) const;
  std::size_t at(std::span<const std::uint32_t> hops) const;

 private:
  std::vector<std::uint32_t> radices_;
  std::vector<bool> ring_;
  std::vector<std::uint32_t> most_;  // hops, per dimension
  std::vector<std::uint32_t> tie_;   // hops at which both ways are equally short; 0: never
  std::vector<std::size_t> strides_;
  std::size_t size_ = 1;
};

// Dimensions of an offset in the order in which a policy tries them, both ways round together.
class DimensionOrder {
 public:
  DimensionOrder() = default;
  std::span<const std::uint8_t> dimensions() const& { return {dimensions_.data(), size_}; }
  std::span<std::uint8_t> dimensions() & { return {dimensions_.data(), size_}; }
  // Of a temporary they would be gone before a loop over them begins.
  std::span<const std::uint8_t> dimensions() const&& = delete;
  void push_back(std::size_t d) { dimensions_[size_++] = static_cast<std::uint8_t>(d); }
  bool operator==(const DimensionOrder& other) const {
    return std::ranges::equal(dimensions(), other.dimensions());
  }

 private:
  std::array<std::uint8_t, 8> dimensions_{};
  std::uint8_t size_ = 0;
};

// The dimensions in which an offset has hops left, ascending.
DimensionOrder eligible_dimensions(const Offsets& offsets, std::size_t offset);

enum class Policy { kOptimal, kMp, kZ2, kDorRetry, kDorStrict, kRandom };

}  // namespace orthant
