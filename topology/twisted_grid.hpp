// Coordinates of a twisted torus: wrapping one dimension shifts other coordinates.
//
// Its routers form an abelian group, the integer vectors modulo the lattice that the wraps
// generate, and every port adds the same element at every router. So distances and shortest paths
// depend on the difference of two routers alone, and a step in the plus direction of a dimension,
// taken again and again, returns to its start: every dimension consists of rings.
// Source: Sequin 1981; Camara et al. 2010; Camarero, Martinez & Beivide 2015.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "base/limits.hpp"
#include "topology/structure.hpp"

namespace orthant {

// Wrapping `wrapped` in the plus direction adds `shift` to the coordinate in `shifted`; in the
// minus direction it subtracts it.
struct Twist {
  std::size_t wrapped = 0;
  std::size_t shifted = 0;
  std::uint32_t shift = 0;  // 1 .. radix(shifted) - 1
  bool operator==(const Twist&) const = default;
};

// Reads the value of topology.twist, "1>0:4 2>0:4", for these radices. Throws
// KeyError("topology.twist") for anything but twists of different pairs of these dimensions, or if
// a dimension is shifted, directly or by way of others, by its own wrap.
std::vector<Twist> parse_twists(std::string_view text, std::span<const std::uint32_t> radices);

// Router ids, ports and coordinates are numbered as those of Grid.
class TwistedGrid final : public Structure {
 public:
  // One signed number of hops per dimension: a path takes |hops| channels in the direction of the
  // sign.
  using Hops = std::span<const std::int16_t>;

  // The twists are valid for the radices, as by parse_twists().
  TwistedGrid(std::vector<std::uint32_t> radices, std::vector<Twist> twists);

  std::size_t dimensions() const override { return radices_.size(); }
  std::uint32_t radix(std::size_t d) const override { return radices_[d]; }
  std::uint32_t coordinate(RouterId r, std::size_t d) const override {
    return static_cast<std::uint32_t>(r.index() / strides_[d] % radices_[d]);
  }
  RouterId router_at(std::span<const std::uint32_t> coordinates) const override;
  std::size_t router_count() const { return routers_; }
  const std::vector<Twist>& twists() const { return twists_; }

  // The group: router 0 is the neutral element.
  RouterId add(RouterId a, RouterId b) const;
  RouterId subtract(RouterId a, RouterId b) const;
  // The router that `port` leads to.
  RouterId neighbor(RouterId r, PortId port) const {
    return neighbors_[r.index() * 2 * radices_.size() + port.index()];
  }
  // The router that `hops` steps in dimension d lead to, minus if negative.
  RouterId moved(RouterId r, std::size_t d, std::int64_t hops) const;

  // Hops from a router around its ring of dimension d; 1 if the dimension has no channels.
  std::uint32_t ring_length(std::size_t d) const { return ring_lengths_[d]; }
  bool has_ring(std::size_t d) const override { return ring_lengths_[d] > 1; }
  // Position of r on its ring, 0 .. ring_length(d) - 1, rising in the plus direction. The channel
  // from the last position to position 0 is the one that a dateline is at.
  std::uint32_t position(RouterId r, std::size_t d) const {
    return positions_[r.index() * radices_.size() + d];
  }
  // Number of the ring of dimension d that r is on, 0 .. routers / ring_length(d) - 1.
  std::uint32_t ring(RouterId r, std::size_t d) const {
    return rings_[r.index() * radices_.size() + d];
  }

  std::uint32_t distance(RouterId from, RouterId to) const override {
    return distances_[subtract(to, from).index()];
  }
  // Exact.
  double mean_distance() const override;
  std::uint32_t diameter() const;
  std::string direction(RouterId r, PortId port) const override;
  std::size_t memory_bytes() const override;

  // The shortest ways from one router to another: all vectors of hops of least length. Each stands
  // for all orders of its hops. |hops| in dimension d is at most ring_length(d) / 2. Ways with more
  // hops in dimension 0 come first; of as many, those in the plus direction; then dimension 1
  // decides, and so on. So without its next hop in the order of dimensions, the first way is the
  // first way from there.
  std::size_t shortest_count(RouterId from, RouterId to) const {
    const std::size_t g = subtract(to, from).index();
    return first_[g + 1] - first_[g];
  }
  Hops shortest(RouterId from, RouterId to, std::size_t i) const {
    const std::size_t n = radices_.size();
    return {hops_.data() + (first_[subtract(to, from).index()] + i) * n, n};
  }

 private:
  using Coordinates = std::array<std::int64_t, limits::kDimensions>;
  // The router with these coordinates, of any size, after the wraps that bring them into range.
  RouterId reduced(Coordinates coordinates) const;
  void find_rings();
  void find_shortest();

  std::vector<std::uint32_t> radices_;
  std::vector<Twist> twists_;
  std::vector<std::size_t> strides_;
  std::vector<std::size_t> order_;  // of dimensions: each before those that its wraps shift
  std::size_t routers_ = 1;
  std::vector<RouterId> neighbors_;          // [router][port]
  std::vector<std::uint32_t> ring_lengths_;  // per dimension
  std::vector<std::uint32_t> positions_;     // [router][dimension]
  std::vector<std::uint32_t> rings_;         // [router][dimension]
  std::vector<std::uint32_t> distances_;     // from router 0
  std::vector<std::size_t> first_;           // per difference, and one more: index into hops_
  std::vector<std::int16_t> hops_;           // [way][dimension]
};

}  // namespace orthant
