// The verb list: what a config can name, straight from the registries and the key table.
#pragma once

#include "app/command_line.hpp"
#include "app/table.hpp"

namespace orthant {

int list_verb(const CommandLine& command);

// The table of one topic of `orthant list`.
Table topic_table(std::string_view topic);

}  // namespace orthant
