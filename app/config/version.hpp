// The name, version and commit of the program.
#pragma once

#include <string>
#include <string_view>

namespace orthant {

std::string version_text();  // "orthant 0.1.0"
// The same with the commit, where it is known: "orthant 0.1.0 (commit 0123456789ab)"; "+" follows a
// commit whose sources were changed.
std::string build_text();
std::string_view commit_id();
// Of the sources of the simulator: of two builds with the same one, each can go on from what the
// other has kept of a simulation. Sixteen hexadecimal digits.
std::string_view simulator_id();
// Of this version, for manual pages: "2026-11-25".
std::string_view version_date();

}  // namespace orthant
