// The patterns and injection processes that a config names, and their options.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/key_rows.hpp"
#include "traffic/traffic.hpp"

namespace orthant {

// Duration of a cycle and size of a flit, which convert bytes or bits per second to flits per
// cycle.
struct FlitUnits {
  std::optional<double> cycle_ns, flit_bytes;
};

struct PatternOptions {
  std::vector<std::uint32_t> dimensions = {};  // traffic.dimensions; empty: the pattern's default
  std::uint64_t seed = 1;                      // traffic.pattern_seed
  std::vector<NodeId> hotspot_nodes = {};
  std::vector<std::uint32_t> hotspot_weights = {};  // parallel to hotspot_nodes; empty: equal
  double hotspot_share = 0;                         // 0 .. 1
  std::string file = {};                            // traffic.file
  bool normalize = false;                      // rows of the file are weights, scaled to a sum of 1
  std::vector<NodeId> permutation = {};        // worst_case: destination per node
  std::string rate_unit = "flits";             // flows: unit of rates that have none
  std::function<FlitUnits()> flit_units = {};  // flows: called if a rate has a unit
};

struct PatternDescription {
  std::string_view name;
  std::string_view summary;
  std::string_view needs;             // for display: "N a power of two"; empty: runs anywhere
  KeyRows<PatternOptions> rows = {};  // its config keys: "traffic.dimensions", ...
  // Throws KeyError("traffic.pattern") if the pattern does not fit the topology, and KeyError with
  // one of its own keys if an option does not fit.
  std::unique_ptr<Pattern> (*make)(const Topology&, const PatternOptions&) = nullptr;
};

std::span<const PatternDescription> pattern_registry();
const PatternDescription* find_pattern(std::string_view name);

struct InjectionOptions {
  double messages_per_cycle = 0;           // mean per node, > 0
  double flits_per_cycle = 0;              // mean per node, > 0: the load
  std::optional<double> burst_flits = {};  // on_off: mean flits of a burst
  std::optional<double> duty = {};         // on_off: share of the time that a node is on, 0 .. 1
  bool random_spacing = false;             // on_off: traffic.burst_spacing = random
  double mean_message_flits = 1;
  bool fixed_period = false;                  // messages: traffic.message_period = fixed
  std::shared_ptr<const SendPlan> plan = {};  // schedule: the messages to send
  // schedule: per node the earliest generation cycle of each of its messages, ascending; empty:
  // only the release of the frame matters.
  std::vector<std::vector<Cycle>> earliest = {};
};

struct InjectionDescription {
  std::string_view name;
  std::string_view summary;
  KeyRows<InjectionOptions> rows = {};      // its config keys
  std::vector<std::string_view> keys = {};  // other keys that it reads
  std::unique_ptr<Injection> (*make)(const InjectionOptions&) = nullptr;
  // Returns the largest flits_per_cycle that make() accepts with these options, whose own
  // flits_per_cycle is ignored. nullptr: make() accepts any.
  double (*max_flits_per_cycle)(const InjectionOptions&) = nullptr;
};

std::span<const InjectionDescription> injection_registry();
const InjectionDescription* find_injection(std::string_view name);

}  // namespace orthant
