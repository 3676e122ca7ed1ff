// Linear forwarding tables, by which InfiniBand switches forward: for every switch a port for every
// LID. As text they are what OpenSM and ibroute dump, and what OpenSM loads.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/line_reader.hpp"
#include "routing/routing.hpp"

namespace orthant {

// The tables of a routing with one path for every pair, whose next hop depends on the destination
// alone. Throws KeyError("routing.algorithm") for any other.
std::string forwarding_tables_text(const Topology& topology, const ObliviousRouting& routing);

// For every destination router the different ways to its nodes.
class ForwardingTables {
 public:
  // Reads the tables of this network. Throws KeyError(key, "FILE:LINE: ..."), also where a packet
  // would not arrive.
  ForwardingTables(const std::string& key, const std::string& file, const Topology& topology);

  // Paths from s to the nodes of t (to t itself where it has none), one for each.
  std::size_t path_count(RouterId t) const { return targets_[t.index()].size(); }
  void append_path(RouterId s, RouterId t, std::size_t i, Path& path) const;
  std::size_t longest() const { return longest_; }  // hops
  // A router some of whose nodes are reached in other ways than others; nullopt: there is none.
  std::optional<RouterId> router_of_many_ways() const;

 private:
  void read(LineReader& reader, const Fabric& fabric,
            const std::map<std::uint32_t, std::uint32_t>& column_of_lid);
  // From every router to t by this column.
  void follow_all(const LineReader& reader, RouterId t, std::uint32_t column);
  // The switch of a node hands it over to it.
  void check_last_hops(const LineReader& reader) const;

  std::vector<std::vector<std::uint32_t>> targets_;  // per router: columns of its nodes
  std::size_t columns_ = 0;
  static constexpr std::uint8_t kNone = 0xff;
  std::vector<std::uint8_t> ports_;  // [router][column]: the port of the next hop
  const Topology& topology_;
  std::size_t longest_ = 0;
};

}  // namespace orthant
