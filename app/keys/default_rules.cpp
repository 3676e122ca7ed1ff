// Tested by: tests/app/default_rules_test.cpp
#include "app/keys/default_rules.hpp"

#include <array>

#include "routing/routing.hpp"
#include "routing/up_down.hpp"

namespace orthant {
namespace {

constexpr std::string_view kPreset = "router.preset";

const std::string* first_where_order_matters(const std::string& algorithm) {
  static const std::string first = "first";
  const RoutingDescription* found = find_routing(algorithm);
  return found != nullptr && found->ordered_candidates ? &first : nullptr;
}

// Defaults of the fair preset (docs/comparing_routings.md).
template <const char* word>
const std::string* where_fair(const std::string& preset) {
  static const std::string value = word;
  return preset == "fair" ? &value : nullptr;
}
constexpr char kAge[] = "age", kTwo[] = "2", kAll[] = "all";

// Gives each nic of a workload its own VCs as long as there are any.
const std::string* all_for_nics(const std::string& injection_vc) {
  static const std::string all = "all";
  return injection_vc == "nic" ? &all : nullptr;
}

// Uses one port per destination for switches that forward by destination.
const std::string* by_destination_alone(const std::string& forwarding) {
  static const std::string by_destination = "by_destination";
  return forwarding == "destination" ? &by_destination : nullptr;
}

// Uses flits, since an application's rates are no share of a network's capacity.
const std::string* flits_for_flows(const std::string& pattern) {
  static const std::string flits = "flits";
  return pattern == "flows" ? &flits : nullptr;
}

const std::string* the_same(const std::string& value) { return &value; }

}  // namespace

std::span<const DefaultRule> default_rules() {
  static const std::array<DefaultRule, 9> rules = {{
      {"router.selection", "routing.algorithm", first_where_order_matters},
      {"router.arbitration", kPreset, where_fair<kAge>},
      {"router.allocator_iterations", kPreset, where_fair<kTwo>},
      {"router.injection_vcs", kPreset, where_fair<kAll>},
      {"router.injection_vcs", "router.injection_vc", all_for_nics},
      {"routing.parallel_links", "routing.up_down.forwarding", by_destination_alone},
      {"routing.up_down.tie", "routing.up_down.forwarding", up_down_tie_of},
      {"traffic.load_unit", "traffic.pattern", flits_for_flows},
      {"workload.bytes_per_flit", "channel.flit_bytes", the_same},
  }};
  return rules;
}

}  // namespace orthant
