// Splits and trims text that a user wrote.
//
// Tested by: tests/app/values_test.cpp, tests/sim/router_file_test.cpp
#pragma once

#include <string_view>
#include <vector>

namespace orthant {

// Splits at `separator`. If it is ' ', splits at runs of blanks, which gives no empty parts.
std::vector<std::string_view> split(std::string_view text, char separator);

// Returns the lines without their newlines; the last line may lack its newline.
std::vector<std::string_view> lines_of(std::string_view text);

// Removes blanks and tabs at both ends.
std::string_view trimmed(std::string_view text);

}  // namespace orthant
