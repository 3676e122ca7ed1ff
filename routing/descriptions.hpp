// One function per algorithm, defined in the file of that name and listed in registry.cpp.
#pragma once

#include "routing/routing.hpp"

namespace orthant {

RoutingDescription describe_abr();
RoutingDescription describe_dor();
RoutingDescription describe_goal();
RoutingDescription describe_interpolated();
RoutingDescription describe_ival();
RoutingDescription describe_lft();
RoutingDescription describe_minimal_adaptive();
RoutingDescription describe_mp();
RoutingDescription describe_negative_first();
RoutingDescription describe_north_last();
RoutingDescription describe_o1turn();
RoutingDescription describe_odd_even();
RoutingDescription describe_ofr();
RoutingDescription describe_por();
RoutingDescription describe_rlb();
RoutingDescription describe_rlbth();
RoutingDescription describe_romm();
RoutingDescription describe_shortest();
RoutingDescription describe_table();
RoutingDescription describe_torus_2qos();
RoutingDescription describe_turns();
RoutingDescription describe_two_turn();
RoutingDescription describe_two_turn_a();
RoutingDescription describe_up_down();
RoutingDescription describe_val();
RoutingDescription describe_west_first();
RoutingDescription describe_wild_first();
RoutingDescription describe_z2();

}  // namespace orthant
