// The columns of everything that is written, for `orthant list columns` and the reference page.
#pragma once

#include <string_view>
#include <vector>

#include "app/output/table.hpp"

namespace orthant {

// Columns of one kind of file, and who writes it: "run, sweep", "analyze --pairs".
struct ColumnSet {
  std::string_view of;
  std::vector<Column> columns;
};
// Those of every result and of the tables beside results.
std::vector<ColumnSet> column_sets();

}  // namespace orthant
