// What a routing guarantees, exactly: freedom from deadlock, channel loads, worst and average case,
// path lengths.
#pragma once

#include "analysis/deadlock/deadlock.hpp"
#include "analysis/guarantees/average_case.hpp"
#include "analysis/guarantees/capacity.hpp"
#include "analysis/guarantees/worst_case.hpp"
#include "analysis/loads/channel_load.hpp"
#include "analysis/loads/path_length.hpp"
#include "analysis/loads/symmetry.hpp"
#include "routing/routing.hpp"
#include "topology/registry.hpp"
