// Networks, routings and traffic, and their simulation: simulate().
#pragma once

#include "routing/routing.hpp"
#include "sim/simulation.hpp"
#include "topology/registry.hpp"
#include "topology/topology.hpp"
#include "traffic/kinds.hpp"
#include "traffic/traffic.hpp"
