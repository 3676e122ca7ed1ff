// The fabrics of tests/data/fabric, and one as a string.
#pragma once

#include <string>

#include "topology/graph_files.hpp"

namespace orthant {

inline std::string fabric_data(const std::string& name) {
  return ORTHANT_SOURCE_DIR "/tests/data/fabric/" + name;
}

inline Topology fabric_of(const std::string& name) {
  return make_graph(
      "graph", read_graph(fabric_data(name + ".ibnetdiscover"), GraphFormat::kIbnetdiscover), {});
}

// Two switches with two links and three nodes, as ibnetdiscover prints them.
inline constexpr const char* kFabric = R"(#
# Topology file: generated on Tue Jun  5 14:15:10 2007
#

vendid=0x2c9
devid=0xb924
switchguid=0x2(2)
Switch	24 "S-0000000000000002"		# "left" base port 0 lid 3 lmc 0
[1]	"H-00000000000000a0"[1](a1) 		# "host a" lid 5 4xDDR
[2]	"H-00000000000000b0"[2](b2) 		# "host b" lid 6 4xDDR
[23]	"S-0000000000000001"[7]		# "right" lid 4 4xDDR
[22]	"S-0000000000000001"[9]		# "right" lid 4 4xDDR

switchguid=0x1(1)
Switch	24 "S-0000000000000001"		# "right" base port 0 lid 4 lmc 0
[9]	"S-0000000000000002"[22]		# "left" lid 3 4xDDR
[7]	"S-0000000000000002"[23]		# "left" lid 3 4xDDR
[1]	"H-00000000000000b0"[1](b1) 		# "host b" lid 7 4xDDR

caguid=0xa0
Ca	1 "H-00000000000000a0"		# "host a"
[1](a1) 	"S-0000000000000002"[1]		# lid 5 lmc 0 "left" lid 3 4xDDR

caguid=0xb0
Ca	2 "H-00000000000000b0"		# "host b"
[1](b1) 	"S-0000000000000001"[1]		# lid 7 lmc 0 "right" lid 4 4xDDR
[2](b2) 	"S-0000000000000002"[2]		# lid 6 lmc 0 "left" lid 3 4xDDR
)";

}  // namespace orthant
