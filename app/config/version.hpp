// The name and version of the program.
#pragma once

#include <string>

namespace orthant {

std::string version_text();  // "orthant 0.1.0\n"

}  // namespace orthant
