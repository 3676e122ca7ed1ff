// Lines of forwarding tables as dumped by OpenSM and printed by infiniband-diags.
//
//   ibroute, dump_fts, dump_lfts, opensm-lfts.dump:
//     Unicast lids [0x0-0x9] of switch Lid 3 guid 0x0000000000000002 (left):
//     0x0003 022 : (Channel Adapter portguid 0x00000000000000a0: 'host a')
//   opensm.fdbs:
//     dump_ucast_routes: Switch 0x0000000000000002
//     0x0003 : 022  : 01   : yes
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace orthant {

// The GUID of the switch whose table starts with this line; nullopt for other lines.
std::optional<std::uint64_t> parse_table_header(std::string_view line);

struct TableEntry {
  std::uint32_t lid = 0;
  std::optional<std::uint32_t> port = {};  // nullopt: no route to the LID
};
// Returns nullopt if the line is not an entry.
std::optional<TableEntry> parse_table_entry(std::string_view line);

// Returns the kind of a dump other than a unicast table, such as "a multicast table", if the line
// shows it; else an empty text.
std::string_view other_table(std::string_view line);

}  // namespace orthant
