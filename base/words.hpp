// Splits and trims text that a user wrote.
//
// Tested by: tests/app/values_test.cpp, tests/sim/router_file_test.cpp
#pragma once

#include <string_view>
#include <vector>

namespace orthant {

// Splits at `separator`; at runs of blanks, without empty parts, if it is ' '.
std::vector<std::string_view> split(std::string_view text, char separator);

// The lines without their ends; the last one may lack its end.
std::vector<std::string_view> lines_of(std::string_view text);

// Removes blanks and tabs at both ends.
std::string_view trimmed(std::string_view text);

}  // namespace orthant
