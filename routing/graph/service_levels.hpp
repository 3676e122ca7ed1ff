// InfiniBand service levels: a packet's level follows from its source and destination, and every
// switch maps the level, input port and output port to the virtual lane of the next channel. LASH,
// DFSSSP and torus-2QoS avoid deadlock in this way.
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

  // Reads the levels of pairs (saquery -p, or lines SLID DLID SL) and maps (opensm-sl2vl.dump, or
  // smpquery sl2vl) from one file, in any order. Without pairs all levels are 0; without maps the
  // lane is the level. Throws KeyError(key, "FILE:LINE: ...").
  ServiceLevels(const std::string& key, const std::string& file, const Topology& topology,
                const ForwardingTables& tables);

  // Sets the VC classes of the legs of a path, which have one hop each, to the virtual lanes of
  // these hops. The path leads to `destination` by the given column of its node. Throws KeyError if
  // the file does not define the lanes.
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
  std::vector<std::uint8_t> levels_;  // [node][column]; empty: all 0
  using Map = std::array<std::uint8_t, kLevels>;
  std::vector<Map> maps_;               // [router][in][out]; empty: the lane is the level
  std::vector<std::size_t> first_map_;  // per router
};

}  // namespace orthant
