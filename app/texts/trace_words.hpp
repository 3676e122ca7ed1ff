// What the words of output.trace mean, for `orthant explain`; docs/trace.md tells more.
#pragma once

#include "app/output/table.hpp"

namespace orthant {

// A row for every event: its name, of what it is, and when it happens.
Table trace_events_table();
// A row for every cause of waiting: its name, since when a flit waits, and what `blocked_by` names.
Table trace_causes_table();

}  // namespace orthant
