// The verb of this folder.
#pragma once

#include <string_view>
#include <vector>

#include "app/config/command_line.hpp"

namespace orthant {

// Programs whose configs can be imported.
std::vector<std::string_view> import_sources();
int import_verb(const CommandLine& command);

}  // namespace orthant
