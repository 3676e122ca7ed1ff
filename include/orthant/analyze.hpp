// What a routing guarantees, exactly: freedom from deadlock, channel loads, worst and average case,
// path lengths.
#pragma once

#include "analysis/average_case.hpp"
#include "analysis/capacity.hpp"
#include "analysis/channel_load.hpp"
#include "analysis/deadlock.hpp"
#include "analysis/path_length.hpp"
#include "analysis/symmetry.hpp"
#include "analysis/worst_case.hpp"
#include "routing/routing.hpp"
#include "topology/registry.hpp"
