// What is known of a regular network beyond its channels: where each router is. Kinds of structures
// derive from it and add what only they have (topology/grid.hpp: rings).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/ids.hpp"

namespace orthant {

class Structure {
 public:
  virtual ~Structure() = default;
  // A router has one coordinate per dimension d, below radix(d).
  virtual std::size_t dimensions() const = 0;
  virtual std::uint32_t radix(std::size_t d) const = 0;
  virtual std::uint32_t coordinate(RouterId r, std::size_t d) const = 0;
  // True if the lines of dimension d are closed to rings, or were before channels went missing.
  virtual bool has_ring(std::size_t d) const = 0;
  // Takes one coordinate per dimension, each below its radix.
  virtual RouterId router_at(std::span<const std::uint32_t> coordinates) const = 0;
  // Hops on a shortest path.
  virtual std::uint32_t distance(RouterId from, RouterId to) const = 0;
  // Of two routers drawn at random, which may be the same; about.
  virtual double mean_distance() const = 0;
  // Name of the direction of a router's channel port, as "-x".
  virtual std::string direction(RouterId r, PortId port) const = 0;
  virtual std::size_t memory_bytes() const = 0;

 protected:
  Structure() = default;
  Structure(const Structure&) = default;
  Structure(Structure&&) = default;
  Structure& operator=(const Structure&) = default;
  Structure& operator=(Structure&&) = default;
};

}  // namespace orthant
