// What `orthant list` lists, and the reference page with it: topologies, routings, patterns,
// injection processes, keys, columns, verbs and options.
#pragma once

#include <string_view>
#include <vector>

#include "app/output/table.hpp"

namespace orthant {

std::vector<std::string_view> topic_names();
// One of these: a row for every name.
Table topic_table(std::string_view topic);

}  // namespace orthant
