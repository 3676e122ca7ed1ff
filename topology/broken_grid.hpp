// Coordinates of a grid, twisted or not, of which channels are missing or to which links are added.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "topology/grid.hpp"
#include "topology/structure.hpp"

namespace orthant {

// Routers, ports 2d and 2d + 1 and coordinates are those of the whole grid; added links have the
// ports after them. Distances are counted over the channels that exist.
class BrokenGrid final : public Structure {
 public:
  // Routers whose tables of distances, which grow with their square, stay below 128 MiB.
  static constexpr std::size_t kMaxRouters = 8192;

  // `channels` are those that exist.
  BrokenGrid(std::shared_ptr<const Structure> whole, std::size_t routers,
             std::span<const Channel> channels);

  const Structure& whole() const { return *whole_; }
  std::shared_ptr<const Structure> shared_whole() const { return whole_; }
  // Two routers that are farther apart than on the whole grid; nullopt if there are none.
  std::optional<std::pair<RouterId, RouterId>> first_detour() const;

  std::size_t dimensions() const override { return whole_->dimensions(); }
  std::uint32_t radix(std::size_t d) const override { return whole_->radix(d); }
  std::uint32_t coordinate(RouterId r, std::size_t d) const override {
    return whole_->coordinate(r, d);
  }
  bool has_ring(std::size_t d) const override { return whole_->has_ring(d); }
  RouterId router_at(std::span<const std::uint32_t> coordinates) const override {
    return whole_->router_at(coordinates);
  }
  // Requires a path.
  std::uint32_t distance(RouterId from, RouterId to) const override;
  // Over the pairs that have a path; exact.
  double mean_distance() const override { return mean_distance_; }
  std::string direction(RouterId r, PortId port) const override;
  std::size_t memory_bytes() const override;

 private:
  std::shared_ptr<const Structure> whole_;
  std::size_t routers_;
  std::vector<std::uint16_t> distances_;  // [from][to]; kNoPath if there is none
  double mean_distance_ = 0;
};

}  // namespace orthant
