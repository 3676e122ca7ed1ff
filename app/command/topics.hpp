// The tables that `orthant list`, the reference page and `orthant explain` show: topologies,
// routings, patterns, injection processes, keys, columns, verbs and options.
#pragma once

#include <string_view>
#include <vector>

#include "app/output/table.hpp"

namespace orthant {

// A table with a row for every name of the topic, which is in topic_names().
Table topic_table(std::string_view topic);

// Columns of one kind of file, and the verbs that write it: "run, sweep", "analyze --pairs".
struct ColumnSet {
  std::string_view of;
  std::vector<Column> columns;
};
// Column sets of all results and of the tables beside results.
std::vector<ColumnSet> column_sets();

// Terms of the field that users look up with `orthant explain` and no table of names holds: their
// meaning here, and where to read more.
Table concepts_table();

}  // namespace orthant
