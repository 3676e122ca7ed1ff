// The keys of router, channels, time and path tables as a config gives them: in any unit, and with
// words for values that depend on the network.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/key_rows.hpp"
#include "sim/options.hpp"

namespace orthant {

// Key::when of keys that one node model reads.
inline constexpr ReadWhen kInputQueued = read_if("router.model", "input_queued");
inline constexpr ReadWhen kOutputQueued = read_if("router.model", "output_queued");
inline constexpr ReadWhen kAdaptiveRoutings = {.otherwise = "adaptive routings"};
// Key::when of keys that act only beside others.
inline constexpr ReadWhen kLimitedInTransit = read_if("router.injection_limit", "in_transit");
inline constexpr ReadWhen kTwoStages = {.otherwise = "VC and switch allocation both take time"};

// router.preset
enum class RouterPreset {
  kNone,
  kFair  // compares routings, not arbiters: the defaults of app/keys/default_rules.cpp
};

struct RouterKeys : RouterOptions {
  RouterPreset preset = RouterPreset::kNone;
  std::vector<FlowControl> flow_control_by_dimension;  // kBubble or kCredit
  std::optional<std::uint32_t> given_vcs;  // nullopt: as many as the routing has classes
  Rational speedup = 1;
  std::optional<Rational> given_input_speedup;  // before it is scaled by `speedup`
  Rational source_rate{12, 5};                  // as a share of capacity
  std::int64_t ack_bytes = 0;
  std::optional<std::string> file;  // describes routers that differ
};
// Rows of keys in RoutingOptions, for which routings are built (app/keys/sections.hpp).
const KeyRows<RouterKeys>& router_rows_of_routings();
const KeyRows<RouterKeys>& router_rows();  // all

struct ChannelKeys {
  std::uint32_t latency_cycles = 1;
  std::vector<std::uint32_t> latency_by_dimension;
  std::optional<double> latency_ns;
  Rational bandwidth = 1;
  std::vector<Rational> bandwidth_by_dimension;
  std::optional<Rational> bandwidth_gbps;
  std::optional<std::int64_t> flit_bytes;
  NodeChannelOptions node;
  std::optional<double> node_latency_ns;
  std::optional<Rational> node_bandwidth_gbps;
};
const KeyRows<ChannelKeys>& channel_rows();

struct TimeKeys {
  std::optional<Rational> cycle_ns;
  std::optional<Rational> resolution_ns;
};
const KeyRows<TimeKeys>& time_rows();

struct PathTableFiles {
  std::optional<std::string> table;    // routing.table_file
  std::optional<std::string> cluster;  // topology.file, if it describes a cluster
  std::optional<std::string> cache;    // routing.table_cache, the folder
};
const KeyRows<PathTableFiles>& path_table_rows();

}  // namespace orthant
