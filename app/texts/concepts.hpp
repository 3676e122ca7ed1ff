// Words of the field that users ask for and no table of names holds, for `orthant explain`.
#pragma once

#include "app/output/table.hpp"

namespace orthant {

// A row for every word: its name, what it means here, and where more is said.
Table concepts_table();

}  // namespace orthant
