// What `orthant list` lists, and the reference page and `orthant explain` with it: topologies,
// routings, patterns, injection processes, keys, columns, verbs and options.
#pragma once

#include <string_view>
#include <vector>

#include "app/output/table.hpp"

namespace orthant {

// One of topic_names(): a row for every name.
Table topic_table(std::string_view topic);

// Columns of one kind of file, and who writes it: "run, sweep", "analyze --pairs".
struct ColumnSet {
  std::string_view of;
  std::vector<Column> columns;
};
// Those of every result and of the tables beside results.
std::vector<ColumnSet> column_sets();

// Words of the field that users ask for and no table of names holds, for `orthant explain`: what
// each means here, and where more is said.
Table concepts_table();

}  // namespace orthant
