// Coordinates of a torus, mesh or hypercube.
#include "topology/grid.hpp"

#include <cassert>
#include <cstdlib>

namespace orthant {

Grid::Grid(std::vector<std::uint32_t> radices, DimensionMask wrapped)
    : radices_(std::move(radices)), wrapped_(wrapped) {
  std::size_t routers = 1;
  for (const std::uint32_t radix : radices_) {
    assert(radix >= 1 && radix <= 0xffff);
    strides_.push_back(static_cast<std::uint32_t>(routers));
    routers *= radix;
  }
  coordinates_.reserve(routers * dimensions());
  for (std::size_t r = 0; r < routers; ++r) {
    for (std::size_t d = 0; d < dimensions(); ++d) {
      coordinates_.push_back(static_cast<std::uint16_t>(r / strides_[d] % radices_[d]));
    }
  }
}

RouterId Grid::router_at(std::span<const std::uint32_t> coordinates) const {
  assert(coordinates.size() == dimensions());
  std::size_t id = 0;
  for (std::size_t d = 0; d < dimensions(); ++d) {
    assert(coordinates[d] < radices_[d]);
    id += std::size_t{coordinates[d]} * strides_[d];
  }
  return RouterId{id};
}

std::uint32_t Grid::distance(RouterId from, RouterId to) const {
  std::uint32_t hops = 0;
  for (std::size_t d = 0; d < dimensions(); ++d) {
    hops += static_cast<std::uint32_t>(std::abs(offset(from, to, d)));
  }
  return hops;
}

double Grid::mean_distance() const {
  double hops = 0;
  for (std::size_t d = 0; d < dimensions(); ++d) {
    const double k = radix(d);
    hops += has_ring(d) ? k / 4 : (k * k - 1) / (3 * k);
  }
  return hops;
}

bool Grid::is_torus() const {
  for (std::size_t d = 0; d < dimensions(); ++d)
    if (radices_[d] >= 3 && !has_ring(d)) return false;
  return true;
}

std::string direction_name(PortId port) {
  const std::size_t d = Grid::dimension_of(port);
  const std::string name = d < 3 ? std::string(1, "xyz"[d]) : "d" + std::to_string(d);
  return (Grid::is_plus(port) ? '+' : '-') + name;
}

std::string Grid::direction(RouterId, PortId port) const { return direction_name(port); }

bool Grid::has_channel(RouterId r, PortId port) const {
  const std::size_t d = dimension_of(port);
  if (has_ring(d)) return true;
  return is_plus(port) ? coordinate(r, d) + 1 < radices_[d] : coordinate(r, d) > 0;
}

bool Grid::is_wrap(RouterId r, PortId port) const {
  const std::size_t d = dimension_of(port);
  return has_ring(d) && coordinate(r, d) == (is_plus(port) ? radices_[d] - 1 : 0);
}

RouterId Grid::neighbor(RouterId r, PortId port) const {
  const std::size_t d = dimension_of(port);
  const std::size_t stride = strides_[d];
  const std::size_t round = stride * (radices_[d] - 1);  // from one end of the line to the other
  if (is_plus(port)) return RouterId{is_wrap(r, port) ? r.index() - round : r.index() + stride};
  return RouterId{is_wrap(r, port) ? r.index() + round : r.index() - stride};
}

}  // namespace orthant
