// The list of all routing algorithms: a new algorithm adds one line here.
#include <algorithm>

#include "routing/descriptions.hpp"

namespace orthant {

std::span<const RoutingDescription> routing_registry() {
  static const std::vector<RoutingDescription> registry = {
      describe_dor(),        describe_o1turn(),       describe_val(),
      describe_ival(),       describe_romm(),         describe_rlb(),
      describe_rlbth(),      describe_two_turn(),     describe_two_turn_a(),
      describe_table(),      describe_interpolated(), describe_minimal_adaptive(),
      describe_abr(),        describe_ofr(),          describe_por(),
      describe_goal(),       describe_mp(),           describe_z2(),
      describe_west_first(), describe_north_last(),   describe_negative_first(),
      describe_odd_even(),   describe_wild_first(),   describe_torus_2qos(),
      describe_up_down(),    describe_turns(),        describe_lft(),
      describe_shortest(),
  };
  return registry;
}

bool RoutingDescription::reads(std::string_view key) const {
  return std::ranges::find(keys, key) != keys.end() ||
         std::ranges::find(own_keys, key, &Key::name) != own_keys.end();
}

const RoutingDescription* find_routing(std::string_view name) {
  const auto registry = routing_registry();
  const auto found = std::ranges::find(registry, name, &RoutingDescription::name);
  return found == registry.end() ? nullptr : &*found;
}

}  // namespace orthant
