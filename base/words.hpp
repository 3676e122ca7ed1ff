// Taking apart what a user wrote.
//
// Tested by: tests/app/values_test.cpp, tests/sim/router_file_test.cpp
#pragma once

#include <string_view>
#include <vector>

namespace orthant {

// The parts between blanks, none of them empty, or between `separator`.
std::vector<std::string_view> split(std::string_view text, char separator);

// The lines without their ends; the last one may lack its end.
std::vector<std::string_view> lines_of(std::string_view text);

// Without blanks and tabs at both ends.
std::string_view trimmed(std::string_view text);

}  // namespace orthant
