// Service levels of InfiniBand: every packet has one, by its source and destination, and every
// switch has a map from the level, the port of arrival and the next port to the virtual lane of the
// next channel. This is how LASH, DFSSSP and torus-2QoS keep packets from deadlock.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "routing/graph/forwarding_tables.hpp"
#include "topology/topology.hpp"

namespace orthant {

class ServiceLevels {
 public:
  static constexpr std::size_t kLevels = 16;

  // Reads levels of pairs (saquery -p, or lines SLID DLID SL) and maps (opensm-sl2vl.dump, or
  // smpquery sl2vl), one after the other in one file. Without any pair the level is 0, without any
  // map a lane has the number of the level. Throws KeyError(key, "FILE:LINE: ...").
  ServiceLevels(const std::string& key, const std::string& file, const Topology& topology,
                const ForwardingTables& tables);

  // Writes the lanes of a path to a node, by one of its columns, into the VC classes of the legs,
  // which have one hop each. Throws KeyError where the file does not say.
  void set_lanes(NodeId source, NodeId destination, std::uint32_t column, Path& path) const;

 private:
  class Reader;

  static constexpr std::uint8_t kUnknown = 0xff;
  std::size_t map_of(RouterId r, PortId in, PortId out) const {
    return first_map_[r.index()] + in.index() * topology_.port_count(r) + out.index();
  }

  const Topology& topology_;
  std::string key_, file_;
  std::size_t columns_ = 0;
  std::vector<std::uint8_t> levels_;  // [node][column]; empty: all are 0
  using Map = std::array<std::uint8_t, kLevels>;
  std::vector<Map> maps_;               // [router][in][out]; empty: the lane is the level
  std::vector<std::size_t> first_map_;  // per router
};

}  // namespace orthant
