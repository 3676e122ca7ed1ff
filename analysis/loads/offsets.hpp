// Offsets, the hops from a message to its destination in each dimension of a mesh, torus or
// hypercube, and the orders in which policies try the dimensions.
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

// Numbers the offsets between two routers. An offset is the number of hops in each dimension,
// whatever their direction: 0 to k/2 on a ring and 0 to k-1 on a line. Dimension 0 varies fastest,
// so every hop towards the destination leads to an offset with a smaller number.
class Offsets {
 public:
  explicit Offsets(const Grid& grid);

  std::size_t size() const { return size_; }
  std::size_t dimensions() const { return max_hops_.size(); }
  std::uint32_t hops(std::size_t offset, std::size_t d) const {
    return static_cast<std::uint32_t>(offset / strides_[d] % (max_hops_[d] + 1));
  }
  std::uint32_t distance(std::size_t offset) const;
  // Number of neighbours in dimension d that are closer to the destination: 2 if both directions
  // around the ring are equally short.
  unsigned directions(std::size_t offset, std::size_t d) const {
    const std::uint32_t h = hops(offset, d);
    return h == 0 ? 0 : h == tie_[d] ? 2 : 1;
  }
  // The offset after one hop in dimension d.
  std::size_t next(std::size_t offset, std::size_t d) const { return offset - strides_[d]; }
  // Number of ordered pairs of routers with this offset.
  double pairs(std::size_t offset) const;
  // Formats as in "3x1".
  std::string text(std::size_t offset) const;
  std::size_t at(std::span<const std::uint32_t> hops) const;

 private:
  std::vector<std::uint32_t> radices_;
  std::vector<bool> ring_;
  std::vector<std::uint32_t> max_hops_;  // hops, per dimension
  std::vector<std::uint32_t> tie_;  // hops at which both directions are equally short; 0: never
  std::vector<std::size_t> strides_;
  std::size_t size_ = 1;
};

// The dimensions of an offset in the order in which a policy tries them; both directions of a
// dimension count as one.
class PolicyOrder {
 public:
  PolicyOrder() = default;
  std::span<const std::uint8_t> dimensions() const& { return {dimensions_.data(), size_}; }
  std::span<std::uint8_t> dimensions() & { return {dimensions_.data(), size_}; }
  // Deleted, since a temporary would be destroyed before a loop over its dimensions.
  std::span<const std::uint8_t> dimensions() const&& = delete;
  void push_back(std::size_t d) { dimensions_[size_++] = static_cast<std::uint8_t>(d); }
  bool operator==(const PolicyOrder& other) const {
    return std::ranges::equal(dimensions(), other.dimensions());
  }

 private:
  std::array<std::uint8_t, 8> dimensions_{};
  std::uint8_t size_ = 0;
};

// The dimensions in which an offset has hops left, ascending.
PolicyOrder eligible_dimensions(const Offsets& offsets, std::size_t offset);

enum class Policy { kOptimal, kMp, kZ2, kDorRetry, kDorStrict, kRandom };

}  // namespace orthant
