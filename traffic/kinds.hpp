// The patterns and injection processes that a config can name, and what each is built from.
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

// What rates in bytes or bits per second are converted by.
struct FlitUnits {
  std::optional<double> cycle_ns, flit_bytes;
};

struct PatternOptions {
  std::vector<std::uint32_t> dimensions = {};  // traffic.dimensions; empty: the pattern's default
  std::uint64_t seed = 1;                      // traffic.pattern_seed
  std::vector<NodeId> hotspot_nodes = {};
  std::vector<std::uint32_t> hotspot_weights = {};  // in their order; empty: all alike
  double hotspot_share = 0;                         // 0 .. 1
  std::string file = {};                            // traffic.file
  bool normalize = false;                      // rows of the file are weights, scaled to a sum of 1
  std::vector<NodeId> permutation = {};        // worst_case: per node its destination
  std::string rate_unit = "flits";             // flows: of rates without one of their own
  std::function<FlitUnits()> flit_units = {};  // flows: asked for where a rate has a unit
};

struct PatternDescription {
  std::string_view name;
  std::string_view summary;
  std::string_view needs;  // for people: "N a power of two"; empty where it runs anywhere
  KeyRows<PatternOptions> rows = {};  // its config keys: "traffic.dimensions", ...
  // Throws KeyError("traffic.pattern" or a key of its own, ...) where the topology or an option
  // does not fit.
  std::unique_ptr<Pattern> (*make)(const Topology&, const PatternOptions&) = nullptr;
};

std::span<const PatternDescription> pattern_registry();
const PatternDescription* find_pattern(std::string_view name);

struct InjectionOptions {
  double messages_per_cycle = 0;           // mean per node, > 0
  double flits_per_cycle = 0;              // mean per node, > 0: the load
  std::optional<double> burst_flits = {};  // on_off: mean flits of a burst
  std::optional<double> duty = {};         // on_off: share of time that a node is on, 0 .. 1
  bool random_spacing = false;             // on_off: traffic.burst_spacing = random
  double mean_message_flits = 1;
  bool fixed_period = false;                  // messages: traffic.message_period = fixed
  std::shared_ptr<const SendPlan> plan = {};  // schedule: what is sent
  // schedule: per node the cycle before which each of its messages is not generated, ascending;
  // empty: the release of its frame decides alone.
  std::vector<std::vector<Cycle>> earliest = {};
};

struct InjectionDescription {
  std::string_view name;
  std::string_view summary;
  KeyRows<InjectionOptions> rows = {};      // its config keys
  std::vector<std::string_view> keys = {};  // others that it reads
  std::unique_ptr<Injection> (*make)(const InjectionOptions&) = nullptr;
  // The largest flits_per_cycle that make() takes, which need not be set; nullptr: it takes any.
  double (*most_flits_per_cycle)(const InjectionOptions&) = nullptr;
};

std::span<const InjectionDescription> injection_registry();
const InjectionDescription* find_injection(std::string_view name);

}  // namespace orthant
