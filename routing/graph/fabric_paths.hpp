// Paths of packets through the switches of an InfiniBand fabric: forwarding tables, and service
// levels if they are given.
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "routing/graph/forwarding_tables.hpp"
#include "routing/graph/service_levels.hpp"

namespace orthant {

class FabricPaths {
 public:
  FabricPaths(const Topology& topology, ForwardingTables tables,
              std::optional<ServiceLevels> levels);

  // One class for each virtual lane in use, by ascending lane; a single one without service levels.
  const std::vector<VcClass>& vc_classes() const { return classes_; }
  std::size_t longest() const { return tables_.longest(); }  // hops
  // A router whose nodes are reached by different paths or lanes; nullopt if there is none.
  std::optional<RouterId> router_with_differing_paths() const;

  // Number of nodes of s whose paths may differ; without service levels one represents all.
  std::size_t sources(RouterId s) const { return levels_ ? topology_.node_count_of(s) : 1; }
  // Number of LIDs of a node of t in use.
  std::size_t lids(RouterId t, std::size_t node) const {
    return tables_.columns_of(node_of(t, node)).count;
  }
  // Builds the path from the i-th node of s to a LID of the j-th node of t; both routers have
  // nodes.
  void build(RouterId s, std::size_t i, RouterId t, std::size_t j, std::uint32_t lid,
             Path& path) const;
  // Calls visit(path, share) for every source, node of t and LID; the shares sum to 1. Visits
  // nothing if s or t has no nodes.
  template <class Visit>
  void for_each(RouterId s, RouterId t, const Visit& visit) const;

 private:
  NodeId node_of(RouterId r, std::size_t i) const {
    return NodeId{topology_.first_node_of(r).index() + i};
  }
  template <class Visit>
  void for_each_pair(const Visit& visit) const;
  void number_lanes();

  const Topology& topology_;
  ForwardingTables tables_;
  std::optional<ServiceLevels> levels_;
  std::vector<VcClass> classes_;
  std::array<std::uint8_t, kMaxVcClasses> class_of_lane_ = {};
};

template <class Visit>
void FabricPaths::for_each(RouterId s, RouterId t, const Visit& visit) const {
  Path path;
  const std::size_t nodes = topology_.node_count_of(t), sources = this->sources(s);
  for (std::size_t j = 0; j < nodes && topology_.has_nodes(s); ++j) {
    const std::size_t lids = this->lids(t, j);
    for (std::uint32_t lid = 0; lid < lids; ++lid) {
      for (std::size_t i = 0; i < sources; ++i) {
        build(s, i, t, j, lid, path);
        visit(std::as_const(path), 1 / static_cast<double>(nodes * lids * sources));
      }
    }
  }
}

}  // namespace orthant
