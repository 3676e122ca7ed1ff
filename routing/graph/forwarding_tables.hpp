// Linear forwarding tables of InfiniBand switches: a port per switch and LID. Their text form is
// that of OpenSM and ibroute.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "routing/routing.hpp"

namespace orthant {

// Writes the tables of a routing with one path per pair whose next hop depends on the destination
// only. Throws KeyError("routing.algorithm") for any other routing.
std::string forwarding_tables_text(const Topology& topology, const ObliviousRouting& routing);

// The paths to the LIDs of every destination node. Routers without nodes neither send nor receive,
// so no path starts or ends there.
class ForwardingTables {
 public:
  enum class Lids {
    kBase,  // packets carry the first LID of their destination
    kAll    // packets carry any of its 2^lmc LIDs
  };

  // Reads the tables of this network. Throws KeyError(key, "FILE:LINE: ...") for any mistake,
  // including tables that do not deliver a packet.
  ForwardingTables(const std::string& key, const std::string& file, const Topology& topology,
                   Lids lids);

  // Every LID in use has a column; the columns of a node, and of a router's nodes, are contiguous.
  struct Columns {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  Columns columns_of(NodeId n) const {
    return {first_[n.index()], first_[n.index() + 1] - first_[n.index()]};
  }
  std::size_t column_count() const { return columns_; }
  // Appends the path from router s to the node of this column, on router t; both have nodes.
  void append_path(RouterId s, RouterId t, std::uint32_t column, Path& path) const;
  std::size_t longest() const { return longest_; }  // hops

 private:
  class Reader;

  static constexpr std::uint8_t kNone = 0xff;
  std::uint8_t& port(RouterId r, std::uint32_t column) {
    return ports_[r.index() * columns_ + column];
  }
  std::uint8_t port(RouterId r, std::uint32_t column) const {
    return ports_[r.index() * columns_ + column];
  }

  const Topology& topology_;
  std::vector<std::uint32_t> first_;  // per node: its first column; nodes + 1 entries
  std::size_t columns_ = 0;
  std::vector<std::uint8_t> ports_;  // [router][column]: port of the next hop
  std::size_t longest_ = 0;
};

}  // namespace orthant
