// Lines of a fabric in the format of ibnetdiscover and of ibsim's net files: devices, and the
// cables on their ports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace orthant {

// Switch	24 "S-0002c9020040c3a8"		# "description" base port 0 lid 3 lmc 0
// Hca 1 "H1"
struct FabricDevice {
  bool is_switch = false;
  bool is_router = false;   // to another subnet
  std::string id;           // without its quotes
  std::string description;  // empty if the line has none
  std::uint32_t lid = 0;    // of a switch; 0 if the line has none
  std::size_t line = 0;

  // The digits, at most 16, of "S-0002c9020040c3a8"; nullopt if the id is not a GUID.
  std::optional<std::string_view> guid_digits() const;
  // An aggregation node of SHARP sits on an internal port of a switch and sends no traffic.
  bool is_aggregation_node() const;
};

// On a switch:  [1](b1)   "H-00000000000000a0"[1](c1)             # "description" lid 5 4xSDR
// On a channel adapter:  [1](c1)  "S-0000000000000010"[2]         # lid 5 lmc 0 "description" lid 1
// 4xSDR
struct FabricCable {
  std::size_t port = 0;  // of the device whose ports are being listed
  std::string peer;      // id of the device at the other end
  std::size_t peer_port = 0;
  std::string guid, peer_guid;     // digits of both ports' GUIDs; empty if absent
  std::uint32_t lid = 0, lmc = 0;  // of the channel adapter's port, on its own line
  std::uint32_t peer_lid = 0;
  std::string peer_description;
  std::size_t line = 0;
};

// Both return nullopt if the line is neither kind.
std::optional<FabricDevice> parse_fabric_device(std::string_view line);
std::optional<FabricCable> parse_fabric_cable(std::string_view line);

}  // namespace orthant
