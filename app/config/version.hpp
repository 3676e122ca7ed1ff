// The name and version of the program.
#pragma once

#include <string>
#include <string_view>

namespace orthant {

std::string version_text();  // "orthant 0.1.0\n"
// Of this version, for manual pages: "2026-11-25".
std::string_view version_date();

}  // namespace orthant
