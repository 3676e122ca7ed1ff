// The name and version of the program.
#pragma once

#include <string>
#include <string_view>

namespace orthant {

std::string version_text();  // "orthant 0.1.0"
// Of the sources of the simulator: of two builds with the same one, each can go on from what the
// other has kept of a simulation. Sixteen hexadecimal digits.
std::string_view simulator_id();
// Of this version, for manual pages: "2026-11-25".
std::string_view version_date();

}  // namespace orthant
