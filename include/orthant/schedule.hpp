// Schedules of collective communications: find_schedule(), and the judge of them.
#pragma once

#include "routing/routing.hpp"
#include "schedule/collective.hpp"
#include "schedule/judge.hpp"
#include "schedule/solve.hpp"
#include "topology/registry.hpp"
