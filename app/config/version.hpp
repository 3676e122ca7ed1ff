// The name, version and commit of the program.
#pragma once

#include <string>
#include <string_view>

namespace orthant {

std::string version_text();  // "orthant 0.1.0"
// Version text with the commit, if it is known: "orthant 0.1.0 (commit 0123456789ab)"; "+" follows
// a commit whose sources were changed.
std::string build_text();
std::string_view commit_id();
// Identifies the sources of the simulator: a build can resume a simulation saved by any build with
// the same id. Sixteen hexadecimal digits.
std::string_view simulator_id();
// Date of this version, for manual pages: "2026-11-25".
std::string_view version_date();

}  // namespace orthant
