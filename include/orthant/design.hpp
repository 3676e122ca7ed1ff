// The best oblivious routing for an objective, by linear programming: design_routing(), and the
// table that routes by it.
#pragma once

#include "analysis/design/design.hpp"
#include "routing/table/path_table.hpp"
#include "topology/registry.hpp"
