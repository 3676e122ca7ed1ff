// The keys that say what is sent, how long a run is and where its results go, bound to the parts of
// a Setup.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/setup/setup.hpp"
#include "base/key_rows.hpp"

namespace orthant {

template <>
struct KeyValue<std::vector<PacketLengths::Part>> : PlainValue {
  static constexpr KeyType kType = KeyType::kPacketLengths;
  static std::string text(const std::vector<PacketLengths::Part>& parts);
  static void parse(std::string_view text, std::vector<PacketLengths::Part>& parts);
};

// traffic.load and its unit.
const KeyRows<Setup>& load_rows();

struct MessageKeys {
  std::vector<PacketLengths::Part> packet_flits = {{1, 1}};
  std::uint32_t packets = 1;
  bool self = true;
};
const KeyRows<MessageKeys>& message_rows();

// routing.allow_deadlock.
const KeyRows<Setup>& permission_rows();

// Runs with a window; how a run ends; all runs.
const KeyRows<Setup>& window_rows();
const KeyRows<Setup>& end_rows();
const KeyRows<Setup>& run_rows();

const KeyRows<OutputFiles>& output_rows();

}  // namespace orthant
